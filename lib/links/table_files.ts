import type { DialectName } from "@/lib/domain/tables/csv.ts";

/** Parameter by which the address of a page asks for its table as a file, and the one that names the table. */
export const FILE_PARAMETER = "csv";
export const TABLE_PARAMETER = "table";

/**
 * The addresses of a page's table as a file, in both dialects: those of the page, with its filters and its sort.
 *
 * @param page its address, of which the page number is left out
 * @param table its name, where the page has several
 */
export function tableFileLinks(page: string | URL, table?: string): Record<DialectName, string> {
  // Any base: the addresses start at the root.
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
