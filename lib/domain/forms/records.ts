/** Whether a value is a JSON object, not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The names of the rows of a table, in its order. */
export function namesOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table)
    .filter((name): name is keyof Table & string => Object.hasOwn(table, name));
}
