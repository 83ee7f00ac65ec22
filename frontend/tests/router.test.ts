import { beforeAll, expect, test, vi } from "vitest";

let parseRoute: typeof import("../src/lib/page/router.svelte").parseRoute;
let router: typeof import("../src/lib/page/router.svelte").router;

beforeAll(async () => {
  const place = { pathname: "/", search: "" };
  const go = (_state: unknown, _title: string, path: string): void => {
    [place.pathname = "", place.search = ""] = path.split(/(?=\?)/);
  };
  vi.stubGlobal("location", place);
  vi.stubGlobal("history", { pushState: go, replaceState: go });
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("addEventListener", () => undefined);
  ({ parseRoute, router } = await import("../src/lib/page/router.svelte"));
});

test("announcements of a table are cleared on the next page, but not at the next step", async () => {
  const { announcer } = await import("../src/lib/browser/announcer.svelte");
  router.go("/replay/0a1b/0");
  announcer.say("You draw Seven of Characters.");
  router.go("/replay/0a1b/0?ply=7", "replace");
  expect(announcer.words).toBe("You draw Seven of Characters.");
  router.go("/");
  expect(announcer.words).toBe("");
});

test("addresses lead to their pages", () => {
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

test("people have addresses, and so do comparisons of two", () => {
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

test("an address that cannot be decoded leads to the unknown page", () => {
  expect(parseRoute("/%", "")).toEqual({ page: "unknown" });
  expect(parseRoute("/nowhere", "")).toEqual({ page: "unknown" });
});
