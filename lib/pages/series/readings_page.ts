import { callPaths } from "@/lib/contract/call_paths.ts";
import { READINGS_FILE_FORM } from "@/lib/forms/series/readings_file_form.ts";
import { takesFile } from "@/lib/web/forms/import_file.ts";
import type { PageContext } from "@/lib/web/state.ts";

/** Calls to which a large file is sent in parts. */
export const IMPORT_PATHS = callPaths("importReadings");

/** Maximum size of a file sent with a form, bytes. */
export const MAX_FILE_BYTES = 33_000_000;

export function readingsForms(ctx: PageContext) {
  return {
    file: takesFile(
      READINGS_FILE_FORM,
      ctx,
      ({ text, dryRun }, { series, kind, stamp, onConflict, acceptOld, restoreDeleted }) =>
        ctx.state.api.call("importReadings", {
          projectId: ctx.params.projectId ?? "",
          body: text,
          dryRun,
          acceptOld: acceptOld ? "true" : "false",
          restoreDeleted: restoreDeleted ? "true" : "false",
          content: kind ?? undefined,
          stamp: stamp ?? undefined,
          onConflict: onConflict ?? undefined,
          ...series !== null && { series },
        }),
    ),
  };
}
