import type { Context } from "fresh";
import { REPORT_RULES } from "@/lib/domain/consumption_reports/report_list.ts";
import { filteredRegister } from "@/lib/domain/tables/register.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { EVERY_HOUSE, REPORT_ORDER_FORM } from "@/lib/forms/consumption_reports/order_form.ts";
import { ticked } from "@/lib/forms/fields.ts";
import { links } from "@/lib/links/links.ts";
import { refusedBy, wrongFields } from "@/lib/web/forms/refused_values.ts";
import { valuesOf } from "@/lib/web/forms/sent_values.ts";
import { type FormAction, shownAgain } from "@/lib/web/forms/submit_forms.ts";
import type { State } from "@/lib/web/state.ts";
import { reportMonth } from "./report_month.ts";
import { readReports, reportsOf } from "./reports_page.ts";

/** Orders the reports of the selected dwellings, or of the whole list; the user's reports page shows their progress. */
export function orderForms(ctx: Context<State>): Record<string, FormAction> {
  const { project: { id: projectId } } = reportsOf(ctx.state);
  const month = reportMonth(ctx);
  return {
    [REPORT_ORDER_FORM.name]: async (sent) => {
      const values = valuesOf(REPORT_ORDER_FORM, sent);
      const isWhole = sent.intent === EVERY_HOUSE;
      const houseIds = isWhole ? await listedHouses(ctx) : ticked(values.houses);
      if (houseIds === null || (houseIds.length === 0 && !isWhole)) {
        return shownAgain(sent, wrongFields(values, { houses: { code: "required" } }));
      }
      const body = { houseIds };
      const said = await ctx.state.api.call("orderConsumptionReports", { projectId, month, body });
      return said.ok
        ? { done: true, next: links.queuedReports() }
        : shownAgain(sent, refusedBy(values, said));
    },
  };
}

/** The dwellings that match the filters of the URL: an empty list for all. @returns null when none matches */
async function listedHouses(ctx: Context<State>): Promise<string[] | null> {
  const { lines } = await readReports(ctx);
  const kept = filteredRegister(lines, readTableState(ctx.url.searchParams), REPORT_RULES);
  if (kept.length === 0) return null;
  return kept.length === lines.length ? [] : kept.map(({ id }) => id);
}
