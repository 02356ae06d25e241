interface Schema {
  safeParse(value: unknown): { readonly success: boolean };
}

/** The inputs that a schema refuses. */
export function refused<Input>(schema: Schema, inputs: readonly Input[]): Input[] {
  return inputs.filter((input) => !schema.safeParse(input).success);
}

/** The changes of a valid draft that a schema refuses. @throws Error when it refuses the draft itself */
export function refusedChanges<Change extends object>(
  schema: Schema,
  draft: object,
  changes: readonly Change[],
): Change[] {
  if (!schema.safeParse(draft).success) throw new Error(`Refused: ${JSON.stringify(draft)}`);
  return changes.filter((change) => !schema.safeParse({ ...draft, ...change }).success);
}
