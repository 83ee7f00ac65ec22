/** Seeking in this browser: its tabs, what they remember, and the stream for its person. */

import type { SeekInfo } from "../../generated/wire";
import { t } from "../../i18n/i18n.svelte";
import { session } from "../api";
import { visitor } from "../people/visitor.svelte";
import { router } from "../page/router.svelte";
import { announcer } from "../browser/announcer.svelte";
import { play } from "../browser/sounds";
import { speak } from "../browser/voice";
import * as api from "./api";
import { atTable } from "./atTable.svelte";
import { CallStream } from "./callStream";
import { friends } from "./friends.svelte";
import { notices } from "./notices.svelte";
import { Seeking } from "./seeking.svelte";

const OPENED_TABLES = "teahouse.openedTables";
const SEEKING = "teahouse.seeking";
const MOST_KEPT = 8;

const tabs = new BroadcastChannel("teahouse.social");

/** The tables that a tab of this browser has opened after a match was found. */
function openedTables(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(OPENED_TABLES) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

function claim(table: string): boolean {
  const before = openedTables();
  if (before.includes(table)) return false;
  localStorage.setItem(OPENED_TABLES, JSON.stringify([...before, table].slice(-MOST_KEPT)));
  return true;
}

function announce({ name }: SeekInfo): void {
  if (notices.isOff("challenge")) return;
  const words = t("social.challenges", { name });
  play("ask");
  announcer.say(words);
  speak(words);
}

/** Open the table of a match that was found. */
function go(table: string): void {
  play("turn");
  router.go(`/table/${table}`);
  announcer.say(t("social.found"));
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
  notifyTabs: () => tabs.postMessage("changed"),
  announce,
});

/**
 * Follow challenges, found tables and notices for the visitor; call the returned function to stop. Only a visible tab
 * keeps a stream: browsers allow few connections.
 */
export function followCalls(): () => void {
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
    onCalls: (calls) => {
      notices.update(calls.told);
      seeking.receiveCalls(calls);
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
  const onTabMessage = (): void => void seeking.look();
  look();
  document.addEventListener("visibilitychange", look);
  tabs.addEventListener("message", onTabMessage);
  const stopNotices = notices.follow();
  return () => {
    stream.close();
    session.onending = () => undefined;
    document.removeEventListener("visibilitychange", look);
    tabs.removeEventListener("message", onTabMessage);
    stopNotices();
    seeking.forget();
    notices.forget();
    void friends.ensure(undefined);
  };
}
