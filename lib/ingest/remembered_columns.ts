/** Remembers what the columns of a file contain, under its heading, for the next file with it. @module */

import * as z from "zod";
import type { Services } from "@/lib/api/services.ts";
import { transact } from "@/lib/api/writes.ts";
import { secretHash } from "@/lib/base/secrets.ts";
import { firstCharacters } from "@/lib/base/strings.ts";
import { instantOf } from "@/lib/base/time_zones.ts";
import { plainHeading } from "@/lib/files/csv_headings.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, listStored, readEntry, type Store, type Stored } from "@/lib/store/store.ts";
import type { Handler } from "./calls.ts";
import { headingAt, headingLines } from "./file_formats.ts";
import type { ReadingsImport } from "./schema.ts";

/** How the columns under a heading were chosen. */
export const columnChoiceRecord = z.object({
  heading: z.string(),
  /** As they were sent. */
  columns: z.string(),
  /** When they were chosen, epoch ms. */
  atMs: z.number(),
});

/** Maximum number of choices of a residence, and of characters of a heading. */
const [CHOICES_KEPT, HEADING_SHOWN] = [50, 200];

/** The id of the choice under a heading: files have the same when their cells are. */
export function columnChoiceId(cells: readonly string[]): string {
  return secretHash(cells.map(plainHeading).join("\n"));
}

/**
 * The choice that was remembered for the columns of a file: the last one whose heading is among its first lines.
 *
 * @spec imports.remembered-columns
 * @returns null without one
 */
export async function rememberedColumns(
  store: Store,
  projectId: string,
  text: string,
): Promise<ReadingsImport["remembered"]> {
  const choices = await listStored(store, keys.columnChoice.under(projectId), columnChoiceRecord);
  if (choices.length === 0) return null;
  const lines = headingLines(text).map(({ line, cells }) => ({ line, id: columnChoiceId(cells) }));
  const last = choices.toSorted(byTime).find(({ id }) => lines.some((line) => line.id === id));
  const line = lines.find(({ id }) => id === last?.id)?.line;
  if (last === undefined || line === undefined) return null;
  const { id, record: { columns, atMs } } = last;
  return { id, line, columns, at: instantOf(atMs) };
}

function byTime(a: Choice, b: Choice): number {
  return b.record.atMs - a.record.atMs;
}

type Choice = Stored<z.output<typeof columnChoiceRecord>>;

/** The columns chosen for a file, as they were sent. */
interface ColumnChoice {
  readonly text: string;
  /** Line of the heading, from 1. */
  readonly line: number;
  readonly columns: string;
}

/**
 * Adds a choice to the commit of an import; the oldest one goes when there are too many.
 *
 * @spec imports.remembered-columns
 */
export async function rememberColumns(
  { store, now }: Services,
  projectId: string,
  { text, line, columns }: ColumnChoice,
): Promise<(atomic: Atomic) => void> {
  const { cells = [] } = headingAt(text, line) ?? {};
  const id = columnChoiceId(cells);
  const known = await listStored(store, keys.columnChoice.under(projectId), columnChoiceRecord);
  const others = known.filter((one) => one.id !== id).toSorted(byTime);
  const heading = firstCharacters(cells.join(" "), HEADING_SHOWN);
  return (atomic) => {
    atomic.set(keys.columnChoice(projectId, id), { heading, columns, atMs: now() });
    for (const { entry } of others.slice(CHOICES_KEPT - 1)) atomic.delete(entry.key);
  };
}

export const listColumnChoices: Handler<"listColumnChoices"> = async (
  { store },
  { projectId },
) => {
  const choices = await listStored(store, keys.columnChoice.under(projectId), columnChoiceRecord);
  const answer = choices.toSorted(byTime)
    .map(({ id, record: { heading, atMs } }) => ({ id, heading, at: instantOf(atMs) }));
  return { ok: true, answer };
};

/** Forgets how the columns under a heading were chosen. @spec imports.remembered-columns */
export const forgetColumnChoice: Handler<"forgetColumnChoice"> = (
  services,
  { projectId, choiceId },
  caller,
) =>
  transact(services, { projectId, caller, action: "forgetColumnChoice" }, async (atomic) => {
    const key = keys.columnChoice(projectId, choiceId);
    const { value } = await readEntry(services.store, key, columnChoiceRecord);
    if (value === null) return { ok: false, code: "not-found" };
    atomic.delete(key);
    return { ok: true, answer: null, subject: value.heading };
  });
