/** Asking for help: at once with a click, after a question with a key that costs points; what is refused says why. */

import { number, t } from "../../i18n/i18n.svelte";
import { helpKeys, keyText } from "../../lib/help.svelte";
import { speaker } from "../../lib/say.svelte";
import { helpPrice, type SolitaireMove, type SolitaireView } from "./board";
import { endingMove, findMove, helpOf, type EndType } from "./help";

export interface Helped {
  view: SolitaireView;
  moves: readonly SolitaireMove[];
  pending: SolitaireMove | null;
  isMine: boolean;
  act: (move: SolitaireMove) => void;
}

interface Told {
  board: unknown;
  words: string;
  /** The help whose price was told: the same key once more pays it. */
  asked: string | null;
}

/** Milliseconds in which the second of two clicks is no wish of its own. */
const TWICE = 600;

const moveOf = (moves: readonly SolitaireMove[], type: string): SolitaireMove | undefined =>
  type === "end_game" ? endingMove(moves) : findMove(moves, type);

/** To be made while a board is set up. */
export class Helping {
  /** What a dialog asks about. */
  asking: EndType | null = $state(null);
  private wanted: string | null = $state(null);
  private told: Told | null = $state.raw(null);
  private used = { type: "", price: 0, at: -TWICE };
  /** What is said now, for as long as the board stays as it is. */
  readonly words = $derived.by(() => {
    const { view, isMine } = this.given();
    return isMine && this.told?.board === view.board ? this.told.words : "";
  });

  constructor(private readonly given: () => Helped) {
    $effect(() => {
      // What was asked for while a pair was on its way to the server.
      if (given().pending !== null || this.wanted === null) return;
      const type = this.wanted;
      this.wanted = null;
      this.use(type);
    });
  }

  /** Use help, or ask whether it is meant; help that cannot be given is free, and says why. */
  use(type: string): void {
    const { moves, pending, act } = this.given();
    if (pending !== null) return void (this.wanted = type);
    const move = moveOf(moves, type);
    if (move === undefined) return this.refuse(type);
    if (type === "end_game" || type === "start_over") this.asking = type;
    else if (!this.isPaidTwice(type)) act(move);
  }

  /** Would points be paid for nothing: by a double click, or for the hint that is in sight? */
  private isPaidTwice(type: string): boolean {
    const { view } = this.given();
    const price = helpPrice(view);
    if (price === 0) return false;
    if (type === "hint" && view.board?.hint != null) {
      this.tell(t("solitaire.hintedAlready"), null);
      return true;
    }
    const [before, at] = [this.used, performance.now()];
    this.used = { type, price, at };
    return type === before.type && price === before.price && at - before.at < TWICE; // no pair was taken in between
  }

  /** The same by a key: a letter pressed by mistake costs nothing. */
  press(type: string, key?: string): void {
    const { view, moves } = this.given();
    const one = helpOf(view, moves).find((each) => each.type === type);
    const price = helpPrice(view);
    const isAsked = this.told?.asked === type && this.told.board === view.board;
    if (one === undefined || !one.isPossible || price === 0 || isAsked) return this.use(type);
    this.tell(
      t("solitaire.askPrice", {
        what: t(one.words),
        price: number(price),
        key: key === undefined ? helpKeys.shown(one.key) : keyText(key),
      }),
      type,
    );
  }

  /** Say no more; true where something was said. */
  hush(): boolean {
    const wasSaid = this.words !== "";
    this.told = null;
    return wasSaid;
  }

  confirm(type: EndType): void {
    const { moves, act } = this.given();
    this.asking = null;
    const move = moveOf(moves, type);
    if (move !== undefined) act(move);
  }

  private refuse(type: string): void {
    const { view, moves, isMine } = this.given();
    const one = helpOf(view, moves).find((each) => each.type === type);
    if (one === undefined || !isMine) return;
    this.tell(one.left === 0 ? t("solitaire.spent", { what: t(one.words) }) : t(one.cannot), null);
  }

  private tell(words: string, asked: string | null): void {
    this.told = { board: this.given().view.board, words, asked };
    speaker.say(words);
  }
}
