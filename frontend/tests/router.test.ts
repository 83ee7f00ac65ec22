import { beforeAll, expect, test, vi } from "vitest";

let parseRoute: typeof import("../src/lib/router.svelte").parseRoute;
let router: typeof import("../src/lib/router.svelte").router;

beforeAll(async () => {
  const place = { pathname: "/", search: "" };
  const go = (_state: unknown, _title: string, path: string): void => {
    [place.pathname = "", place.search = ""] = path.split(/(?=\?)/);
  };
  vi.stubGlobal("location", place);
  vi.stubGlobal("history", { pushState: go, replaceState: go });
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("addEventListener", () => undefined);
  ({ parseRoute, router } = await import("../src/lib/router.svelte"));
});

test("what was said at a table is gone on the next page, and stays while only the step changes", async () => {
  const { speaker } = await import("../src/lib/say.svelte");
  router.go("/replay/0a1b/0");
  speaker.say("You draw Seven of Characters.");
  router.go("/replay/0a1b/0?ply=7", "replace");
  expect(speaker.words).toBe("You draw Seven of Characters.");
  router.go("/");
  expect(speaker.words).toBe("");
});

test("addresses name their pages", () => {
  expect(parseRoute("/", "")).toEqual({ page: "home" });
  expect(parseRoute("/purse", "")).toEqual({ page: "purse" });
  expect(parseRoute("/table/0a1b", "?invite=ABC")).toEqual({ page: "table", table: "0a1b", invite: "ABC" });
  expect(parseRoute("/account", "")).toEqual({ page: "account" });
  expect(parseRoute("/replay/0a1b/2", "?ply=7")).toEqual({
    page: "replay",
    table: "0a1b",
    deal: 2,
    ply: 7,
    invite: "",
  });
});

test("people have addresses, alone and two by two", () => {
  expect(parseRoute("/@J.%20Doe", "?game=classic")).toEqual({ page: "profile", name: "J. Doe", game: "classic" });
  expect(parseRoute("/@Ann/@Bob", "")).toEqual({ page: "compare", name: "Ann", other: "Bob" });
  expect(parseRoute("/leaders/battle", "?month=2026-11")).toEqual({
    page: "leaders",
    game: "battle",
    month: "2026-11",
  });
  for (const path of ["/@", "/@Ann/Bob", "/leaders/battle/x"])
    expect(parseRoute(path, "")).toEqual({ page: "unknown" });
});

test("an address that cannot be decoded is unknown and breaks nothing", () => {
  expect(parseRoute("/%", "")).toEqual({ page: "unknown" });
  expect(parseRoute("/nowhere", "")).toEqual({ page: "unknown" });
});
