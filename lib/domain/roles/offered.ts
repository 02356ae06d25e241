import { type Role, ROLE_NAMES, ROLES } from "./roles.ts";

/** Facts about a project that determine roles and screens. @spec roles.offered */
export interface ProjectFacts {
  readonly hasPilot: boolean;
  readonly hasTempPilot: boolean;
  /** 0 none, 1 detailed, 2 anonymous, 3 both, 4 anonymous except temperature and humidity. */
  readonly houseMode: number;
  /** 0 no, 1–6 some hourly data. */
  readonly houseHourly: number;
  /** Feature: consumption reports. */
  readonly housesConsreport: boolean;
  /** Feature: information display. */
  readonly display: boolean;
  /** Feature: alert messages to tenants. */
  readonly housesAppAlarm: boolean;
  /** Access of the occupants' application: 0 none, 1 read, 2 write, 3 websocket. */
  readonly ecotouchAdmin: number;
  readonly hasBuilding: boolean;
  readonly hasBoilerRoom: boolean;
  /** Collective self-consumption is configured. */
  readonly hasAutoconsumption: boolean;
  /** A series accepts indexes typed by hand. */
  readonly hasManualIndex: boolean;
}

/** houseMode values with detailed data. @spec roles.offered "Detail roles if houseMode is 1, 3 or 4" */
const DETAIL_MODES: readonly number[] = [1, 3, 4];

/** houseMode values with anonymous detail. @spec roles.offered "if houseMode is 2, 3 or 4" */
const ANONYMOUS_MODES: readonly number[] = [2, 3, 4];

/** Whether each condition of the role table holds on a project. @spec roles.offered */
const HOLDS = {
  "pilot": (facts) => facts.hasPilot,
  "temp-pilot": (facts) => facts.hasTempPilot,
  "houses": (facts) => facts.houseMode !== 0,
  "detail": (facts) => DETAIL_MODES.includes(facts.houseMode),
  "anonymous-detail": (facts) => ANONYMOUS_MODES.includes(facts.houseMode),
  "hourly": (facts) => facts.houseHourly !== 0,
  "consumption-reports": (facts) => facts.housesConsreport,
  "tenant-alerts": (facts) => facts.housesAppAlarm,
  "display": (facts) => facts.display,
  "buildings": (facts) => facts.hasBuilding,
  "boiler-rooms": (facts) => facts.hasBoilerRoom,
  "facilities": (facts) => facts.hasBuilding || facts.hasBoilerRoom,
  "autoconsumption": (facts) => facts.hasAutoconsumption,
  "manual-index": (facts) => facts.hasManualIndex,
  "ecotouch-read": (facts) => facts.ecotouchAdmin >= 1,
  "ecotouch-write": (facts) => facts.ecotouchAdmin >= 2,
  "ecotouch-websocket": (facts) => facts.ecotouchAdmin >= 3,
} satisfies Record<string, (facts: ProjectFacts) => boolean>;

/** The condition under which a project offers a role. @spec roles.catalogue */
export type OfferCondition = keyof typeof HOLDS;

/**
 * The roles that can be assigned on a project, in the order of the table.
 *
 * @spec roles.offered
 * @returns never `admin` nor `collect:minimal`, which have no label
 */
export function offeredRoles(facts: ProjectFacts): Role[] {
  return ROLE_NAMES.filter((role) => {
    const { offered = [] } = ROLES[role];
    return offered?.every((condition) => HOLDS[condition](facts)) ?? false;
  });
}
