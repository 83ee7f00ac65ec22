/** Requests about other people: seeks, challenges, friends and notices. */

import type { Followed, NewChallenge, Notices, NoticesOff, OwnSeeks, SeekInfo, TableFound } from "../../generated/wire";
import { ask, json } from "../api";
import type { OpenTable } from "../wire";

const seekPath = (seek: string): string => `/seeks/${encodeURIComponent(seek)}`;
const followPath = (person: string): string => `/me/following/${encodeURIComponent(person)}`;

export const seeks = (): Promise<SeekInfo[]> => json("GET", "/seeks");
export const placeSeek = (request: OpenTable): Promise<OwnSeeks> => json("POST", "/seeks", request);
/** The visitor's seeks; asking for them keeps them alive for a few seconds. */
export const keepSeeks = (): Promise<OwnSeeks> => json("POST", "/me/seeks");
export const challenge = (request: NewChallenge): Promise<OwnSeeks> => json("POST", "/challenges", request);
/** End one of the visitor's seeks, or decline a challenge. */
export const endSeek = (seek: string): Promise<Response> => ask("DELETE", seekPath(seek));
/** Accept a seek; `table` is empty if a larger table still waits for others. */
export const acceptSeek = (seek: string): Promise<TableFound> => json("POST", `${seekPath(seek)}/accept`);
export const playHouse = (seek: string): Promise<TableFound> => json("POST", `${seekPath(seek)}/house`);

export const following = (): Promise<Followed[]> => json("GET", "/me/following");
export const follow = (person: string, on: boolean): Promise<Response> =>
  ask(on ? "PUT" : "DELETE", followPath(person));

export const notices = (): Promise<Notices> => json("GET", "/me/notices");
export const readNotices = (): Promise<Response> => ask("POST", "/me/notices/read");
export const switchNotices = (off: NoticesOff["off"]): Promise<Response> => ask("PUT", "/me/notices/off", { off });
