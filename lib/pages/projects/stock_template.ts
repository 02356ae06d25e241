import type { Context } from "fresh";
import { STOCK_KINDS } from "@/lib/domain/projects/stock.ts";
import { TABLE_PARAMETER } from "@/lib/links/table_files.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import { STOCK_COLUMNS, STOCK_KIND_LABELS, type StockColumn } from "@/lib/text/projects/stock.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import type { State } from "@/lib/web/state.ts";

/**
 * A template to fill in: the headings, including the organisation's tag groups, and an example line.
 *
 * @returns null when the URL requests none
 */
export async function stockTemplate({ url, state }: Context<State>): Promise<Response | null> {
  const kind = STOCK_KINDS.find((one) => one === url.searchParams.get(TABLE_PARAMETER));
  if (kind === undefined) return null;
  const { id: orgId } = administered(state);
  const groups = kind === "residences" ? await state.api.read("listTags", { orgId }) : [];
  const tags = groups.map(({ name, values }) => ({
    header: name,
    value: () => values[0]?.label ?? "",
  }));
  return tableFile(url, {
    table: kind,
    fileName: `modele-${STOCK_KIND_LABELS[kind].toLowerCase()}.csv`,
    columns: [...STOCK_COLUMNS[kind].map(templateColumn), ...tags],
    rows: [kind],
  });
}

/** A column whose decimal example is written in the dialect's number format. */
function templateColumn({ heading, example }: StockColumn) {
  const isDecimal = /^\d+,\d+$/.test(example);
  const value = isDecimal ? Number(example.replace(",", ".")) : example;
  return { header: heading, value: () => value };
}
