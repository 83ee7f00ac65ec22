/** The lesson about the tiles: what each step shows, and which tiles the learner must find. */

export interface TileStep {
  /** The key of its words in `lessons.tiles`. */
  readonly key: string;
  readonly tiles: readonly string[];
  /** The places of the right tiles. */
  readonly right: readonly number[];
  /** The tile that the text names. */
  readonly sample?: string;
}

export const TILE_STEPS: readonly TileStep[] = [
  { key: "suits", tiles: ["3p", "5s", "7m"], right: [1] },
  { key: "number", tiles: ["4m", "7m", "3m", "9m"], right: [2], sample: "3m" },
  { key: "bird", tiles: ["1p", "2s", "1s", "1m"], right: [2], sample: "1s" },
  { key: "wind", tiles: ["7z", "2m", "3z", "9p"], right: [2] },
  { key: "dragon", tiles: ["1z", "6z", "5s", "9m"], right: [1] },
  { key: "bonus", tiles: ["8p", "4z", "3f", "2s"], right: [2] },
  { key: "pair", tiles: ["6p", "6s", "9s", "6m", "6s"], right: [1, 4] },
  { key: "chow", tiles: ["3s", "5s", "4p", "4s", "7s"], right: [0, 1, 3] },
  { key: "pong", tiles: ["8p", "6p", "8p", "9p", "8p"], right: [0, 2, 4] },
  { key: "kong", tiles: ["2z", "2z", "5z", "2z", "2z"], right: [0, 1, 3, 4] },
];
