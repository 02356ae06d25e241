import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { isFileRequested } from "./table_file.ts";

interface PageOfLines<Line> {
  readonly lines: readonly Line[];
  readonly pageCount: number;
}

/** The page of lines that a URL asks for; for its file, the first page and the lines of all. */
export async function readLines<Page extends PageOfLines<unknown>>(
  url: URL,
  read: (page: string) => Promise<Page>,
) {
  const table = readTableState(url.searchParams);
  const isFile = isFileRequested(url);
  const report = await read(String(isFile ? 1 : table.page));
  const rows: Page["lines"][number][] = [...report.lines];
  for (let at = 2; isFile && at <= report.pageCount; at++) {
    rows.push(...(await read(String(at))).lines);
  }
  return { table, report, rows };
}
