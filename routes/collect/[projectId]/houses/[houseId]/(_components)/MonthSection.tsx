import { type PageTable, PageTables } from "@/components/tables/DataTable.tsx";
import { PAGE_NAMES } from "@/lib/links/links.ts";
import { RUNNING_MONTH_INTRO } from "@/lib/text/consumption_reports/running_month.ts";

/** The current month of the dwelling; nothing without a visible amount. */
export function MonthSection({ table, url }: { table: PageTable<unknown>; url: URL }) {
  if (table.rows.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="month">
      <h2 id="month">{PAGE_NAMES.runningMonth}</h2>
      <p class="soft">{RUNNING_MONTH_INTRO}</p>
      <PageTables tables={[table]} url={url} />
    </section>
  );
}
