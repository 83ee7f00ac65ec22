/** Are two values the same JSON? Moves, options and deals are compared so. */
export const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
