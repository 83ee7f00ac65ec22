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

test("an address that cannot be decoded is unknown and breaks nothing", () => {
  expect(parseRoute("/%", "")).toEqual({ page: "unknown" });
  expect(parseRoute("/nowhere", "")).toEqual({ page: "unknown" });
});
