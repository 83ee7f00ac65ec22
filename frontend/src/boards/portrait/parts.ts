/** The parts of portraits: shapes on a square of 64, and the names of their colours. */

/** A shape; `skin`, `hair`, `cloth` and `trim` stand for the colours of the drawn person. */
export interface Layer {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  /** Behind the head. */
  behind?: boolean;
}

/** A circle as a path. */
export const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const discs = (...at: readonly (readonly [number, number, number])[]): string =>
  at.map(([x, y, r]) => disc(x, y, r)).join("");

const SHOULDERS = "M6 66C6 53 16 49 26 47.5L38 47.5C48 49 58 53 58 66Z";
const FRINGE =
  "M18.6 29C17.5 14 26 10.5 32 10.5C38 10.5 46.5 14 45.4 29C44 22.5 40.5 20.5 32 20.5" + "C23.5 20.5 20 22.5 18.6 29Z";
const HAIRLINE =
  "M18.4 27C17 13 26 9.5 32.5 9.5C41 9.5 47 14.5 45.6 27C44.6 22.5 42.5 19.5 40 18.5" +
  "C34 20.5 27 20 23 18.5C20.5 20.5 19.2 23.5 18.4 27Z";
const SWEPT_BACK =
  "M18.4 27C17.5 13.5 26 10 32 10C38 10 46.5 13.5 45.6 27C43.5 19 38.5 16 32 16" + "C25.5 16 20.5 19 18.4 27Z";

interface Hair {
  /** Behind the head. */
  back?: readonly Layer[];
  front: readonly Layer[];
}

const styles = <Name extends string>(all: Record<Name, Hair>): Record<Name, Hair> => all;
const parts = <Name extends string>(all: Record<Name, readonly Layer[]>): Record<Name, readonly Layer[]> => all;

export const HAIR = styles({
  short: { front: [{ d: HAIRLINE, fill: "hair" }] },
  cropped: {
    front: [
      {
        d:
          "M18.8 25C18.5 13.5 26 11.5 32 11.5C38 11.5 45.5 13.5 45.2 25C43 19.5 39.5 17.5 32 17.5" +
          "C24.5 17.5 21 19.5 18.8 25Z",
        fill: "hair",
      },
    ],
  },
  spiky: {
    front: [
      {
        d:
          "M18.4 28L16 18L21 18.5L20.5 10.5L27 13L30 6.5L34.5 12L40.5 8L41.5 14.5L48 14.5L45.6 28" +
          "C44.5 23 42 20.5 39 19.5L35 22L31 19L27 22L23 19.5C20.5 21.5 19.3 24 18.4 28Z",
        fill: "hair",
      },
    ],
  },
  swept: {
    front: [
      {
        d:
          "M18.4 28C16.5 17 21 9 32 8.5C43 7.5 49 15 45.6 28C44.8 22.5 43 19 38 17.5" +
          "C32 17 25 19.5 22.5 16.5C21 20 19.3 23.5 18.4 28Z",
        fill: "hair",
      },
    ],
  },
  bob: {
    back: [
      {
        d: "M15.5 41C11.5 17 21 7.5 32 7.5C43 7.5 52.5 17 48.5 41C44 44 40 42 40 42L24 42" + "C24 42 20 44 15.5 41Z",
        fill: "hair",
      },
    ],
    front: [{ d: FRINGE, fill: "hair" }],
  },
  long: {
    back: [{ d: "M14 56C10 36 12 8 32 8C52 8 54 36 50 56C45 58 41 54 41 50L23 50C23 54 19 58 14 56Z", fill: "hair" }],
    front: [
      {
        d: "M18.4 31C15.5 14 25 10 33 10C43 10 48.5 17 45.6 31C44.5 24 41 19.5 34 16.5" + "C31 21.5 23 22.5 18.4 31Z",
        fill: "hair",
      },
    ],
  },
  pigtails: {
    back: [
      {
        d:
          discs([13, 30, 7], [51, 30, 7]) +
          "M9 33C6 42 9 46 13 47C15 42 16 38 17 33ZM55 33C58 42 55 46 51 47C49 42 48 38 47 33Z",
        fill: "hair",
      },
    ],
    front: [
      { d: FRINGE, fill: "hair" },
      { d: discs([18.3, 25, 2], [45.7, 25, 2]), fill: "berry" },
    ],
  },
  twoBuns: {
    back: [{ d: discs([19, 12, 7], [45, 12, 7]), fill: "hair" }],
    front: [{ d: FRINGE, fill: "hair" }],
  },
  bun: {
    back: [{ d: disc(32, 8.5, 7), fill: "hair" }],
    front: [{ d: SWEPT_BACK, fill: "hair" }],
  },
  topknot: {
    back: [{ d: `${disc(32, 6.5, 5)}M14.5 46C12 24 18 9 32 9C46 9 52 24 49.5 46Z`, fill: "hair" }],
    front: [{ d: SWEPT_BACK, fill: "hair" }],
  },
  crown: {
    back: [{ d: "M17 38C13 18 22 9 32 9C42 9 51 18 47 38Z", fill: "hair" }],
    front: [
      { d: SWEPT_BACK, fill: "hair" },
      {
        d: discs([20, 18, 3.6], [24.5, 13.4, 3.8], [30, 11, 4], [36, 11.3, 4], [41, 14.2, 3.8], [44.6, 19, 3.4]),
        fill: "hair",
        stroke: "shade",
        width: 0.8,
      },
    ],
  },
  curls: {
    back: [{ d: discs([19, 24, 5.5], [45, 24, 5.5], [18.5, 31, 4], [45.5, 31, 4]), fill: "hair" }],
    front: [
      {
        d: discs(
          [21.5, 18, 5],
          [26.5, 13.5, 5.5],
          [33, 12, 6],
          [39.5, 14, 5.5],
          [43, 19, 4.5],
          [29, 17.5, 3.8],
          [36, 18, 3.8],
        ),
        fill: "hair",
      },
    ],
  },
  afro: {
    back: [
      {
        d: discs([32, 17, 15], [19, 23, 9.5], [45, 23, 9.5], [17, 32, 7], [47, 32, 7], [24, 11, 9], [40, 11, 9]),
        fill: "hair",
      },
    ],
    front: [
      {
        d: discs([24, 17.5, 4], [28.5, 15.8, 4], [33.5, 15.6, 4], [38, 16.6, 4], [41.5, 19.5, 3.2], [21.5, 20.5, 3]),
        fill: "hair",
      },
    ],
  },
  bald: {
    back: [{ d: discs([19.5, 27, 4], [44.5, 27, 4]), fill: "hair" }],
    front: [{ d: "M26 16C29 13.5 34 13.2 37 14.5", stroke: "glow", width: 1.6 }],
  },
});

export const CLOTHES = parts({
  round: [
    { d: SHOULDERS, fill: "cloth" },
    { d: "M24 47.5Q32 56 40 47.5", stroke: "shade", width: 2.4 },
  ],
  vee: [
    { d: SHOULDERS, fill: "cloth" },
    { d: "M25.5 47L32 58L38.5 47Z", fill: "skin" },
    { d: "M25 47L32 58L39 47", stroke: "shade", width: 1.6 },
  ],
  collar: [
    { d: SHOULDERS, fill: "cloth" },
    { d: "M24.5 46.5L32 52.5L27 57L22 49ZM39.5 46.5L32 52.5L37 57L42 49Z", fill: "bone" },
  ],
  robe: [
    { d: SHOULDERS, fill: "cloth" },
    { d: "M25 47L34 66M39 47L27 64", stroke: "bone", width: 3 },
  ],
  suit: [
    { d: SHOULDERS, fill: "cloth" },
    { d: "M26 47L32 66L38 47Z", fill: "bone" },
    { d: "M25 47L31 66M39 47L33 66", stroke: "shade", width: 2 },
  ],
});

export const FEATURES = parts({
  head: [
    { d: "M27 36H37V48Q32 53 27 48Z", fill: "skin" },
    { d: "M27 42Q32 46.5 37 42V45Q32 49 27 45Z", fill: "shade" },
    { d: discs([19.6, 29.5, 3], [44.4, 29.5, 3]), fill: "skin" },
    { d: "M19 26C19 13 45 13 45 26C45 37 39 43.5 32 43.5C25 43.5 19 37 19 26Z", fill: "skin" },
    { d: "M23.8 25Q26.6 23.4 29 24.8M35 24.8Q37.4 23.4 40.2 25", stroke: "hair", width: 1.5 },
    { d: discs([26.8, 29.2, 1.8], [37.2, 29.2, 1.8]), fill: "eye" },
    { d: discs([27.4, 28.6, 0.6], [37.8, 28.6, 0.6]), fill: "glow" },
    { d: "M32 30.5Q33.6 33.4 31.4 33.8", stroke: "shade", width: 1.3 },
  ],
  smile: [{ d: "M27.6 36.4Q32 40.6 36.4 36.4", stroke: "lip", width: 1.7 }],
  grin: [
    { d: "M27 36Q32 37 37 36Q36 41.4 32 41.4Q28 41.4 27 36Z", fill: "lip" },
    { d: "M28 36.6Q32 37.4 36 36.6L35.6 38Q32 38.6 28.4 38Z", fill: "bone" },
  ],
  calm: [{ d: "M28.6 37.4Q32 39 35.4 37.4", stroke: "lip", width: 1.7 }],
  smirk: [{ d: "M28.4 37.8Q33 39.2 36.6 35.8", stroke: "lip", width: 1.7 }],
  open: [{ d: "M29.4 36.6Q32 35.6 34.6 36.6Q34.6 40.6 32 40.6Q29.4 40.6 29.4 36.6Z", fill: "lip" }],
});

export const WEAR = parts({
  blush: [{ d: discs([23.4, 34, 2.4], [40.6, 34, 2.4]), fill: "blush" }],
  freckles: [
    {
      d: discs([23, 33, 0.6], [25.4, 34.4, 0.6], [24, 35.6, 0.5], [41, 33, 0.6], [38.6, 34.4, 0.6], [40, 35.6, 0.5]),
      fill: "rust",
    },
  ],
  wrinkles: [
    { d: "M22.4 32Q23.4 34 25.4 34.2M41.6 32Q40.6 34 38.6 34.2M27 20.4Q32 19.4 37 20.4", stroke: "shade", width: 1 },
  ],
  glasses: [
    {
      d: `${discs([26.6, 29.4, 4.6], [37.4, 29.4, 4.6])}M31.2 29Q32 28.2 32.8 29M22 28.6L19.4 27.8M42 28.6L44.6 27.8`,
      stroke: "trim",
      width: 1.4,
    },
  ],
  earrings: [{ d: discs([19.2, 35, 2], [44.8, 35, 2]), fill: "gold" }],
  flower: [
    {
      d: discs([43.5, 14, 2.6], [47.5, 16.8, 2.6], [46, 21.4, 2.6], [41.2, 21.4, 2.6], [39.6, 16.8, 2.6]),
      fill: "trim",
    },
    { d: disc(43.6, 18, 2.2), fill: "gold" },
  ],
  clip: [{ d: "M38 18.5L45 23", stroke: "trim", width: 3 }],
  hairpin: [
    { d: "M22 12L42 5", stroke: "trim", width: 2 },
    { d: disc(43, 4.8, 2.4), fill: "berry" },
  ],
  headband: [{ d: "M18.2 23.5C22 17.5 42 17.5 45.8 23.5L45.6 19.5C41 13.5 23 13.5 18.4 19.5Z", fill: "trim" }],
  headphones: [
    { d: "M17.5 29C15 8 49 8 46.5 29", stroke: "trim", width: 3 },
    { d: "M15 26H20V34H15ZM44 26H49V34H44Z", fill: "trim", stroke: "trim", width: 2 },
  ],
  strawHat: [
    { d: "M8 19Q32 11 56 19Q54 23.5 32 21.5Q10 23.5 8 19Z", fill: "trim", stroke: "shade", width: 0.8 },
    { d: "M20 17.5C20 4 44 4 44 17.5Q32 14.5 20 17.5Z", fill: "trim" },
    {
      d: "M20 17.5C20.2 15.8 20.4 14.8 20.8 13.6Q32 10.6 43.2 13.6C43.6 14.8 43.8 15.8 44 17.5" + "Q32 14.5 20 17.5Z",
      fill: "berry",
    },
  ],
  toque: [
    {
      d: "M21 19L20 12C13 10 17 1 24 4C27 -1 37 -1 40 4C47 1 51 10 44 12L43 19Q32 16 21 19Z",
      fill: "trim",
      stroke: "shade",
      width: 0.8,
    },
  ],
  moustache: [
    {
      d:
        "M32 34.4C29 33 25.5 34.4 24.4 37C27.4 38 30.4 37.4 32 35.8C33.6 37.4 36.6 38 39.6 37" +
        "C38.5 34.4 35 33 32 34.4Z",
      fill: "hair",
    },
  ],
  beard: [
    {
      d:
        "M19.6 31C20 39.5 25.5 45.4 32 45.4C38.5 45.4 44 39.5 44.4 31C43 34.6 40 36 36.8 34.6" +
        "Q32 33 27.2 34.6C24 36 21 34.6 19.6 31ZM28.4 37.8Q32 35.6 36.6 36.4Q35 39.8 32 39.8" +
        "Q29 39.6 28.4 37.8Z",
      fill: "hair",
    },
  ],
  fullBeard: [
    {
      d:
        "M19.2 29C18.6 42 24.5 51 32 51C39.5 51 45.4 42 44.8 29C43.4 34 40 35.6 36.6 34.6" +
        "Q32 33 27.4 34.6C24 35.6 20.6 34 19.2 29ZM28.4 37.4Q32 36 35.6 37.4Q34.4 39.6 32 39.6" +
        "Q29.6 39.6 28.4 37.4Z",
      fill: "hair",
    },
  ],
  longBeard: [
    {
      d:
        "M19.2 30C19.4 44 26 62 32 62C38 62 44.6 44 44.8 30C43.4 35 40 36 36.6 34.8" +
        "Q32 33.4 27.4 34.8C24 36 20.6 35 19.2 30ZM28.4 37.6Q32 36.4 35.6 37.6Q34.4 39.8 32 39.8" +
        "Q29.6 39.8 28.4 37.6Z",
      fill: "hair",
      stroke: "shade",
      width: 0.6,
    },
  ],
  bowTie: [{ d: "M32 50.5L25.5 47.5V54ZM32 50.5L38.5 47.5V54Z", fill: "trim", stroke: "trim", width: 1.4 }],
});
