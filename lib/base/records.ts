/** Parses JSON texts, and recognises and builds plain objects. @module */

/**
 * The value of a JSON text.
 *
 * @returns undefined for invalid JSON
 */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether a value is a JSON object, not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The names of the rows of a table, in its order. */
export function namesOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table)
    .filter((name): name is keyof Table & string => Object.hasOwn(table, name));
}

/** A table with a row for each name. */
export function tableOf<Name extends string, Row>(
  names: readonly Name[],
  row: (name: Name) => Row,
): Record<Name, Row> {
  // The keys are the names: TypeScript loses that with entries.
  return Object.fromEntries(names.map((name) => [name, row(name)])) as Record<Name, Row>;
}
