/** Seeks, challenges and notices for the gallery. */

import type { Notices, OwnSeeks, SeekInfo } from "../generated/wire";

const RATING = { rating: 1612, low: 1456, high: 1769, deviation: 80, provisional: false, games: 12 };
const BATTLE = { game: "battle", match: "double", clock: "5+5", rated: true };
const SEEK: SeekInfo = {
  id: "k1",
  person: "p1",
  name: "Mia",
  target: "",
  target_name: "",
  wish: BATTLE,
  seats: 2,
  rating: RATING,
  since: 0,
};

export const OWN_SEEKS: OwnSeeks = {
  seeks: [
    { seek: SEEK, waited: 4_000, window: 180, offer: "" },
    { seek: { ...SEEK, id: "k2", wish: { ...BATTLE, clock: "2+2" } }, waited: 31_000, window: 720, offer: "medium" },
  ],
  challenges: [{ ...SEEK, id: "k3", person: "p2", name: "Bob", target: "p1", target_name: "Mia" }],
  tables: [],
};

const HERE = { invite: "", game: "battle" };
const NOWHERE = { invite: "", game: "" };

export const NOTICES: Notices = {
  notices: [
    { kind: "challenge", person: "p2", name: "Bob", about: "k3", at: 1_773_964_800_000, read: false, ...NOWHERE },
    { kind: "invite", person: "p2", name: "Bob", about: "demo", at: 1_773_964_700_000, read: false, ...HERE },
    { kind: "turn", person: "p2", name: "Bob", about: "demo", at: 1_773_964_650_000, read: false, ...HERE },
    { kind: "follow", person: "p3", name: "Ada", about: "", at: 1_773_964_600_000, read: true, ...NOWHERE },
  ],
  unread: 3,
  off: ["follow"],
};
