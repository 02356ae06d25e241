import {
  changedMonths,
  clearedMonths,
  readShown,
} from "@/lib/domain/facilities/outdoor_source_form.ts";
import type { ImportReport, MonthlyDjuDraft } from "@/lib/domain/facilities/types.ts";
import type { IsoMonth } from "@/lib/domain/periods/civil_dates.ts";
import { DAY_FILE_FORM, monthsForm, OUTDOOR_FORM } from "@/lib/forms/facilities/outdoor_forms.ts";
import { links } from "@/lib/links/links.ts";
import { type FileReport, takesFile } from "@/lib/web/forms/import_file.ts";
import { asks, changes, type FormAction, saves } from "@/lib/web/forms/submit_forms.ts";
import type { PageContext } from "@/lib/web/state.ts";

export type DayFileReport = FileReport<ImportReport>;

/** Maximum size of a department's daily file, compressed or not, bytes. */
export const MAX_FILE_BYTES = 16 * 1_048_576;

/**
 * Actions of the forms of an outdoor source's page.
 *
 * @param months months of the period shown, which are in the form of entered DJU
 */
export function outdoorForms(
  ctx: PageContext,
  months: readonly IsoMonth[],
): Record<string, FormAction<DayFileReport>> {
  const { projectId = "", sourceId = "" } = ctx.params;
  const at = { projectId, outdoorSourceId: sourceId };
  const { call } = ctx.state.api;
  const putMonths = async (typed: MonthlyDjuDraft["months"]) =>
    typed.length === 0
      ? { ok: true, answer: null } as const
      : await call("putMonthlyDju", { ...at, body: { months: typed } });
  return {
    source: changes(OUTDOOR_FORM, (body) => call("putOutdoorSource", { ...at, body }), {
      intents: {
        remove: asks(() => call("deleteOutdoorSource", at), links.outdoorSources(projectId)),
      },
    }),
    months: saves(
      monthsForm(months),
      (_, { values }) =>
        putMonths(changedMonths(months, { values, shown: readShown(months, values.shown ?? "") })),
      { intents: { clear: asks(() => putMonths(clearedMonths(months))) } },
    ),
    file: takesFile(
      DAY_FILE_FORM,
      ctx,
      ({ text, dryRun }) => call("importOutdoorDays", { ...at, dryRun, body: text }),
    ),
  };
}
