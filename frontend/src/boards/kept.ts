/** Lists in which what has not changed stays the same object: a move draws anew only the tiles that it changes. */

/** Keeps the former object for each thing, found by its key, as long as all its fields are what they were. */
export function keeper<T extends object>(keyOf: (one: T) => unknown): (list: readonly T[]) => readonly T[] {
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
