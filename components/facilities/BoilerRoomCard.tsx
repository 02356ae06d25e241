import { AlarmCount } from "@/components/residences/AlarmCount.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { Status } from "@/components/ui/Page.tsx";
import { formatQuantity } from "@/lib/base/text_format.ts";
import type { KeyValue } from "@/lib/facilities/current_values.ts";
import type { BoilerRoomSummary } from "@/lib/facilities/schema.ts";
import { openAlarmsText } from "@/lib/residences/text.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import { links } from "@/lib/ui/links.ts";

interface BoilerRoomCardProps {
  room: BoilerRoomSummary;
  /** Values that show whether it runs. */
  values: readonly KeyValue[];
  alarmCount: number;
  /** Ids of the series with an open alarm. */
  alarmed: ReadonlySet<string>;
  canWrite: boolean;
}

/** A boiler room in a residence's overview; its balance is on the page of the residence's energy, and its own. */
export function BoilerRoomCard(
  { room, values, alarmCount, alarmed, canWrite }: BoilerRoomCardProps,
) {
  const { projectId, id } = room;
  return (
    <li class="card">
      <h3 class="row">
        <Icon name="boiler" />
        <a href={links.boilerRoom(projectId, id)}>{room.name}</a>
        {room.code !== "" && <span class="small soft">{room.code}</span>}
        <AlarmCount
          count={alarmCount}
          href={links.boilerRoom(projectId, id)}
          text={openAlarmsText}
        />
      </h3>
      <KeyValues projectId={projectId} values={values} alarmed={alarmed} />
      {!room.hasEfficiency && (
        canWrite
          ? <a href={links.boilerRoomSettings(projectId, id)}>Configurer le bilan énergétique</a>
          : <p class="soft">Le bilan énergétique n’est pas encore configuré.</p>
      )}
    </li>
  );
}

/** A few current values on a card, each linked to its series. */
function KeyValues(
  { projectId, values, alarmed }: Pick<BoilerRoomCardProps, "values" | "alarmed"> & {
    projectId: string;
  },
) {
  if (values.length === 0) return null;
  return (
    <dl class="key-values">
      {values.map(({ series, value }) => (
        <div key={series.id}>
          <dt class="small soft">
            <a href={links.facilitySeries(projectId, series.id)}>{seriesName(series)}</a>
          </dt>
          <dd>
            <KeyFigure
              text={formatQuantity(value.value, series.unit.unit)}
              isAlarmed={alarmed.has(series.id)}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function KeyFigure({ text, isAlarmed }: { text: string; isAlarmed: boolean }) {
  if (!isAlarmed) return <>{text}</>;
  return (
    <>
      <Status tone="very-bad" label={text} />
      <span class="visually-hidden">, alerte ouverte</span>
    </>
  );
}
