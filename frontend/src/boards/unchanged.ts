/** Lists whose unchanged items keep their identity, so that a move redraws only the tiles it changes. */

/** Keeps the previous object for each key as long as all its fields are equal. */
export function keepUnchanged<T extends object>(keyOf: (one: T) => unknown): (list: readonly T[]) => readonly T[] {
  let before = new Map<unknown, T>();
  return (list) => {
    const now = list.map((one) => {
      const known = before.get(keyOf(one));
      return known !== undefined && isAlike(known, one) ? known : one;
    });
    before = new Map(now.map((one) => [keyOf(one), one]));
    return now;
  };
}

function isAlike(known: object, one: object): boolean {
  for (const name in one) if (!Object.is(Reflect.get(known, name), Reflect.get(one, name))) return false;
  return true;
}
