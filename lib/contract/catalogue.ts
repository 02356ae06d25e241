import type { AnswerOf, InputOf, OutcomeOf, ResultOf } from "./call.ts";
import type { Caller } from "./caller.ts";
import { ACCOUNTS_CALLS } from "./calls/accounts.ts";
import { ALARMS_CALLS } from "./calls/alarms.ts";
import { AUTOCONSUMPTION_CALLS } from "./calls/autoconsumption.ts";
import { CONSUMPTION_REPORTS_CALLS } from "./calls/consumption_reports.ts";
import { CONTRACTING_CALLS } from "./calls/contracting.ts";
import { DEGREE_DAYS_CALLS } from "./calls/degree_days.ts";
import { DISPLAY_CALLS } from "./calls/display.ts";
import { ENERGY_BALANCE_CALLS } from "./calls/energy_balance.ts";
import { FACILITIES_CALLS } from "./calls/facilities.ts";
import { GAS_CALLS } from "./calls/gas.ts";
import { HOUSING_CALLS } from "./calls/housing.ts";
import { ORGANISATIONS_CALLS } from "./calls/organisations.ts";
import { PILOT_CALLS } from "./calls/pilot.ts";
import { PLATFORM_CALLS } from "./calls/platform.ts";
import { PROJECTS_CALLS } from "./calls/projects.ts";
import { QUEUED_REPORTS_CALLS } from "./calls/queued_reports.ts";
import { ROLES_CALLS } from "./calls/roles.ts";
import { SERIES_CALLS } from "./calls/series.ts";

export const AREAS = {
  accounts: ACCOUNTS_CALLS,
  organisations: ORGANISATIONS_CALLS,
  roles: ROLES_CALLS,
  projects: PROJECTS_CALLS,
  series: SERIES_CALLS,
  housing: HOUSING_CALLS,
  facilities: FACILITIES_CALLS,
  degree_days: DEGREE_DAYS_CALLS,
  energy_balance: ENERGY_BALANCE_CALLS,
  gas: GAS_CALLS,
  autoconsumption: AUTOCONSUMPTION_CALLS,
  consumption_reports: CONSUMPTION_REPORTS_CALLS,
  pilot: PILOT_CALLS,
  alarms: ALARMS_CALLS,
  contracting: CONTRACTING_CALLS,
  display: DISPLAY_CALLS,
  queued_reports: QUEUED_REPORTS_CALLS,
  platform: PLATFORM_CALLS,
};

/** Every call, by name. @spec calls.catalogue */
export const CALLS = {
  ...ACCOUNTS_CALLS,
  ...ORGANISATIONS_CALLS,
  ...ROLES_CALLS,
  ...PROJECTS_CALLS,
  ...SERIES_CALLS,
  ...HOUSING_CALLS,
  ...FACILITIES_CALLS,
  ...DEGREE_DAYS_CALLS,
  ...ENERGY_BALANCE_CALLS,
  ...GAS_CALLS,
  ...AUTOCONSUMPTION_CALLS,
  ...CONSUMPTION_REPORTS_CALLS,
  ...PILOT_CALLS,
  ...ALARMS_CALLS,
  ...CONTRACTING_CALLS,
  ...DISPLAY_CALLS,
  ...QUEUED_REPORTS_CALLS,
  ...PLATFORM_CALLS,
};

export type Calls = typeof CALLS;

export type CallName = keyof Calls;

/** The input of a call: path parameters, query parameters, and the body under `body`. */
export type Input<Name extends CallName> = InputOf<Calls[Name]>;

export type Answer<Name extends CallName> = AnswerOf<Calls[Name]>;

/** The result of a backend. */
export type Outcome<Name extends CallName> = OutcomeOf<Calls[Name]>;

export type Result<Name extends CallName> = ResultOf<Calls[Name]>;

type Handler<Name extends CallName> = (
  input: Input<Name>,
  caller: Caller,
) => Promise<Outcome<Name>>;

/** A responder: it implements every call. */
export type Backend = { readonly [Name in CallName]: Handler<Name> };

export type Ask = <Name extends CallName>(name: Name, input: Input<Name>) => Promise<Result<Name>>;

export function isCallName(text: string): text is CallName {
  return Object.hasOwn(CALLS, text);
}
