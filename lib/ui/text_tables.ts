/** French texts of tables: sort, pages, counts, exports. @module */

import { formatNumber } from "@/lib/base/text_format.ts";
import type { TablePage } from "./pagination.ts";
import type { SortDirection } from "./tables.ts";

/** The option of a filter that accepts every row, whatever its gender. @spec tables.filters */
export const ALL_LABEL = "Tous";

/** The option of a list of tags that selects all. @spec forms.tags */
export const ALL_TAGS_LABEL = "Tout";

/** The button that downloads a table. @spec tables.files */
export const EXPORT_CSV = "Exporter en CSV";

/** Label of the other dialect of F §9. */
export const EXPORT_COMMA_CSV = "CSV à virgules";

/** Accessible label of the pagination. */
export const PAGINATION_LABEL = "Pages du tableau";

/** Accessible label of a column heading's link. */
export function sortLabel(header: string, direction: SortDirection): string {
  return `Trier par ${header}, ordre ${direction === "asc" ? "croissant" : "décroissant"}`;
}

/** A page of pagination: "Page 3 sur 12". */
export function pageLabel(page: number, pageCount: number): string {
  return `Page ${formatNumber(page, 0)} sur ${formatNumber(pageCount, 0)}`;
}

/** The rows of a page: "Lignes 21 à 40 sur 1 234", "1 ligne", "Aucune ligne". */
export function rowsLabel(page: Omit<TablePage<unknown>, "rows">): string {
  const count = formatNumber(page.rowCount, 0);
  if (page.rowCount === 0) return "Aucune ligne";
  if (page.pageCount > 1) {
    return `Lignes ${formatNumber(page.firstRank, 0)} à ${
      formatNumber(page.lastRank, 0)
    } sur ${count}`;
  }
  return page.rowCount === 1 ? "1 ligne" : `${count} lignes`;
}
