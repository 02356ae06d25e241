/** Merges the reports of gateways about modules, and names their series. @module */

import { highest } from "@/lib/base/sums.ts";
import { FUTURE_S, storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { HouseStatus } from "./schema.ts";

export interface ModuleReport {
  readonly serial: string;
  /** Last revision applied by the module; 0 for none. */
  readonly revision: number;
  /** null when only a revision is acknowledged. */
  readonly status: ReportedStatus | null;
}

/** State of a module; null for values it does not report. */
export interface ReportedStatus {
  /** Seconds since 1970; null for now. */
  readonly atS: number | null;
  /** °C. */
  readonly temperature: number | null;
  readonly setpoint: number | null;
  readonly heating: boolean | null;
  readonly cooling: boolean | null;
  readonly water_heating: boolean | null;
  readonly house_status: HouseStatus | null;
}

export interface KnownReport {
  /** Highest revision applied; 0 for none. */
  readonly appliedRevision: number;
  /** When its application was reported, seconds since 1970; null when nothing was applied. */
  readonly appliedS: number | null;
  /** Last report of any kind; null for none. */
  readonly heardS: number | null;
  /** Time of the reported values; null when there are none. */
  readonly reportedS: number | null;
  readonly temperatureC: number | null;
  readonly setpointC: number | null;
  readonly isHeating: boolean | null;
  readonly isCooling: boolean | null;
  readonly isWaterHeating: boolean | null;
  readonly house_status: HouseStatus | null;
}

/** Initial state of a module without reports. */
export const NO_REPORT: KnownReport = {
  appliedRevision: 0,
  appliedS: null,
  heardS: null,
  reportedS: null,
  temperatureC: null,
  setpointC: null,
  isHeating: null,
  isCooling: null,
  isWaterHeating: null,
  house_status: null,
};

/**
 * Merges a report into the state of a module: a revision older than the applied one, and older values, change nothing.
 * What is known of a time later than now was reported while the clock was ahead: it hides no report of now.
 *
 * @spec pilot.gateway
 */
export function mergedReport(
  stored: KnownReport,
  { revision, status }: ModuleReport,
  nowS: number,
): KnownReport {
  const known = asOfNow(stored, nowS);
  const applied = revision > known.appliedRevision
    ? { appliedRevision: revision, appliedS: nowS }
    : {};
  const reportedS = status === null ? null : status.atS ?? nowS;
  const isNewer = reportedS !== null && reportedS >= (known.reportedS ?? 0);
  const values = status === null || !isNewer ? {} : {
    reportedS,
    temperatureC: status.temperature,
    setpointC: status.setpoint,
    isHeating: status.heating,
    isCooling: status.cooling,
    isWaterHeating: status.water_heating,
    house_status: status.house_status,
  };
  const heardS = Math.max(known.heardS ?? 0, reportedS ?? nowS);
  return { ...known, ...applied, ...values, heardS };
}

function asOfNow(known: KnownReport, nowS: number): KnownReport {
  const isAhead = (seconds: number | null) => seconds !== null && seconds > nowS + FUTURE_S;
  return {
    ...known,
    appliedS: isAhead(known.appliedS) ? nowS : known.appliedS,
    heardS: isAhead(known.heardS) ? null : known.heardS,
    reportedS: isAhead(known.reportedS) ? null : known.reportedS,
  };
}

/** Last report of a module through its gateway, seconds since 1970; null for never. @spec pilot.connectivity */
export function heardOf({ heardS, reportedS, appliedS }: KnownReport): number | null {
  return highest([heardS, reportedS, appliedS]);
}

const REPORT_SERIES = "pilot-reports";

/** Id that stands for the reports of a module among its series; it is never stored. */
export function reportSeriesId(moduleId: string): string {
  return storedSeriesId(REPORT_SERIES, moduleId);
}

/** Whether a series stands for the reports of modules. */
export function isReportSeries(seriesId: string): boolean {
  return seriesId === REPORT_SERIES;
}
