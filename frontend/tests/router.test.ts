import { beforeAll, expect, test, vi } from "vitest";

let parseRoute: typeof import("../src/lib/router.svelte").parseRoute;

beforeAll(async () => {
  vi.stubGlobal("location", { pathname: "/", search: "" });
  vi.stubGlobal("addEventListener", () => undefined);
  ({ parseRoute } = await import("../src/lib/router.svelte"));
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
