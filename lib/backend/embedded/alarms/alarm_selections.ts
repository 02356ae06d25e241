import { readEquipments } from "@/lib/backend/embedded/facilities/equipment.ts";
import { readProject } from "@/lib/backend/embedded/projects/projects.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readById } from "@/lib/backend/kv/lists.ts";
import { projectRecord } from "@/lib/backend/records/projects.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { placeOfHandler } from "@/lib/domain/alarms/selections.ts";
import {
  ALARM_HANDLERS,
  type AlarmHandler,
  type AvailableSelection,
} from "@/lib/domain/alarms/types.ts";
import { compareValues } from "@/lib/domain/tables/sort.ts";
import { ALARM_FILTER_LABELS, ALARM_HANDLER_LABELS } from "@/lib/text/alarms.ts";
import { visibleProjects } from "./placed_reports.ts";

type Filter = AvailableSelection["filters"][number];

/** The selections available to a mail report of a residence. */
export async function projectSelections(
  services: Services,
  projectId: string,
): Promise<AvailableSelection[]> {
  const [{ hasPilot }, equipments] = await Promise.all([
    readProject(services, projectId),
    readEquipments(services, projectId),
  ]);
  const valuesOf = (kind: "boilerroom" | "building") =>
    equipments.filter(({ record }) => record.kind === kind)
      .map(({ id, record }) => ({ value: id, label: record.name }));
  const places = { boilerRoom: valuesOf("boilerroom"), building: valuesOf("building") };
  return ALARM_HANDLERS.filter((handler) => hasPilot || !handler.startsWith("pilot-"))
    .flatMap((handler) => {
      const place = placeOfHandler(handler);
      if (place === null) return [selection(handler, [])];
      const values = places[place];
      const filter = { name: place, label: ALARM_FILTER_LABELS[place], values };
      return values.length === 0 ? [] : [selection(handler, [filter])];
    });
}

/** The selections available to a mail report across residences: those visible to its reader. @spec alarms.choices */
export async function orgSelections(
  services: Services,
  orgId: string,
  caller: Caller,
): Promise<AvailableSelection[]> {
  const ids = await visibleProjects(services, orgId, caller);
  const projects = await readById(services.store, ids, keys.project, projectRecord);
  const values = [...projects].map(([value, { name: label }]) => ({ value, label }))
    .sort((left, right) => compareValues(left.label, right.label));
  const filter = { name: "project", label: ALARM_FILTER_LABELS.project, values };
  return ALARM_HANDLERS.map((handler) => selection(handler, [filter]));
}

function selection(handler: AlarmHandler, filters: Filter[]): AvailableSelection {
  return { handler, label: ALARM_HANDLER_LABELS[handler], filters };
}
