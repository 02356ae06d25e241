import { alarmCounts } from "@/lib/domain/alarms/alarm_table.ts";
import { filteredResidences, residenceLines } from "@/lib/domain/projects/residence_list.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import type { Api } from "@/lib/web/in_process.ts";

/** The organisation's residences, complete and filtered, with the tag groups of their columns. */
export async function residenceList(api: Api, orgId: string, state: TableState) {
  const [projects, tags, alarms] = await Promise.all([
    api.read("listProjects", { orgId }),
    api.read("listTags", { orgId }),
    api.read("listOrgAlarms", { orgId }),
  ]);
  const groups = tags.toSorted((left, right) => left.sortOrder - right.sortOrder);
  const all = residenceLines(projects, groups, alarmCounts(alarms));
  return { all, kept: filteredResidences(all, state), groups };
}
