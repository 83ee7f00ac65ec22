/** The title at the end of a deal, a match or a session. */
import { maybe, t } from "../../i18n/i18n.svelte";
import { gaveUpText } from "../../boards/gaveUp";
import type { SummaryProps } from "../../boards/module";
import type { Seat, ViewOf } from "../../lib/wire";

type Ending = Pick<SummaryProps<ViewOf>, "result" | "results" | "seat" | "names" | "table">;

/** The seats with the most points; none if all have the same. */
export function leaders(points: readonly number[]): Seat[] {
  const most = Math.max(...points);
  const found = points.flatMap((one, place) => (one === most ? [place] : []));
  return found.length === points.length ? [] : found;
}

/** The winner, after the name of a player who gave up if that ended the deal. */
export function dealTitle(ending: Ending, winners: readonly Seat[]): string {
  const how = ending.results.length > 1 ? "" : gaveUp(ending);
  if (winners.length !== 1) return how || t("end.draw");
  const won = winnerText(ending, winners[0] ?? 0);
  return how ? `${how}. ${won}` : won;
}

/** That the session is over, and who won it. */
export function sessionTitle(ending: Ending): string {
  const over = maybe(`end.matchOver.${ending.table.match}`, t("end.matchOver"));
  const [first, ...others] = leaders(ending.table.points);
  return first === undefined || others.length > 0 ? over : `${over} ${winnerText(ending, first)}`;
}

function winnerText({ seat, names }: Ending, winner: Seat): string {
  return winner === seat ? t("end.won") : t("end.wins", { name: names[winner] ?? "" });
}

/** The player who resigned, ran out of time or stayed away, if that ended the deal. */
function gaveUp({ result, seat, names }: Ending): string {
  const loser = names.findIndex((_, place) => !result.winners.includes(place));
  return result.winners.length === 1 ? gaveUpText(result.ending, names[loser] ?? "", loser === seat) : "";
}
