import type { Context } from "fresh";
import { callPaths } from "@/lib/contract/call_paths.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { FILE_CONTENTS, ON_CONFLICT, STAMPS } from "@/lib/domain/series/csv_content.ts";
import { errorText } from "@/lib/text/errors.ts";
import { readSubmission } from "@/lib/web/forms/submit.ts";
import { uploadedText } from "@/lib/web/forms/uploaded_text.ts";
import { heldBy } from "@/lib/web/front/request_facts.ts";
import type { State } from "@/lib/web/state.ts";
import type { ReadingsImport } from "@/lib/domain/series/types.ts";

/** Where a large file is sent piece by piece. */
export const IMPORT_PATHS = callPaths("importReadings");

/** What became of a file sent with the form. */
export interface ReadingsEnd {
  values: Record<string, string>;
  errors: FieldErrors;
  /** Why nothing could be read; null when the fields or the report say it. */
  failure: string | null;
  report: ReadingsImport | null;
  isDry: boolean;
  status: number;
}

/** Largest file that a form may carry, bytes. */
const MAX_FILE_BYTES = 33_000_000;

const FIELDS = ["intent", "series", "kind", "stamp", "onConflict", "acceptOld"] as const;

export async function importSentFile(ctx: Context<State>): Promise<ReadingsEnd> {
  const sent = await readSubmission(ctx, FIELDS, MAX_FILE_BYTES);
  const { intent, series, kind, stamp, onConflict, acceptOld } = sent.values;
  const isDry = intent === "try";
  const end = { values: sent.values, errors: {}, failure: null, report: null, isDry, status: 400 };
  const file = sent.file("file");
  if (file === null) return { ...end, errors: { file: { code: "required" } } };
  const body = await uploadedText(file, heldBy(ctx.req));
  if (body === null || body === "") return { ...end, failure: errorText("bad-file") };
  const result = await ctx.state.api.call("importReadings", {
    projectId: ctx.params.projectId ?? "",
    body,
    dryRun: isDry ? "true" : "false",
    acceptOld: acceptOld === "on" ? "true" : "false",
    content: FILE_CONTENTS.find((one) => one === kind),
    stamp: STAMPS.find((one) => one === stamp),
    onConflict: ON_CONFLICT.find((one) => one === onConflict),
    ...(series !== "" && { series }),
  });
  if (!result.ok) return { ...end, failure: errorText(result.code), status: result.status };
  return { ...end, report: result.answer, status: 200 };
}
