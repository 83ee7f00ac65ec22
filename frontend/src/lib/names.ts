/** How long a name may be, as the server has it. */
export const NAME = { shortest: 2, longest: 20 };
