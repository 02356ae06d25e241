import { PlaceNotices } from "@/components/alarms/PlaceNotices.tsx";
import { SeasonGap } from "@/components/energy_balance/BalanceTable.tsx";
import { GapCost } from "@/components/energy_prices/YearCosts.tsx";
import { circuitTable, faultTable, openingTable } from "@/components/facilities/sensor_tables.tsx";
import { CurrentValues, ventilationTable } from "@/components/facilities/CurrentValues.tsx";
import { fileColumn, numberColumn, textColumn } from "@/components/ui/columns.tsx";
import { type PageTable, PageTables, type TableColumn } from "@/components/ui/DataTable.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { readPlaceAlarms } from "@/lib/alarms/pages.ts";
import { FRESH_ALARMS_SECONDS } from "@/lib/api/call.ts";
import { readSeasonGap } from "@/lib/energy_balance/pages.ts";
import { readSeasonCost } from "@/lib/energy_prices/pages.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { circuitBounds, roomBounds } from "@/lib/facilities/current_values.ts";
import type { DeviceKind } from "@/lib/facilities/equipment_kinds.ts";
import { idsAtPlace } from "@/lib/facilities/equipment_rules.ts";
import { boilerRoomOf, readIntervalsNow, roomAt } from "@/lib/facilities/pages.ts";
import type { BoilerRoom, Device, FacilityValue } from "@/lib/facilities/schema.ts";
import { DEVICE_KIND_LABELS } from "@/lib/facilities/text.ts";
import { canWriteSeries } from "@/lib/ingest/series_pages.ts";
import { facilityPlace } from "@/lib/residences/pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { StateInterval } from "@/lib/series/range_notes.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { tableFiles } from "@/lib/web/downloads.ts";
import { define, page, type State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { state, url } = ctx;
    const at = roomAt(ctx);
    const { projectId, boilerRoomId } = at;
    const { read } = state.api;
    const [boilerRoom, values, last, equipments, totals, gap] = await Promise.all([
      boilerRoomOf(ctx, PAGES.residence.title),
      read(FACILITIES_CALLS.getCurrentData, { projectId }),
      read(FACILITIES_CALLS.getLastSensorData, { projectId }),
      read(FACILITIES_CALLS.listEquipments, { projectId }),
      read(FACILITIES_CALLS.listRecentTotals, at),
      readSeasonGap(state, at),
    ]);
    const equipmentIds = idsAtPlace(equipments, boilerRoomId);
    const now = {
      boilerRoom,
      values: bySeries(values),
      last: bySeries(last),
      intervals: await readIntervalsNow(state, [...boilerRoom.skydomes, ...boilerRoom.gates]),
      here: await readPlaceAlarms(state, [...equipmentIds]),
      season: await readSeasonCost(state, at),
      equipmentIds,
      totals: new Map(totals.map((one) => [one.seriesId, one])),
      gap,
    };
    const tables = roomTables(now, state);
    return tableFiles(url, tables) ?? page({ ...now, tables });
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { boilerRoom, values, equipmentIds } = data;
  const { name, code, location, operator } = boilerRoom;
  const { project } = residenceOf(state);
  const separate = new Set(namedSeparately(boilerRoom).map(({ seriesId }) => seriesId));
  const series = project.facilitiesDataseries.filter(({ id, equipmentId }) =>
    equipmentId !== null && equipmentIds.has(equipmentId) && !separate.has(id)
  );
  const bounds = [...roomBounds(boilerRoom, series), ...circuitBounds(boilerRoom.circuits)];
  return (
    <>
      <PageTitle
        title={name}
        subtitle={[code, location, operator && `exploitant\u00A0: ${operator}`]}
      />
      <div class="stack" data-live="values">
        <PlaceNotices {...data.here} />
        {data.gap && <SeasonGap {...data.gap} />}
        {data.season && <GapCost {...data.season} />}
        <CurrentValues
          projectId={project.id}
          series={series}
          values={values}
          timeZone={project.timeZone}
          bounds={new Map(bounds)}
          totals={data.totals}
          alarms={new Map(
            data.here.alarms.flatMap(({ seriesId, id }) =>
              seriesId === null ? [] : [[seriesId, links.alarm(project.id, id)]]
            ),
          )}
          newSeries={canWriteSeries(state, "facilities") ? links.newSeries(project.id) : null}
        />
        <PageTables tables={data.tables} url={url} />
      </div>
      {boilerRoom.devices.length > 0 && <MachineLinks projectId={project.id} room={boilerRoom} />}
      <PageRefresh everySeconds={FRESH_ALARMS_SECONDS} state={state} />
    </>
  );
});

/** Series with their own table, whose last value is not shown twice. */
function namedSeparately(
  { faultDetectors, errorCodes, skydomes, gates, cmvs }: BoilerRoom,
): { seriesId: string | null }[] {
  return [...faultDetectors, ...errorCodes, ...skydomes, ...gates, ...cmvs];
}

function bySeries(values: readonly FacilityValue[]): ReadonlyMap<string, FacilityValue> {
  return new Map(values.map((value) => [value.seriesId, value]));
}

/** The pages of the machines that a boiler room has; the others are tabs. */
function MachineLinks({ projectId, room }: { projectId: string; room: BoilerRoom }) {
  const has = (...kinds: DeviceKind[]) => room.devices.some(({ kind }) => kinds.includes(kind));
  return (
    <nav class="row" aria-label="Pages des machines">
      {has("heat-pump") && (
        <a class="button" href={links.heatPumps(projectId, room.id)}>{PAGES.heatPumps.title}</a>
      )}
      {has("solar-thermal", "solar-electric") && (
        <a class="button" href={links.solar(projectId, room.id)}>{PAGES.solar.title}</a>
      )}
    </nav>
  );
}

interface RoomNow {
  boilerRoom: BoilerRoom;
  values: ReadonlyMap<string, FacilityValue>;
  /** Last values by series id, of any age. */
  last: ReadonlyMap<string, FacilityValue>;
  /** Current states of openings and their start, by series id. */
  intervals: ReadonlyMap<string, StateInterval | null>;
}

function roomTables(
  { boilerRoom, values, last, intervals }: RoomNow,
  state: State,
): PageTable<unknown>[] {
  const place = facilityPlace(state);
  const hrefOf = (circuitId: string) => links.heatCurve(place.projectId, boilerRoom.id, circuitId);
  return [
    circuitTable(boilerRoom, { values, hrefOf }),
    deviceTable(boilerRoom, values),
    faultTable(boilerRoom, { ...place, values: last }),
    openingTable(boilerRoom, { ...place, intervals }),
    ventilationTable(boilerRoom, { ...place, values }),
  ];
}

type CurrentValues = ReadonlyMap<string, FacilityValue>;

/** Heat pumps, solar panels and vehicle chargers; the file has the registers of their meters (B §3). */
function deviceTable(
  { name, devices }: Pick<BoilerRoom, "name" | "devices">,
  values: CurrentValues,
): PageTable<Device> {
  return {
    table: "machines",
    fileName: `${name} machines.csv`,
    caption: "Machines",
    columns: deviceColumns(values),
    rows: devices,
  };
}

function deviceColumns(values: CurrentValues): TableColumn<Device>[] {
  const register = (seriesId: string | null) =>
    seriesId === null ? null : values.get(seriesId)?.value ?? null;
  return [
    textColumn("name", "Machine", ({ name }) => name),
    textColumn("kind", "Type", ({ kind }) => DEVICE_KIND_LABELS[kind]),
    numberColumn("power", "Puissance", ({ powerKW }) => powerKW, { unit: "kW" }),
    fileColumn(
      "Index de production (kWh)",
      ({ productionSeriesId }) => register(productionSeriesId),
    ),
    fileColumn(
      "Index de consommation (kWh)",
      ({ consumptionSeriesId }) => register(consumptionSeriesId),
    ),
  ];
}
