/** The page's address, and navigation between pages. */

import { announcer } from "../browser/announcer.svelte";

export type Route =
  | { page: "home" }
  | { page: "table"; table: string; invite: string }
  | { page: "join"; code: string }
  | { page: "replay"; table: string; deal: number; ply: number | null; invite: string }
  | { page: "record" }
  | { page: "train" }
  | { page: "review"; table: string; deal: number; invite: string }
  | {
      page: "analysis";
      id: string;
      game: string;
      table: string;
      deal: number;
      ply: number;
      seat: number;
      invite: string;
      /** A position as text. */
      position: string;
      /** Is it an uploaded record? */
      isUploaded: boolean;
    }
  | { page: "rules"; game: string; ruleset: string; table: string; invite: string }
  | { page: "learn"; game: string }
  | { page: "scorer" }
  | { page: "settle" }
  | { page: "scorebook"; book: string }
  | { page: "rulesets"; rules: string }
  | { page: "console" }
  | { page: "games"; query: string }
  | { page: "deal"; id: string; game: string; table: string; deal: number; invite: string }
  | { page: "days"; month: string }
  | { page: "day"; day: string }
  | { page: "account" }
  | { page: "purse" }
  | { page: "profile"; name: string; game: string }
  | { page: "compare"; name: string; other: string }
  | { page: "leaders"; game: string; month: string }
  | { page: "parts" }
  | { page: "unknown" };

export function parseRoute(path: string, query: string): Route {
  const parts = path.split("/").filter(Boolean).map(decoded);
  const asked = new URLSearchParams(query);
  const [first, second, third] = parts;
  if (first === undefined) return { page: "home" };
  if (first === "table" && second && parts.length === 2)
    return { page: "table", table: second, invite: asked.get("invite") ?? "" };
  if (first === "join" && second && parts.length === 2) return { page: "join", code: second };
  // Without a game it is the lesson about the tiles.
  if (first === "learn" && parts.length === 1) return { page: "learn", game: "" };
  if (first === "learn" && second && parts.length === 2) return { page: "learn", game: second };
  if (first === "scorer" && parts.length === 1) return { page: "scorer" };
  if (first === "scorer" && second === "table" && parts.length === 2) return { page: "settle" };
  if (first === "scorebook" && parts.length === 1) return { page: "scorebook", book: "" };
  if (first === "scorebook" && second && parts.length === 2) return { page: "scorebook", book: second };
  if (first === "rulesets" && parts.length === 1) return { page: "rulesets", rules: "" };
  if (first === "rulesets" && second && parts.length === 2) return { page: "rulesets", rules: second };
  if (first === "console" && parts.length === 1) return { page: "console" };
  if (first === "deal" && parts.length === 1) return dealRoute("", asked);
  if (first === "deal" && second && parts.length === 2) return dealRoute(second, asked);
  if (first === "games" && parts.length === 1) return { page: "games", query };
  if (first === "days" && parts.length === 1) return { page: "days", month: asked.get("month") ?? "" };
  if (first === "days" && second && parts.length === 2) return { page: "day", day: second };
  if (first === "account" && parts.length === 1) return { page: "account" };
  if (first === "purse" && parts.length === 1) return { page: "purse" };
  if (isPerson(first) && parts.length === 1)
    return { page: "profile", name: first.slice(1), game: asked.get("game") ?? "" };
  if (isPerson(first) && isPerson(second) && parts.length === 2)
    return { page: "compare", name: first.slice(1), other: second.slice(1) };
  if (first === "leaders" && parts.length === 1) return { page: "leaders", game: "", month: asked.get("month") ?? "" };
  if (first === "leaders" && second && parts.length === 2)
    return { page: "leaders", game: second, month: asked.get("month") ?? "" };
  // The gallery of components, for contributors: only `npm run dev` has this page.
  if (import.meta.env.DEV && first === "parts" && parts.length === 1) return { page: "parts" };
  if (first === "rules" && second && parts.length === 2)
    return {
      page: "rules",
      game: second,
      ruleset: asked.get("ruleset") ?? "",
      table: asked.get("table") ?? "",
      invite: asked.get("invite") ?? "",
    };
  if (first === "replay" && second && third && /^\d+$/.test(third) && parts.length === 3)
    return {
      page: "replay",
      table: second,
      deal: Number(third),
      ply: numberOf(asked.get("ply")),
      invite: asked.get("invite") ?? "",
    };
  if (first === "replay" && parts.length === 1) return { page: "record" };
  if (first === "train" && parts.length === 1) return { page: "train" };
  if (first === "review" && second && third && /^\d+$/.test(third) && parts.length === 3)
    return { page: "review", table: second, deal: Number(third), invite: asked.get("invite") ?? "" };
  if (first === "analysis" && parts.length === 1) return analysisRoute("", asked);
  if (first === "analysis" && second && parts.length === 2) return analysisRoute(second, asked);
  return { page: "unknown" };
}

/** The address of a person's page has an @ before the name. */
const isPerson = (part: string | undefined): part is string => part !== undefined && /^@./.test(part);

/** A known deal by its name, or one about to get a name: of a finished table, or of a game's seed. */
function dealRoute(id: string, asked: URLSearchParams): Route {
  return {
    page: "deal",
    id,
    game: asked.get("game") ?? "",
    table: asked.get("table") ?? "",
    deal: numberOf(asked.get("deal")) ?? 0,
    invite: asked.get("invite") ?? "",
  };
}

/** A saved analysis, a step of a replay, or a position that the visitor set up. */
function analysisRoute(id: string, asked: URLSearchParams): Route {
  return {
    page: "analysis",
    id,
    game: asked.get("game") ?? "",
    table: asked.get("table") ?? "",
    deal: numberOf(asked.get("deal")) ?? 0,
    ply: numberOf(asked.get("ply")) ?? 0,
    seat: numberOf(asked.get("seat")) ?? 0,
    invite: asked.get("invite") ?? "",
    position: asked.get("position") ?? "",
    isUploaded: asked.has("brought"),
  };
}

/** A part of an address; if it cannot be decoded it stays as it is, since no page has such a name. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function numberOf(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

class Router {
  route: Route = $state(parseRoute(location.pathname, location.search));
  private path = location.pathname;

  constructor() {
    addEventListener("popstate", () => this.back());
    addEventListener("click", (event) => this.follow(event));
  }

  go(path: string, how: "push" | "replace" = "push"): void {
    if (how === "push") history.pushState(null, "", path);
    else history.replaceState(null, "", path);
    this.read();
    if (how === "push") scrollTo(0, 0);
  }

  /** After a game the home page starts at its top, with the link back to the game, not at its old scroll position. */
  private back(): void {
    const isGameLeft = this.route.page === "table";
    this.read();
    if (isGameLeft && this.route.page === "home") requestAnimationFrame(() => scrollTo(0, 0));
  }

  private read(): void {
    // Announcements of a table must not continue on the next page.
    if (location.pathname !== this.path) announcer.clear();
    this.path = location.pathname;
    this.route = parseRoute(location.pathname, location.search);
  }

  /** Handle clicks on links within the app without reloading the page. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
