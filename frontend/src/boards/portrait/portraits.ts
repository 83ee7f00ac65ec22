/** The portraits of the house players: 64 × 64, in layers, composed from a few parts. */

import { disc, FEATURES, HAIR, CLOTHES, WEAR, type Layer } from "./parts";

/** Colours are names of design tokens, without `--portrait-`. */
export interface Look {
  ground: string;
  skin: string;
  hair: keyof typeof HAIR;
  colour: string;
  mouth: "smile" | "grin" | "calm" | "smirk" | "open";
  clothes: keyof typeof CLOTHES;
  cloth: string;
  wear?: readonly (keyof typeof WEAR)[];
  /** The colour of the accessories. */
  trim?: string;
}

export const PORTRAITS: Readonly<Record<string, Look>> = {
  Pip: look("sky", "skin-2", "spiky", "ginger", "grin", "round", "leaf", ["freckles"]),
  Momo: look("rose", "skin-1", "pigtails", "black", "open", "round", "sun", ["blush"]),
  Olle: look("leaf", "skin-1", "short", "straw", "grin", "collar", "rust", ["strawHat"], "straw"),
  Tavi: look("sun", "skin-3", "curls", "brown", "smile", "vee", "teal", ["blush"]),
  Suki: look("teal", "skin-2", "twoBuns", "black", "smile", "robe", "rose", ["flower", "blush"], "berry"),
  Bruno: look("rust", "skin-2", "short", "brown", "grin", "collar", "cream", ["toque", "moustache"], "cream"),
  Yuna: look("plum", "skin-1", "bob", "black", "calm", "round", "sky", ["clip"], "sun"),
  Marlo: look("sky", "skin-4", "curls", "black", "smile", "vee", "plum", ["headphones"], "rust"),
  Fenna: look("cream", "skin-1", "long", "ginger", "smile", "collar", "leaf", ["glasses", "freckles"], "ink"),
  Kofi: look("leaf", "skin-5", "cropped", "black", "smirk", "collar", "sun", ["beard"]),
  Zora: look("berry", "skin-4", "afro", "black", "grin", "vee", "teal", ["earrings"], "gold"),
  Leander: look("teal", "skin-2", "swept", "straw", "smirk", "suit", "plum", ["bowTie"], "berry"),
  Odile: look("gold", "skin-2", "bun", "brown", "calm", "vee", "berry", ["glasses", "earrings"], "ink"),
  Bashir: look("sky", "skin-3", "bald", "grey", "calm", "suit", "teal", ["fullBeard", "glasses"], "ink"),
  Ingrid: look("rust", "skin-1", "crown", "straw", "calm", "robe", "sky", ["earrings"], "cream"),
  Wenling: look("rose", "skin-2", "bun", "white", "calm", "robe", "berry", ["hairpin", "wrinkles"], "gold"),
  Anselm: look("plum", "skin-1", "bald", "white", "calm", "robe", "ink", ["longBeard", "wrinkles"], "white"),
  Tomoe: look("ink", "skin-2", "topknot", "black", "smirk", "robe", "cream", ["headband"], "berry"),
};

function look(
  ground: string,
  skin: string,
  hair: Look["hair"],
  colour: string,
  mouth: Look["mouth"],
  clothes: Look["clothes"],
  cloth: string,
  wear: Look["wear"] = [],
  trim = "ink",
): Look {
  return { ground, skin, hair, colour, mouth, clothes, cloth, wear, trim };
}

/** The layers of a portrait with their colours, from back to front. */
export function layersOf(look: Look): Layer[] {
  const colours: Record<string, string> = {
    skin: look.skin,
    hair: look.colour,
    cloth: look.cloth,
    trim: look.trim ?? "ink",
  };
  const worn = (look.wear ?? []).flatMap((name) => WEAR[name]);
  const layers = [
    { d: disc(32, 32, 32), fill: look.ground },
    ...worn.filter((layer) => layer.behind),
    ...(HAIR[look.hair].back ?? []),
    ...CLOTHES[look.clothes],
    ...FEATURES.head,
    ...FEATURES[look.mouth],
    ...HAIR[look.hair].front,
    ...worn.filter((layer) => !layer.behind),
  ];
  return layers.map((layer) => painted(layer, colours));
}

function painted(layer: Layer, colours: Readonly<Record<string, string>>): Layer {
  const { fill, stroke } = layer;
  return {
    ...layer,
    ...(fill === undefined ? {} : { fill: colours[fill] ?? fill }),
    ...(stroke === undefined ? {} : { stroke: colours[stroke] ?? stroke }),
  };
}
