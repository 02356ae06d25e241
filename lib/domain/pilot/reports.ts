import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import type { HouseStatus } from "./types.ts";

export interface ModuleReport {
  readonly serial: string;
  /** The revision that it follows; 0 for none. */
  readonly revision: number;
  /** null when only a revision is acknowledged. */
  readonly status: ReportedStatus | null;
}

/** State of a module; null for what it does not say. */
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
  /** The greatest revision that was applied; 0 for none. */
  readonly appliedRevision: number;
  /** When it was said to be; null for none. Seconds since 1970. */
  readonly appliedS: number | null;
  /** The last instant at which anything was said of it; null for none. */
  readonly heardS: number | null;
  /** When the values were reported; null when none were. */
  readonly reportedS: number | null;
  readonly temperatureC: number | null;
  readonly setpointC: number | null;
  readonly isHeating: boolean | null;
  readonly isCooling: boolean | null;
  readonly isWaterHeating: boolean | null;
  readonly house_status: HouseStatus | null;
}

/** A module of which nothing was ever said. */
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
 * What is known of a module after a report: an older revision than the one applied, and older values, change nothing.
 *
 * @spec pilot.gateway
 */
export function mergedReport(
  known: KnownReport,
  { revision, status }: ModuleReport,
  nowS: number,
): KnownReport {
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

/** When a module was last heard through its gateway; null for never. @spec pilot.connectivity */
export function heardOf({ heardS, reportedS, appliedS }: KnownReport): number | null {
  const times = [heardS, reportedS, appliedS].filter((time) => time !== null);
  return times.length === 0 ? null : Math.max(...times);
}

/** What stands for the reports of a module among the series by which it is heard; nothing stores it. */
export function reportSeriesId(moduleId: string): string {
  return storedSeriesId("pilot-reports", moduleId);
}
