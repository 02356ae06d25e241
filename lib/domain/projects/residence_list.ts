import type { TagGroup } from "@/lib/domain/organisations/types.ts";
import { filteredRows, type FilterValue } from "@/lib/domain/tables/filter.ts";
import { holdsWords, SEARCH_FILTER } from "@/lib/domain/tables/search.ts";
import { sortedRows, type SortValue } from "@/lib/domain/tables/sort.ts";
import { orderOf, type TableSort, type TableState } from "@/lib/domain/tables/table_state.ts";
import type { ProjectSummary } from "./types.ts";

/** A residence as a row of the organisation's list. @spec projects.fields */
export interface Residence {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly street: string;
  readonly zipCode: string;
  readonly city: string;
  /** null when the place is unknown. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Number of open alarms, without child alarms. */
  readonly alarmCount: number;
  /** Chosen label by tag group id; groups without a choice are absent. */
  readonly tags: Readonly<Record<string, string>>;
}

export const RESIDENCE_ORDER: TableSort = { field: "name", direction: "asc" };

/** Field name of a tag group's column in the table's state. */
export function tagField(groupId: string): string {
  return `${TAG_PREFIX}${groupId}`;
}

/**
 * The residences as rows, with the labels of their tags and their open alarms.
 *
 * @spec organisations.tags
 * @param alarmCounts number of open alarms by residence id; residences without any are absent
 */
export function residenceLines(
  projects: readonly ProjectSummary[],
  groups: readonly TagGroup[],
  alarmCounts: ReadonlyMap<string, number>,
): Residence[] {
  return projects.map(({ id, name, code, location, tags }) => {
    const { street, zipCode, city, latitude, longitude } = location;
    const labels = groups.flatMap((group) => {
      const value = group.values.find((one) => tags.includes(one.id));
      return value === undefined ? [] : [[group.id, value.label] as const];
    });
    const place = { street, zipCode, city, latitude, longitude };
    const alarmCount = alarmCounts.get(id) ?? 0;
    return { id, name, code, ...place, alarmCount, tags: Object.fromEntries(labels) };
  });
}

/**
 * The rows that pass the search and the filters, sorted.
 *
 * @spec tables.sort
 * @returns all rows, by name, for an untouched table
 */
export function filteredResidences(lines: readonly Residence[], state: TableState): Residence[] {
  const { [SEARCH_FILTER]: words = "", ...filters } = state.filters;
  const tagFields = Object.keys(filters).filter((field) => field.startsWith(TAG_PREFIX));
  const compared = tagFields.map((field): [string, FilterValue<Residence>] => [
    field,
    (line) => line.tags[field.slice(TAG_PREFIX.length)] ?? "",
  ]);
  const fields = { city: ({ city }: Residence) => city, ...Object.fromEntries(compared) };
  const kept = filteredRows(lines, filters, fields).filter((line) =>
    holdsWords(COLUMNS.map((column) => line[column]), words)
  );
  const { field, direction } = orderOf(state, RESIDENCE_ORDER, isColumn);
  const named = sortedRows(kept, ({ name }) => name, RESIDENCE_ORDER.direction);
  return sortedRows(named, (line) => sortValue(line, field), direction);
}

/** Field name of the open alarms column in the table's state. */
export const ALARM_FIELD = "alarms";

const TAG_PREFIX = "tag-";

const COLUMNS = ["name", "code", "street", "zipCode", "city"] as const;

function isColumn(field: string): boolean {
  return field === ALARM_FIELD || field.startsWith(TAG_PREFIX) ||
    COLUMNS.some((one) => one === field);
}

function sortValue(line: Residence, field: string): SortValue {
  if (field.startsWith(TAG_PREFIX)) return line.tags[field.slice(TAG_PREFIX.length)] ?? null;
  if (field === ALARM_FIELD) return line.alarmCount;
  const column = COLUMNS.find((one) => one === field) ?? "name";
  return line[column] || null;
}
