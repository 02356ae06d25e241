import { AlarmCount } from "@/components/alarms/AlarmCount.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import type { Building } from "@/lib/domain/facilities/types.ts";
import { links } from "@/lib/links/links.ts";
import { openAlarmsText } from "@/lib/text/alarms/alarm_lists.ts";
import { countText } from "@/lib/text/format/counts.ts";

interface BuildingListProps {
  buildings: readonly Building[];
  /** Number of open alarms, by building id; absent for 0. */
  alarmCounts: ReadonlyMap<string, number>;
}

export function BuildingList({ buildings, alarmCounts }: BuildingListProps) {
  return (
    <section class="stack" aria-labelledby="buildings">
      <h2 id="buildings">Bâtiments</h2>
      <ul class="columns">
        {buildings.map((building) => (
          <li key={building.id} class="card">
            <h3 class="row">
              <Icon name="building" />
              <a href={links.building(building.projectId, building.id)}>{building.name}</a>
              {building.code !== "" && <span class="small soft">{building.code}</span>}
              <AlarmCount
                count={alarmCounts.get(building.id) ?? 0}
                href={links.building(building.projectId, building.id)}
                text={openAlarmsText}
              />
            </h3>
            <p class="small soft">{contentsText(building)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function contentsText({ cmvs, skydomes, gates }: Building): string {
  const parts = [
    cmvs.length > 0 ? countText(cmvs.length, "VMC", "VMC") : "",
    skydomes.length > 0 ? countText(skydomes.length, "skydome") : "",
    gates.length > 0 ? countText(gates.length, "porte ou portail", "portes ou portails") : "",
  ];
  return parts.filter(Boolean).join(", ") || "Rien n’y est suivi";
}
