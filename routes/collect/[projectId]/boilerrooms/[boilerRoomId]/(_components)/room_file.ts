import { circuitColumns } from "@/components/facilities/CircuitTable.tsx";
import { deviceColumns } from "@/components/facilities/DeviceTable.tsx";
import { faultColumns, faultRows } from "@/components/facilities/FaultTable.tsx";
import { openingColumns, openingRows } from "@/components/facilities/OpeningTable.tsx";
import { ventilationColumns } from "@/components/facilities/VentilationTable.tsx";
import type { BoilerRoom, FacilityValue } from "@/lib/domain/facilities/types.ts";
import type { StateInterval } from "@/lib/domain/series/state_intervals.ts";
import { links } from "@/lib/links/links.ts";
import type { PlaceAlarms } from "@/lib/pages/alarms/place_alarms.ts";
import { facilityPlace } from "@/lib/pages/projects/residence_page.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import type { State } from "@/lib/web/state.ts";

export interface RoomNow {
  boilerRoom: BoilerRoom;
  /** Current values by series id. */
  values: ReadonlyMap<string, FacilityValue>;
  /** Last values by series id, whatever their age. */
  last: ReadonlyMap<string, FacilityValue>;
  /** Current states of openings and their start, by series id. */
  intervals: ReadonlyMap<string, StateInterval | null>;
  here: PlaceAlarms;
}

export function roomFile(url: URL, read: RoomNow, state: State): Response | null {
  const { boilerRoom, values, last, intervals } = read;
  const { circuits, devices, faultDetectors, errorCodes, cmvs } = boilerRoom;
  const place = facilityPlace(state);
  const hrefOf = curveOf(place.projectId, boilerRoom.id);
  const file = (table: string, words = table) => ({
    table,
    fileName: `${boilerRoom.name} ${words}.csv`,
  });
  return tableFile(url, {
    ...file("circuits"),
    columns: circuitColumns({ values, hrefOf }),
    rows: circuits,
  }) ??
    tableFile(url, { ...file("machines"), columns: deviceColumns(values), rows: devices }) ??
    tableFile(url, {
      ...file("defauts", "défauts"),
      columns: faultColumns({ ...place, values: last }),
      rows: faultRows({ detectors: faultDetectors, readers: errorCodes }),
    }) ??
    tableFile(url, {
      ...file("ouvertures"),
      columns: openingColumns({ ...place, intervals }),
      rows: openingRows(boilerRoom),
    }) ??
    tableFile(url, {
      ...file("ventilation"),
      columns: ventilationColumns({ ...place, values }),
      rows: cmvs,
    });
}

export function curveOf(projectId: string, boilerRoomId: string): (circuitId: string) => string {
  return (circuitId) => links.heatCurve(projectId, boilerRoomId, circuitId);
}
