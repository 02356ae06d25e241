import type { Residence } from "@/lib/domain/projects/residence_list.ts";
import { links } from "@/lib/links/links.ts";
import { openAlarmsText } from "@/lib/text/alarms/alarm_lists.ts";

/** A pin of the map of residences, as its route answers it and its island draws it. */
export interface ResidencePin {
  readonly name: string;
  readonly href: string;
  /** Degrees. */
  readonly latitude: number;
  /** Degrees. */
  readonly longitude: number;
  /** Its open alarms; null for none. */
  readonly alarms: { readonly text: string; readonly href: string } | null;
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
