import { parametersOf } from "@/lib/api/parameters.ts";
import { CALLS } from "@/lib/app/catalogue.ts";

/** Values of the parameters that are not ids, or are the id of the same entity. */
const GIVEN = {
  annotatedId: "ds-1",
  dataSeriesId: "ds-1",
  date: "2024-02-29",
  email: "anne@bailleur.fr",
  fromDate: "2023-10-01",
  houseId: "ho-1",
  instant: "2024-07-15T08",
  kind: "boiler-room",
  month: "2024-07",
  pce: "21546789012345",
  segment: "monthly-2023",
  series: "ds-1",
  source: "serial=0101",
  year: "2024",
};

/** A valid value of each path parameter. */
export const EXAMPLES: Readonly<Record<string, string>> & typeof GIVEN = { ...ids(), ...GIVEN };

/** "boiler-room-1" for "boilerRoomId". */
function ids(): Record<string, string> {
  const names = Object.keys(parametersOf(CALLS)).filter((name) => name.endsWith("Id"));
  const kebab = (name: string) => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  return Object.fromEntries(names.map((name) => [name, `${kebab(name.slice(0, -2))}-1`]));
}

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
