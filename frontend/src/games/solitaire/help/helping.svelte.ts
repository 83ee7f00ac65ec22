/** Using help: a click uses it at once, a key asks first if it costs points; a refusal says why. */

import { number, t } from "../../../i18n/i18n.svelte";
import { helpKeys, keyText } from "../../../lib/page/help.svelte";
import { announcer } from "../../../lib/browser/announcer.svelte";
import { helpPrice, type SolitaireMove, type SolitaireView } from "../board";
import { endingMove, findMove, helpOf, type EndType } from "./help";

export interface Helped {
  view: SolitaireView;
  moves: readonly SolitaireMove[];
  pending: SolitaireMove | null;
  isMine: boolean;
  act: (move: SolitaireMove) => void;
}

interface Message {
  board: unknown;
  words: string;
  /** The help whose price was shown: pressing the same key again pays it. */
  asked: string | null;
}

/** A second click within this many milliseconds counts as accidental. */
const TWICE = 600;
/** How long a refusal stays; a question stays until it is answered. */
const REFUSAL_MS = 5000;

const moveOf = (moves: readonly SolitaireMove[], type: string): SolitaireMove | undefined =>
  type === "end_game" ? endingMove(moves) : findMove(moves, type);

/** Create it while a board is set up. */
export class Helping {
  /** The kind of end that a dialog asks to confirm. */
  asking: EndType | null = $state(null);
  private wanted: string | null = $state(null);
  private message: Message | null = $state.raw(null);
  private used = { type: "", price: 0, at: -TWICE };
  /** The current message, shown as long as the board stays the same. */
  readonly words = $derived.by(() => {
    const { view, isMine } = this.given();
    return isMine && this.message?.board === view.board ? this.message.words : "";
  });

  constructor(private readonly given: () => Helped) {
    $effect(() => {
      // Help requested while a pair was being sent to the server.
      if (given().pending !== null || this.wanted === null) return;
      const type = this.wanted;
      this.wanted = null;
      this.use(type);
    });
    $effect(() => {
      if (this.message === null || this.message.asked !== null) return;
      const timer = setTimeout(() => (this.message = null), REFUSAL_MS);
      return () => clearTimeout(timer);
    });
  }

  /** Use help, or ask for confirmation; impossible help costs nothing, and a message says why. */
  use(type: string): void {
    const { moves, pending, act } = this.given();
    if (pending !== null) return void (this.wanted = type);
    const move = moveOf(moves, type);
    if (move === undefined) return this.refuse(type);
    if (type === "end_game" || type === "start_over") this.asking = type;
    else if (!this.isPaidTwice(type)) act(move);
  }

  /** Would points be wasted, by a double click or for a hint that is already visible? */
  private isPaidTwice(type: string): boolean {
    const { view } = this.given();
    const price = helpPrice(view);
    if (price === 0) return false;
    if (type === "hint" && view.board?.hint != null) {
      this.announce(t("solitaire.hintedAlready"), null);
      return true;
    }
    const [before, at] = [this.used, performance.now()];
    this.used = { type, price, at };
    return type === before.type && price === before.price && at - before.at < TWICE; // no pair was taken in between
  }

  /** The same by keyboard: a key pressed by mistake costs nothing. */
  press(type: string, key?: string): void {
    const { view, moves } = this.given();
    const one = helpOf(view, moves).find((each) => each.type === type);
    const price = helpPrice(view);
    const isAsked = this.message?.asked === type && this.message.board === view.board;
    if (one === undefined || !one.isPossible || price === 0 || isAsked) return this.use(type);
    this.announce(
      t("solitaire.askPrice", {
        what: t(one.words),
        price: number(price),
        key: key === undefined ? helpKeys.shown(one.key) : keyText(key),
      }),
      type,
    );
  }

  /** Clear the message; true if there was one. */
  dismiss(): boolean {
    const wasSaid = this.words !== "";
    this.message = null;
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
    this.announce(one.left === 0 ? t("solitaire.spent", { what: t(one.words) }) : t(one.cannot), null);
  }

  private announce(words: string, asked: string | null): void {
    this.message = { board: this.given().view.board, words, asked };
    announcer.say(words);
  }
}
