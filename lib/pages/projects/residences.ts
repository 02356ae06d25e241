import { alarmCounts } from "@/lib/domain/alarms/alarm_table.ts";
import { residenceLines } from "@/lib/domain/projects/residence_list.ts";
import type { Api } from "@/lib/web/in_process.ts";

/** The organisation's residences, with the tag groups of their columns. */
export async function readResidences(api: Api, orgId: string) {
  const [projects, tags, alarms] = await Promise.all([
    api.read("listProjects", { orgId }),
    api.read("listTags", { orgId }),
    api.read("listOrgAlarms", { orgId }),
  ]);
  const groups = tags.toSorted((left, right) => left.sortOrder - right.sortOrder);
  return { all: residenceLines(projects, groups, alarmCounts(alarms)), groups };
}
