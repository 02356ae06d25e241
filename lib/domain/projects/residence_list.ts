import type { TagGroup } from "@/lib/domain/organisations/types.ts";
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
