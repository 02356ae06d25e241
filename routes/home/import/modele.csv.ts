import { HttpError } from "fresh";
import { STOCK_KINDS } from "@/lib/domain/projects/stock.ts";
import { CSV_DIALECTS, csvFile, type DialectName } from "@/lib/domain/tables/csv.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import { STOCK_COLUMNS, STOCK_KIND_LABELS, type StockColumn } from "@/lib/text/projects/stock.ts";
import { answered } from "@/lib/web/answered.ts";
import { define } from "@/lib/web/define.ts";
import { csvDownload, dialectOf } from "@/lib/web/files/download.ts";

/** A file to fill in: the headings, the organisation's own categories among them, and a line as an example. */
export const handler = define.handlers({
  async GET({ url, state }) {
    const { id: orgId } = administered(state);
    const kind = STOCK_KINDS.find((one) => one === url.searchParams.get("kind"));
    if (kind === undefined) throw new HttpError(404);
    const groups = kind === "residences"
      ? answered(await state.api.call("listTags", { orgId }))
      : [];
    const tags = groups.map(({ name, values }) => ({
      header: name,
      value: () => values[0]?.label ?? "",
    }));
    const dialect = dialectOf(url);
    const columns = [
      ...STOCK_COLUMNS[kind].map((column) => templateColumn(column, dialect)),
      ...tags,
    ];
    const name = `modele-${STOCK_KIND_LABELS[kind].toLowerCase()}.csv`;
    return csvDownload(csvFile(columns, [kind], CSV_DIALECTS[dialect]), name);
  },
});

function templateColumn({ heading, example }: StockColumn, dialect: DialectName) {
  const text = dialect === "comma" ? example.replace(/^(\d+),(\d+)$/, "$1.$2") : example;
  return { header: heading, value: () => text };
}
