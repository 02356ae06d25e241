/** The catalogue of roles: groups, implied roles, the residences that offer them, their screens. @module */

import { namesOf } from "@/lib/base/records.ts";

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
type OfferCondition = keyof typeof HOLDS;

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

/** The 16 display groups, in the order of the specification. @spec roles.catalogue */
export const ROLE_GROUPS = [
  "houseAdmin",
  "pilot",
  "platform",
  "building",
  "boilerroom",
  "houseData",
  "acc",
  "alarm",
  "consreport",
  "houseAlert",
  "pilotTemp",
  "display",
  "doc",
  "ecotouchHouses",
  "bos-heating",
  "config",
] as const;

/** Display group of a role. @spec roles.catalogue */
export type RoleGroup = (typeof ROLE_GROUPS)[number];

interface RoleEntry {
  /** French label; null when the role is never shown. */
  readonly label: string | null;
  /** null for the two roles without a label, which are never displayed. */
  readonly group: RoleGroup | null;
  /** Roles directly implied, if any; `expandRoles()` returns all of them. */
  readonly implies?: readonly Role[];
  /** Offered when every condition holds: always when absent, never when null. */
  readonly offered?: readonly OfferCondition[] | null;
  /** Screens opened by this role itself, without those of the roles it implies. */
  readonly opens?: readonly Screen[];
}

/** The name of the platform administrator's role, which implies nothing. @spec roles.catalogue */
export const PLATFORM_ADMIN = "admin" satisfies Role;

/** The rows of {@link ROLES}, in the order of the specification's table. */
const ENTRIES = {
  "admin": { label: null, group: null, offered: null },
  "pilot": {
    label: "Eco-Pilot - Accès complet",
    group: "pilot",
    implies: ["pilot:write"],
    offered: ["pilot"],
  },
  "pilot:write": {
    label: "Eco-Pilot - Configuration",
    group: "pilot",
    implies: ["pilot:read", "collect"],
    offered: ["pilot"],
    opens: ["pilot-settings"],
  },
  "pilot:read": {
    label: "Eco-Pilot - Lecture seule",
    group: "pilot",
    implies: ["collect:read", "collect:detail:hourly"],
    offered: ["pilot"],
    opens: ["pilot"],
  },
  "collect": {
    label: "Eco-Platform - Accès complet",
    group: "platform",
    implies: [
      "collect:read",
      "collect:building:write",
      "collect:boilerroom:write",
      "collect:alarm:write",
      "collect:alarm:comment:write",
      "collect:alarm:report:write",
      "collect:houseadmin",
      "collect:housesconsreport:write",
      "collect:housing:pilottemp:write",
      "collect:display:write",
      "collect:acc:write",
      "collect:config:manualindex:write",
    ],
  },
  "collect:read": {
    label: "Eco-Platform - Lecture seule",
    group: "platform",
    implies: [
      "collect:building:read",
      "collect:boilerroom:read",
      "collect:detail:daily",
      "collect:anondetail:daily",
      "collect:detail:hourly",
      "collect:housesconsreport:read",
      "collect:housing:pilottemp:read",
      "collect:display:read",
    ],
  },
  "collect:minimal": {
    label: null,
    group: null,
    offered: null,
    opens: ["alarms", "autoconsumption"],
  },
  "collect:building:write": {
    label: "Bâtiment - Configuration",
    group: "building",
    implies: ["collect:building:read"],
    offered: ["buildings"],
    opens: ["building-settings"],
  },
  "collect:building:read": {
    label: "Bâtiment - Lecture seule",
    group: "building",
    implies: ["collect:minimal"],
    offered: ["buildings"],
    opens: ["buildings"],
  },
  "collect:boilerroom:write": {
    label: "Chaufferie - Configuration",
    group: "boilerroom",
    implies: ["collect:boilerroom:read"],
    offered: ["boiler-rooms"],
    opens: ["boiler-room-settings"],
  },
  "collect:boilerroom:read": {
    label: "Chaufferie - Lecture seule",
    group: "boilerroom",
    implies: ["collect:minimal"],
    offered: ["boiler-rooms"],
    opens: ["boiler-rooms", "energy-balance"],
  },
  "collect:agg:daily": {
    label: "Consultation par jour des conso. agrégées des Logements",
    group: "houseData",
    implies: ["collect:minimal"],
    offered: ["houses"],
    opens: ["houses"],
  },
  "collect:anondetail:daily": {
    label: "Consultation par jour des conso. anonymes des Logements",
    group: "houseData",
    implies: ["collect:agg:daily"],
    offered: ["anonymous-detail"],
  },
  "collect:detail:daily": {
    label: "Consultation par jour des conso. non-anonymes des Logements",
    group: "houseData",
    implies: ["collect:agg:daily", "collect:anondetail:daily"],
    offered: ["detail"],
  },
  "collect:agg:hourly": {
    label: "Consultation par heure des conso. agrégées des Logements",
    group: "houseData",
    implies: ["collect:agg:daily"],
    offered: ["houses", "hourly"],
  },
  "collect:detail:hourly": {
    label: "Consultation par heure des conso. non-anonymes des Logements",
    group: "houseData",
    implies: ["collect:agg:hourly", "collect:detail:daily"],
    offered: ["detail", "hourly"],
  },
  "collect:houseadmin": {
    label: "Configuration des informations des Logements",
    group: "houseAdmin",
    implies: ["collect:detail:daily"],
    offered: ["houses"],
    opens: ["house-settings"],
  },
  "collect:acc:write": {
    label: "Configuration des données d'autoconsommation",
    group: "acc",
    offered: ["autoconsumption"],
    opens: ["autoconsumption", "autoconsumption-settings"],
  },
  "collect:alarm:write": {
    label: "Autorisation de suppression des alertes Eco-Platform",
    group: "alarm",
    implies: ["collect:alarm:comment:write"],
    opens: ["alarm-archive"],
  },
  "collect:alarm:comment:write": {
    label: "Autorisation de commenter des alertes Eco-Platform",
    group: "alarm",
    opens: ["alarms", "alarm-comments"],
  },
  "collect:alarm:report:write": {
    label: "Configuration des rapports d'alerte Eco-Platform par mail",
    group: "alarm",
    opens: ["alarms", "alarm-reports"],
  },
  "collect:housesconsreport:read": {
    label: "Consultation des factures virtuelles",
    group: "consreport",
    implies: ["collect:detail:daily"],
    offered: ["detail", "consumption-reports"],
    opens: ["consumption-reports"],
  },
  "collect:housesconsreport:write": {
    label: "Configuration des factures virtuelles (références)",
    group: "consreport",
    implies: ["collect:housesconsreport:read"],
    offered: ["detail", "consumption-reports"],
    opens: ["consumption-report-settings"],
  },
  "collect:housing:alerts:read": {
    label: "Consultation des messages d'alerte locataires",
    group: "houseAlert",
    offered: ["tenant-alerts"],
    opens: ["tenant-alerts"],
  },
  "collect:housing:alerts:write": {
    label: "Configuration des messages d'alerte locataires",
    group: "houseAlert",
    implies: ["collect:housing:alerts:read"],
    offered: ["tenant-alerts"],
    opens: ["tenant-alert-settings"],
  },
  "collect:housing:pilottemp:read": {
    label: "Pilotage du chauffage - Lecture seule",
    group: "pilotTemp",
    offered: ["temp-pilot"],
    opens: ["heating-control"],
  },
  "collect:housing:pilottemp:write": {
    label: "Pilotage du chauffage - Configuration",
    group: "pilotTemp",
    implies: ["collect:housing:pilottemp:read"],
    offered: ["temp-pilot"],
    opens: ["heating-control-settings"],
  },
  "collect:display:write": {
    label: "Écran d'information",
    group: "display",
    implies: ["collect:display:read"],
    offered: ["display"],
    opens: ["display-settings"],
  },
  "collect:display:read": {
    label: "Écran d'information (lecture seule)",
    group: "display",
    implies: ["collect:minimal"],
    offered: ["display"],
    opens: ["display"],
  },
  "collect:config:manualindex:write": {
    label: "Autorisation de saisir les index manuellement",
    group: "config",
    offered: ["manual-index"],
    opens: ["manual-index"],
  },
  "collect:documents:write": {
    label: "Gestion des documents - Configuration",
    group: "doc",
    implies: ["collect:documents:validate:write", "collect:documents:read"],
    opens: ["document-requests"],
  },
  "collect:documents:validate:write": {
    label: "Gestion des documents - Validation seule",
    group: "doc",
    implies: ["collect:documents:read"],
    opens: ["document-validation"],
  },
  "collect:documents:read": {
    label: "Gestion des documents - Lecture seule",
    group: "doc",
    opens: ["documents"],
  },
  "ecotouch:houses:write": {
    label: "Eco-Touch des logements : Pilotage",
    group: "ecotouchHouses",
    implies: ["ecotouch:houses:read"],
    offered: ["ecotouch-write"],
  },
  "ecotouch:houses:read": {
    label: "Eco-Touch des logements : Lecture",
    group: "ecotouchHouses",
    offered: ["ecotouch-read"],
    opens: ["occupants-application"],
  },
  "ecotouch:houses:ws": {
    label: "Eco-Touch des logements : Application",
    group: "ecotouchHouses",
    offered: ["ecotouch-websocket"],
  },
  "ecotouch:houses:admin": {
    label: "Eco-Touch des logements : Gestion des comptes occupants",
    group: "ecotouchHouses",
    offered: ["ecotouch-read"],
    opens: ["occupant-accounts"],
  },
  "ecotouch:facilities:ws": {
    label: "Eco-Bos / Eco-Heating : Application",
    group: "bos-heating",
    offered: ["facilities", "ecotouch-websocket"],
  },
} as const;

/** A right of a person on a project (`admin`: on the platform). @spec roles.catalogue */
export type Role = keyof typeof ENTRIES;

/** A page, or an action on a page, opened by a role. @spec roles.catalogue */
export type Screen = Extract<typeof ENTRIES[Role], { opens: unknown }>["opens"][number];

/** The table of roles: label, display group, implied roles, offer conditions, screens. @spec roles.catalogue */
export const ROLES: Readonly<Record<Role, RoleEntry>> = ENTRIES;

/** The 38 roles, in the order of the specification's table. @spec roles.catalogue */
export const ROLE_NAMES: readonly Role[] = namesOf(ROLES);

/** Roles of an occupant on their own dwelling: each access level of the application adds one. */
const AT_HOME = [
  "ecotouch:houses:read",
  "ecotouch:houses:write",
  "ecotouch:houses:ws",
] as const satisfies readonly Role[];

/**
 * The roles of an occupant with access to the dwelling, among those the residence offers.
 *
 * @spec roles.at-home
 * @param ecotouchAdmin 0 none, 1 read, 2 write, 3 websocket
 * @returns the empty set when the occupants' application is off
 */
export function rolesAtHome(ecotouchAdmin: number): ReadonlySet<Role> {
  return new Set<Role>(AT_HOME.slice(0, ecotouchAdmin));
}
