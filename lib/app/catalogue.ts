/** Every call by name and area, and the types that follow from them. @module */

import { ACCOUNTS_CALLS } from "@/lib/accounts/calls.ts";
import { ALARMS_CALLS } from "@/lib/alarms/calls.ts";
import type { AnswerOf, Catalogue, InputOf, OutcomeOf, ResultOf } from "@/lib/api/call.ts";
import type { AuditActions, BackendOf } from "@/lib/api/services.ts";
import {
  CONSUMPTION_REPORTS_CALLS,
  QUEUED_REPORTS_CALLS,
} from "@/lib/consumption_reports/calls.ts";
import { DISPLAY_CALLS } from "@/lib/display/calls.ts";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { ENERGY_BALANCE_CALLS } from "@/lib/energy_balance/calls.ts";
import { ENERGY_PRICES_CALLS } from "@/lib/energy_prices/calls.ts";
import { ENERGY_SIGNATURE_CALLS } from "@/lib/energy_signature/calls.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { GAS_CALLS } from "@/lib/gas/calls.ts";
import { HEATING_CONTROL_CALLS } from "@/lib/heating_control/calls.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { SERIES_CALLS } from "@/lib/ingest/calls.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { PLATFORM_CALLS } from "@/lib/platform/calls.ts";
import {
  COMMISSIONING_CALLS,
  FIGURES_CALLS,
  FOLLOW_UP_CALLS,
  LETTER_CALLS,
  STOCK_CALLS,
} from "@/lib/portfolio/calls.ts";
import { PROJECTS_CALLS, ROLES_CALLS, SEARCH_CALLS } from "@/lib/residences/calls.ts";
import { SELF_CONSUMPTION_CALLS } from "@/lib/self_consumption/calls.ts";
import { SETTLEMENT_CALLS } from "@/lib/settlement/calls.ts";
import { DEGREE_DAYS_CALLS } from "@/lib/weather/calls.ts";

/** What is listed with the residences. */
const RESIDENCE_CALLS = {
  ...PROJECTS_CALLS,
  ...STOCK_CALLS,
  ...FOLLOW_UP_CALLS,
  ...FIGURES_CALLS,
  ...COMMISSIONING_CALLS,
  ...LETTER_CALLS,
  ...SEARCH_CALLS,
};

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
  energy_signature: ENERGY_SIGNATURE_CALLS,
  energy_prices: ENERGY_PRICES_CALLS,
  settlement: SETTLEMENT_CALLS,
  gas: GAS_CALLS,
  autoconsumption: SELF_CONSUMPTION_CALLS,
  consumption_reports: CONSUMPTION_REPORTS_CALLS,
  pilot: HEATING_CONTROL_CALLS,
  alarms: ALARMS_CALLS,
  contracting: DOCUMENTS_CALLS,
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
  ...ENERGY_SIGNATURE_CALLS,
  ...ENERGY_PRICES_CALLS,
  ...SETTLEMENT_CALLS,
  ...GAS_CALLS,
  ...SELF_CONSUMPTION_CALLS,
  ...CONSUMPTION_REPORTS_CALLS,
  ...HEATING_CONTROL_CALLS,
  ...ALARMS_CALLS,
  ...DOCUMENTS_CALLS,
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

/** A responder: it implements every call. */
export type Backend = BackendOf<Calls>;

export type CallFunction = <Name extends CallName>(
  name: Name,
  input: Input<Name>,
) => Promise<Result<Name>>;

export function isCallName(text: string): text is CallName {
  return Object.hasOwn(CALLS, text);
}

/** French text of an audit action; the action's name when this version does not know it. */
export function auditActionText(action: string): string {
  return (isCallName(action) ? CALLS[action].audit : JOB_ACTIONS[action]) ?? action;
}

const CALLS_BY_AREA: Readonly<Record<string, Catalogue>> = AREAS;

export const AUDIT_ACTIONS: AuditActions = {
  textOf: auditActionText,
  isOf: (area, action) => Object.hasOwn(CALLS_BY_AREA[area] ?? {}, action),
};

/** Audit actions of jobs, which no call performs. */
const JOB_ACTIONS: Readonly<Record<string, string>> = {
  purgeReadings: "Relevés trop anciens supprimés",
};

const AREA_LABELS: Readonly<Record<keyof typeof AREAS, string>> = {
  accounts: "Comptes et connexion",
  organisations: "Organisations",
  roles: "Rôles",
  projects: "Résidences",
  series: "Séries et collecteurs",
  housing: "Logements",
  facilities: "Chaufferies et bâtiments",
  degree_days: "DJU et sources extérieures",
  energy_balance: "Bilan énergétique",
  energy_signature: "Signature énergétique",
  energy_prices: "Prix de l’énergie",
  settlement: "Décompte d’intéressement",
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

const LABELS: ReadonlyMap<string, string> = new Map(Object.entries(AREA_LABELS));

/** French name of an area of the API; its own name when this version does not know it. */
export function areaLabel(area: string): string {
  return LABELS.get(area) ?? area;
}
