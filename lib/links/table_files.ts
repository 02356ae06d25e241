import type { DialectName } from "@/lib/domain/tables/csv.ts";

/** Parameter that requests a page's table as a file, and parameter that names the table. */
export const FILE_PARAMETER = "csv";
export const TABLE_PARAMETER = "table";

/**
 * The URLs of a page's table as a file, in both dialects: the URL of the page, with its filters and its sort.
 *
 * @param page its URL, whose page number is removed
 * @param table its name, when the page has several
 */
export function tableFileLinks(page: string | URL, table?: string): Record<DialectName, string> {
  // Any base: the paths are absolute.
  const { pathname, searchParams } = new URL(page, "http://page.invalid");
  const linkOf = (dialect: DialectName) => {
    const query = new URLSearchParams(searchParams);
    query.delete("page");
    query.set(FILE_PARAMETER, dialect);
    if (table !== undefined) query.set(TABLE_PARAMETER, table);
    return `${pathname}?${query.toString().replaceAll("%3A", ":")}`;
  };
  return { semicolon: linkOf("semicolon"), comma: linkOf("comma") };
}
