import { circuitTable } from "@/components/facilities/circuit_table.tsx";
import { deviceTable } from "@/components/facilities/device_table.tsx";
import { faultTable } from "@/components/facilities/fault_table.tsx";
import { openingTable } from "@/components/facilities/opening_table.tsx";
import { ventilationTable } from "@/components/facilities/ventilation_table.tsx";
import type { PageTable } from "@/components/tables/DataTable.tsx";
import type { BoilerRoom, FacilityValue } from "@/lib/domain/facilities/types.ts";
import type { StateInterval } from "@/lib/domain/series/state_intervals.ts";
import { links } from "@/lib/links/links.ts";
import { facilityPlace } from "@/lib/pages/projects/residence_page.ts";
import type { State } from "@/lib/web/state.ts";

interface RoomNow {
  boilerRoom: BoilerRoom;
  /** Current values by series id. */
  values: ReadonlyMap<string, FacilityValue>;
  /** Last values by series id, of any age. */
  last: ReadonlyMap<string, FacilityValue>;
  /** Current states of openings and their start, by series id. */
  intervals: ReadonlyMap<string, StateInterval | null>;
}

/** The tables of a boiler room, each also a file. */
export function roomTables(
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
