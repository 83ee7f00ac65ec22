/** Seeking in this browser: its tabs, what they remember, and the stream of what concerns one person. */

import type { SeekInfo } from "../../generated/wire";
import { t } from "../../i18n/i18n.svelte";
import { session } from "../api";
import { visitor } from "../person.svelte";
import { router } from "../router.svelte";
import { speaker } from "../say.svelte";
import { play } from "../sounds";
import { speak } from "../voice";
import * as api from "./api";
import { atTable } from "./atTable.svelte";
import { CallStream } from "./callStream";
import { friends } from "./friends.svelte";
import { notices } from "./notices.svelte";
import { Seeking } from "./seeking.svelte";

const WENT = "teahouse.went";
const SEEKING = "teahouse.seeking";
const MOST_KEPT = 8;

const tabs = new BroadcastChannel("teahouse.company");

/** The tables to which a tab of this browser went. */
function went(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(WENT) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

function claim(table: string): boolean {
  const before = went();
  if (before.includes(table)) return false;
  localStorage.setItem(WENT, JSON.stringify([...before, table].slice(-MOST_KEPT)));
  return true;
}

function announce({ name }: SeekInfo): void {
  if (notices.isOff("challenge")) return;
  const words = t("company.challenges", { name });
  play("ask");
  speaker.say(words);
  speak(words);
}

/** Go to a table where somebody was found. */
function go(table: string): void {
  play("turn");
  router.go(`/table/${table}`);
  speaker.say(t("company.found"));
}

export const seeking = new Seeking({
  keep: api.keepSeeks,
  place: api.placeSeek,
  challenge: (name, table) => api.challenge({ name, table }),
  end: api.endSeek,
  accept: api.acceptSeek,
  house: api.playHouse,
  now: () => performance.now(),
  later: (ms, job) => {
    const timer = setTimeout(job, ms);
    return () => clearTimeout(timer);
  },
  isSeen: () => document.visibilityState === "visible",
  here: () => (router.route.page === "table" ? router.route.table : ""),
  isPlaying: () => atTable.isPlaying && atTable.seat !== null,
  claim,
  go,
  remember: (on) => (on ? sessionStorage.setItem(SEEKING, "on") : sessionStorage.removeItem(SEEKING)),
  remembers: () => sessionStorage.getItem(SEEKING) !== null,
  tell: () => tabs.postMessage("changed"),
  announce,
});

/** Follow what concerns the person at this browser; the returned function ends it. Only a tab that is looked at keeps a
    stream: a browser has few connections to spare. */
export function followCompany(): () => void {
  const stream = new CallStream({
    open: () => new EventSource("/api/v1/me/stream"),
    isThere: async () => {
      await visitor.check();
      return visitor.person !== null;
    },
    later: (ms, job) => {
      const timer = setTimeout(job, ms);
      return () => clearTimeout(timer);
    },
    hear: (calls) => {
      notices.hear(calls.told);
      seeking.hearCalls(calls);
    },
  });
  const look = (): void => {
    stream.close();
    void seeking.look();
    if (document.visibilityState !== "visible") return;
    void notices.load();
    stream.open();
  };
  session.onending = (isNow) => {
    if (isNow) stream.close();
    else if (document.visibilityState === "visible") stream.openLater();
  };
  const heard = (): void => void seeking.look();
  look();
  document.addEventListener("visibilitychange", look);
  tabs.addEventListener("message", heard);
  const stopNotices = notices.follow();
  return () => {
    stream.close();
    session.onending = () => undefined;
    document.removeEventListener("visibilitychange", look);
    tabs.removeEventListener("message", heard);
    stopNotices();
    seeking.forget();
    notices.forget();
    void friends.ensure(undefined);
  };
}
