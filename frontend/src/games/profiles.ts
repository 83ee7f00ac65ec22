/** What each game adds to a profile: its own figures, and the names of its variants. */

import type { Figure, GameStatistics } from "../generated/wire";
import type { PeopleKey } from "../i18n/people/people.svelte";
import { share } from "../lib/people/people";

/** A figure in a profile: its format, and its explanation. */
export interface ShownFigure {
  readonly key: PeopleKey;
  readonly value: number | null;
  readonly as: "number" | "percent" | "signed" | "points";
  readonly about?: PeopleKey;
}

type Figures = ReadonlyMap<string, Figure>;

interface ProfileWords {
  /** The prefix of the translation keys of its variants' names. */
  readonly variants: string;
  readonly figures: (figures: Figures, statistics: GameStatistics) => readonly ShownFigure[];
  /** The name of a figure that is counted separately for each variant. */
  readonly ofVariant?: { readonly figure: string; readonly key: PeopleKey };
}

const mean = (figure: Figure | undefined): number | null =>
  figure === undefined ? null : share(figure.total, figure.deals);
const best = (figure: Figure | undefined): number | null => figure?.best ?? null;

/** How much more often a player wins when moving first. */
export function valueOfBeginning(figures: Figures): number | null {
  const [first, second] = [mean(figures.get("won_beginning")), mean(figures.get("won_second"))];
  return first === null || second === null ? null : first - second;
}

const PLAIN: ProfileWords = { variants: "", figures: () => [] };

const PROFILES: Readonly<Record<string, ProfileWords>> = {
  battle: {
    variants: "",
    figures: (all) => [
      { key: "figure.won_beginning", value: mean(all.get("won_beginning")), as: "percent" },
      { key: "figure.won_second", value: mean(all.get("won_second")), as: "percent" },
      { key: "figure.value", value: valueOfBeginning(all), as: "points", about: "figure.value.about" },
      { key: "figure.margin", value: mean(all.get("margin")), as: "signed" },
      { key: "figure.marginBest", value: best(all.get("margin")), as: "signed" },
    ],
  },
  classic: {
    variants: "ruleset",
    figures: (all) => [
      { key: "figure.deal_in", value: mean(all.get("deal_in")), as: "percent", about: "figure.deal_in.about" },
      { key: "figure.hand", value: mean(all.get("hand")), as: "number" },
      { key: "figure.handBest", value: best(all.get("hand")), as: "number" },
      { key: "figure.special", value: all.get("special")?.total ?? 0, as: "number" },
      { key: "figure.claimed", value: mean(all.get("claimed")), as: "number" },
    ],
  },
  solitaire: {
    variants: "layout",
    figures: (all) => [{ key: "figure.cleared", value: mean(all.get("cleared")), as: "percent" }],
    ofVariant: { figure: "cleared", key: "figure.cleared" },
  },
};

export const profileOf = (game: string): ProfileWords => PROFILES[game] ?? PLAIN;

/** The figures of a game by name. */
export const figuresOf = ({ figures }: GameStatistics): Figures => new Map(figures.map((one) => [one.name, one]));

/** A figure of one variant, if the game counts one. */
export function variantShare(statistics: GameStatistics, variant: string): number | null {
  const name = profileOf(statistics.game).ofVariant?.figure;
  return name === undefined ? null : mean(figuresOf(statistics).get(`${name}:${variant}`));
}
