/** The column and the filter of what holds from one moment to another. @module */

import { DATED_STATES, type DatedState } from "@/lib/base/dated_states.ts";
import { statusColumn } from "./columns.tsx";
import type { TableColumn } from "./DataTable.tsx";
import type { ListFilter } from "./list.ts";
import type { Tone } from "./Page.tsx";
import { labelledOptions } from "./SelectField.tsx";

interface Dated {
  readonly state: DatedState;
}

const STATE = "État";

/** @param current the tone of what holds now */
export function datedState(labels: Readonly<Record<DatedState, string>>, current: Tone) {
  const tones: Readonly<Record<DatedState, Tone>> = { current, coming: "info", past: "info" };
  const column: TableColumn<Dated> = statusColumn(
    "state",
    STATE,
    ({ state }) => ({ tone: tones[state], label: labels[state] }),
    { unbroken: true, sort: ({ state }) => DATED_STATES.indexOf(state) },
  );
  const filter: ListFilter<Dated> = {
    field: "state",
    label: STATE,
    value: ({ state }) => state,
    options: labelledOptions(DATED_STATES, labels),
  };
  return { column, filter };
}
