/** How a day's amount spreads over its hours, in tenths of an even share. */
export const HEATING_HOURS: readonly number[] = shape(
  "8 8 8 8 9 12 13 13 11 10 10 10 10 10 10 10 11 11 11 11 10 10 9 8",
);
export const TAP_HOURS: readonly number[] = shape(
  "3 2 1 1 2 8 20 24 16 11 9 9 11 9 7 6 7 10 15 19 17 13 9 5",
);
/** Water of a dwelling: none at night. */
export const DRAW_HOURS: readonly number[] = shape(
  "3 0 0 0 0 6 21 25 16 11 9 9 11 9 7 6 7 10 15 19 17 13 9 7",
);
export const SUN_HOURS: readonly number[] = shape(
  "0 0 0 0 0 0 1 4 9 14 18 21 22 21 18 14 9 5 2 0 0 0 0 0",
);

function shape(tenths: string): readonly number[] {
  return tenths.split(" ").map((tenth) => Number(tenth) / 10);
}
