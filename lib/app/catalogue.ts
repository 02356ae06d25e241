/** Every call by name and area, and the types that follow from them. @module */

import { ACCOUNTS_CALLS } from "@/lib/accounts/calls.ts";
import { ALARMS_CALLS } from "@/lib/alarms/calls.ts";
import type { AnswerOf, InputOf, OutcomeOf, ResultOf } from "@/lib/api/call.ts";
import type { CallPath } from "@/lib/api/routing.ts";
import {
  CONSUMPTION_REPORTS_CALLS,
  QUEUED_REPORTS_CALLS,
} from "@/lib/consumption_reports/calls.ts";
import { DISPLAY_CALLS } from "@/lib/display/calls.ts";
import { CONTRACTING_CALLS } from "@/lib/documents/calls.ts";
import { ENERGY_BALANCE_CALLS } from "@/lib/energy_balance/calls.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { GAS_CALLS } from "@/lib/gas/calls.ts";
import { PILOT_CALLS } from "@/lib/heating_control/calls.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { SERIES_CALLS } from "@/lib/ingest/calls.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { PLATFORM_CALLS } from "@/lib/platform/calls.ts";
import { STOCK_CALLS } from "@/lib/portfolio/calls.ts";
import { PROJECTS_CALLS, ROLES_CALLS, SEARCH_CALLS } from "@/lib/residences/calls.ts";
import { AUTOCONSUMPTION_CALLS } from "@/lib/self_consumption/calls.ts";
import { DEGREE_DAYS_CALLS } from "@/lib/weather/calls.ts";

/** What is listed with the residences. */
const RESIDENCE_CALLS = { ...PROJECTS_CALLS, ...STOCK_CALLS, ...SEARCH_CALLS };

export const AREAS = {
  accounts: ACCOUNTS_CALLS,
  organisations: ORGANISATIONS_CALLS,
  roles: ROLES_CALLS,
  projects: RESIDENCE_CALLS,
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
  ...RESIDENCE_CALLS,
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

/** Methods and paths of some calls, for an island: it loads neither their schemas nor the other calls. */
export function callPaths<const Name extends CallName>(
  ...names: readonly Name[]
): Readonly<Record<Name, CallPath>> {
  const paths = names.map((name): [Name, CallPath] => {
    const { method, path } = CALLS[name];
    return [name, { method, path }];
  });
  // Every name has a path.
  return Object.fromEntries(paths) as Record<Name, CallPath>;
}

const AREA_LABELS: Readonly<Record<string, string>> = {
  accounts: "Comptes et connexion",
  organisations: "Organisations",
  roles: "Rôles",
  projects: "Résidences",
  series: "Séries et collecteurs",
  housing: "Logements",
  facilities: "Chaufferies et bâtiments",
  degree_days: "DJU et sources extérieures",
  energy_balance: "Bilan énergétique",
  gas: "Points de livraison de gaz",
  contracting: "Documents et prestataires",
  alarms: "Alertes",
  display: "Écran d’information",
  consumption_reports: "Bilans de consommation",
  pilot: "Pilotage",
  autoconsumption: "Autoconsommation collective",
  queued_reports: "Rapports en préparation",
  platform: "Plateforme",
};

/** French name of an area of the API; its own name when it has none. */
export function areaLabel(area: string): string {
  return AREA_LABELS[area] ?? area;
}
