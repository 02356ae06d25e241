import { Notice } from "@/components/page/Page.tsx";
import { dateColumn, numberColumn } from "@/components/tables/columns.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { sumBy } from "@/lib/domain/numbers/sums.ts";
import type { RefusedSource } from "@/lib/domain/projects/types.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { REFUSAL_WORDS, refusedExample } from "@/lib/text/refusals.ts";

/** Readings of collectors refused in the last week, with the likely cause; nothing without any. */
export function RefusedSources(
  { refused, timeZone }: { refused: readonly RefusedSource[]; timeZone: string },
) {
  if (refused.length === 0) return null;
  const total = sumBy(refused, ({ count }) => count);
  const causes = [...new Set(refused.map(({ cause }) => cause))];
  return (
    <>
      <Notice
        tone="bad"
        title={`${countText(total, "relevé refusé", "relevés refusés")} depuis une semaine`}
      >
        <ul>
          {causes.map((cause) => (
            <li key={cause}>
              {REFUSAL_WORDS[cause].label}&nbsp;: {REFUSAL_WORDS[cause].advice}
            </li>
          ))}
        </ul>
      </Notice>
      <DataTable caption="Relevés refusés" columns={columnsIn(timeZone)} rows={refused} />
    </>
  );
}

function columnsIn(timeZone: string): TableColumn<RefusedSource>[] {
  return [
    {
      field: "source",
      label: "Source",
      cell: ({ source }) => source === "" ? "Autres sources" : <code>{source}</code>,
    },
    { field: "cause", label: "Motif", cell: ({ cause }) => REFUSAL_WORDS[cause].label },
    { field: "example", label: "Dernier exemple", cell: (one) => refusedExample(one, timeZone) },
    numberColumn({ field: "count", label: "Relevés refusés" }, ({ count }) => count, 0),
    dateColumn("since", "Depuis", ({ since }) => formatInstant(since, timeZone)),
    dateColumn("lastAt", "Dernier refus", ({ lastAt }) => formatInstant(lastAt, timeZone)),
  ];
}
