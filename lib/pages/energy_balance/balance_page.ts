import { frozen } from "@/lib/backend/core/frozen.ts";
import type { Answer } from "@/lib/contract/catalogue.ts";
import type { BoardData } from "@/lib/domain/energy_balance/board.ts";
import {
  boardGasChoice,
  type Simulated,
  simulated,
} from "@/lib/domain/energy_balance/simulation/simulated_board.ts";
import { simulationPrefill } from "@/lib/domain/energy_balance/simulation/simulation.ts";
import {
  knownSource,
  readSimulation,
} from "@/lib/domain/energy_balance/simulation/simulation_query.ts";
import type { BalancePeriod } from "@/lib/domain/energy_balance/types.ts";
import { balanceRange } from "@/lib/domain/energy_balance/year_report.ts";
import { isShifted, type PeriodRange } from "@/lib/domain/periods/period.ts";
import { rangeSegment } from "@/lib/domain/periods/segments.ts";
import type { PageContext } from "@/lib/web/state.ts";

export type BalancePage = Awaited<ReturnType<typeof readBalance>>;

interface Board {
  readonly data: BoardData;
  readonly prefilled: Simulated;
}

/** The period of a range. @param range a calendar or a shifted year, as `YEAR_ONLY` pages read it */
export function balancePeriodOf({ type, year }: PeriodRange): BalancePeriod {
  return { year, shifted: isShifted(type) };
}

/** Reads a boiler room's year in one call, and the simulation of the URL, or of a submitted form. */
export async function readBalance(
  { state, params, url }: PageContext,
  period: BalancePeriod,
  simulation: URLSearchParams = url.searchParams,
) {
  const { projectId = "", boilerRoomId = "" } = params;
  const readings = await state.api.read("getBalanceReadings", {
    projectId,
    boilerRoomId,
    segment: rangeSegment(balanceRange(period)),
  });
  const { boilerRoomName } = readings;
  const board = boardOf(readings, period);
  const form = board && readSimulation(simulation, board.prefilled.form, {
    djuSources: readings.outdoorSources.map(({ id }) => id),
    gasSource: boardGasChoice(board.data),
  });
  return { boilerRoomName, period, board, form };
}

type Readings = Answer<"getBalanceReadings">;

/** The board of some readings, on the day they were read: cached, since all users get the same answer. */
function boardOf(readings: Readings, period: BalancePeriod): Board | null {
  const known = BOARDS.get(readings);
  if (known !== undefined) return known;
  const { boilerRoom, seasons, dju, series, units, now, ...choices } = readings;
  if (boilerRoom === null) return null;
  const { outdoorSources, gasVolumeSeries, outdoorC } = choices;
  const input = { boilerRoom, seasons, dju, series, units, period, now };
  const prefill = simulationPrefill(boilerRoom.settings, period);
  const djuSource = knownSource(prefill.djuSource, outdoorSources.map(({ id }) => id));
  const board = frozen({
    data: { input, outdoorSources, gasVolumeSeries, outdoorC },
    prefilled: simulated({ ...prefill, djuSource }),
  });
  BOARDS.set(readings, board);
  return board;
}

const BOARDS = new WeakMap<Readings, Board>();
