/** Lists the residences of the home page with their tags and alarms, and their map pins. @module */

import { alarmCounts } from "@/lib/alarms/alarm_list.ts";
import { ALARMS_CALLS } from "@/lib/alarms/calls.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import type { TagGroup } from "@/lib/organisations/schema.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import type { ProjectSummary } from "@/lib/residences/schema.ts";
import { openAlarmsText } from "@/lib/residences/text.ts";
import { links } from "@/lib/ui/links.ts";
import type { Api } from "@/lib/web/state.ts";
import type { ResidencePin } from "./residences_map.ts";

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
  const labelOf = new Map(
    groups.flatMap(({ id, values }) =>
      values.map((value) => [value.id, [id, value.label]] as const)
    ),
  );
  return projects.map(({ id, name, code, location, tags }) => {
    const { street, zipCode, city, latitude, longitude } = location;
    const labels = tags.flatMap((tag) => {
      const label = labelOf.get(tag);
      return label === undefined ? [] : [label];
    });
    const place = { street, zipCode, city, latitude, longitude };
    const alarmCount = alarmCounts.get(id) ?? 0;
    return { id, name, code, ...place, alarmCount, tags: Object.fromEntries(labels) };
  });
}

/** The organisation's residences, with the tag groups of their columns and their open alarms. */
export async function readResidences(api: Api, orgId: string) {
  const [projects, tags, alarms] = await Promise.all([
    api.read(PROJECTS_CALLS.listProjects, { orgId }),
    api.read(ORGANISATIONS_CALLS.listTags, { orgId }),
    api.read(ALARMS_CALLS.listOrgAlarms, { orgId }),
  ]);
  const groups = tags.toSorted((left, right) => left.sortOrder - right.sortOrder);
  return { all: residenceLines(projects, groups, alarmCounts(alarms)), groups, projects, alarms };
}

/** The pins of residences; none for a residence whose place is unknown. */
export function residencePins(residences: readonly Residence[]): ResidencePin[] {
  return residences.flatMap(({ id, name, latitude, longitude, alarmCount }) => {
    if (latitude === null || longitude === null) return [];
    const alarms = alarmCount > 0
      ? { text: openAlarmsText(alarmCount), href: links.alarms(id) }
      : null;
    return [{ name, href: links.residence(id), latitude, longitude, alarms }];
  });
}
