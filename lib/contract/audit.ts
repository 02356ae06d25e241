import type { ACCOUNTS_PATHS } from "./accounts_paths.ts";
import type { ALARMS_PATHS } from "./alarms_paths.ts";
import type { AUTOCONSUMPTION_PATHS } from "./autoconsumption_paths.ts";
import type { CONSUMPTION_REPORTS_PATHS } from "./consumption_reports_paths.ts";
import type { CONTRACTING_PATHS } from "./contracting_paths.ts";
import type { DEGREE_DAYS_PATHS } from "./degree_days_paths.ts";
import type { DISPLAY_PATHS } from "./display_paths.ts";
import type { ENERGY_BALANCE_PATHS } from "./energy_balance_paths.ts";
import type { FACILITIES_PATHS } from "./facilities_paths.ts";
import type { GAS_PATHS } from "./gas_paths.ts";
import type { HOUSING_PATHS } from "./housing_paths.ts";
import type { ORGANISATIONS_PATHS } from "./organisations_paths.ts";
import type { PILOT_PATHS } from "./pilot_paths.ts";
import type { PLATFORM_PATHS } from "./platform_paths.ts";
import type { PROJECTS_PATHS } from "./projects_paths.ts";
import type { QUEUED_REPORTS_PATHS } from "./queued_reports_paths.ts";
import type { ROLES_PATHS } from "./roles_paths.ts";
import type { SERIES_PATHS } from "./series_paths.ts";

type Paths =
  & typeof ACCOUNTS_PATHS
  & typeof ALARMS_PATHS
  & typeof AUTOCONSUMPTION_PATHS
  & typeof CONSUMPTION_REPORTS_PATHS
  & typeof CONTRACTING_PATHS
  & typeof DEGREE_DAYS_PATHS
  & typeof DISPLAY_PATHS
  & typeof ENERGY_BALANCE_PATHS
  & typeof FACILITIES_PATHS
  & typeof GAS_PATHS
  & typeof HOUSING_PATHS
  & typeof ORGANISATIONS_PATHS
  & typeof PILOT_PATHS
  & typeof PLATFORM_PATHS
  & typeof PROJECTS_PATHS
  & typeof QUEUED_REPORTS_PATHS
  & typeof ROLES_PATHS
  & typeof SERIES_PATHS;

/** Every call that is not a read. */
type Written = {
  [Name in keyof Paths]: Paths[Name] extends { readonly method: "GET" } ? never : Name;
}[keyof Paths];

/** Calls by POST that change nothing an organisation answers for. */
type LeavesNoLine =
  | "login"
  | "logout"
  | "checkToken"
  | "refreshToken"
  | "getOAuthToken"
  | "migrateToOAuth"
  | "askResetCode"
  | "askNewLinkProvider"
  | "checkUser"
  | "createStockImport";

/**
 * What a line of the audit log says was done: the name of the call that did it.
 *
 * Its French words stand in `lib/text/audit.ts`, exhaustive by type. @spec domain §3 "Who is who"
 */
export type AuditAction =
  | Exclude<Written, LeavesNoLine>
  | "exportAccount"
  | "exportConsumer"
  | "exportOccupant"
  | "exportOwnData"
  | "purgeReadings";

/** Areas of the catalogue whose calls leave lines, by which the log is filtered. */
export const AUDIT_AREAS = [
  "accounts",
  "organisations",
  "roles",
  "projects",
  "series",
  "housing",
  "facilities",
  "degree_days",
  "energy_balance",
  "gas",
  "autoconsumption",
  "consumption_reports",
  "pilot",
  "alarms",
  "contracting",
  "display",
  "queued_reports",
  "platform",
] as const;

/** One of {@link AUDIT_AREAS}. */
export type AuditArea = (typeof AUDIT_AREAS)[number];
