/** Components drawn as the server would, for words that depend on a value. */

import { render } from "svelte/server";
import { afterEach, expect, test } from "vitest";
import StepControls from "../src/boards/StepControls.svelte";
import Toggles from "../src/games/classic/hand/Toggles.svelte";
import { PLAN } from "../src/gallery/fixtures/studies";
import { learnRest } from "../src/i18n/i18n.svelte";
import { helpKeys } from "../src/lib/page/help.svelte";
import { settings } from "../src/lib/settings.svelte";
import TrainingPlan from "../src/parts/training/TrainingPlan.svelte";
import SeatFigures from "../src/parts/review/SeatFigures.svelte";

const SEAT = { choices: 40, exact: 4, lost: 31, merit: 900, accuracy: 83.4, like: "medium", luck: null };

afterEach(() => {
  [settings.lang, settings.keymap] = ["en", {}];
});

test("a review names the level that played as well, and writes the accuracy as people of the language do", async () => {
  await learnRest();
  const { body } = render(SeatFigures, { props: { seats: [SEAT], slips: [], names: ["Mia"], game: "battle" } });
  expect(body).toContain("like Hard");
  expect(body).toContain(">83.4%<");
});

test("the boxes of training say that they hold all cards, not only those that are due", async () => {
  await learnRest();
  const { body } = render(TrainingPlan, {
    props: { plan: PLAN, oncards: () => undefined, onpuzzles: () => undefined },
  });
  expect(body.replaceAll(/<[^>]*>/g, "|")).toMatch(/3 cards are due now\..*All your cards, by the pause.*4\|+1 day\|/s);
});

test("without moves there is nothing to play", async () => {
  await learnRest();
  const props = { at: 0, speech: "", isRunning: false, go: () => undefined, toggle: () => undefined };
  const isOff = (end: number): boolean =>
    /aria-label="Play" aria-disabled="true"/.test(render(StepControls, { props: { ...props, end } }).body);
  expect([isOff(0), isOff(1)]).toEqual([true, false]);
});

test("the button that declares ready shows the key that the visitor chose", async () => {
  await learnRest();
  const remove = helpKeys.add([{ keys: ["F"], does: "classic.announce" }]);
  settings.keymap = { "classic.announce/0": "G" };
  const props = { passesAll: false, isSorted: true, isReady: false, isAtTable: true, canAnnounce: true };
  expect(render(Toggles, { props }).body).toContain('data-key="G"');
  remove();
});
