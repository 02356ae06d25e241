import {
  type Role,
  ROLE_GROUPS,
  ROLE_NAMES,
  type RoleGroup,
  ROLES,
} from "@/lib/domain/roles/roles.ts";

/** Name of each display group, with the product's name for groups named after one. @spec roles.catalogue */
export const ROLE_GROUP_LABELS: Readonly<Record<RoleGroup, string>> = {
  "houseAdmin": "Informations des logements",
  "pilot": "Eco-Pilot",
  "platform": "Eco-Platform",
  "building": "Bâtiments",
  "boilerroom": "Chaufferies",
  "houseData": "Données des logements",
  "acc": "Autoconsommation collective",
  "alarm": "Alertes",
  "consreport": "Bilans de consommation",
  "houseAlert": "Messages aux locataires",
  "pilotTemp": "Pilotage du chauffage",
  "display": "Écran d’information",
  "doc": "Gestion des documents",
  "ecotouchHouses": "Eco-Touch des logements",
  "bos-heating": "Eco-Bos / Eco-Heating",
  "config": "Configuration",
};

interface RoleGroupChoice {
  readonly group: RoleGroup;
  readonly label: string;
  readonly roles: readonly { readonly role: Role; readonly label: string }[];
}

/** Labels of the two roles that F §6 gives none: a team or a person may have received them by a call. */
const OTHER_LABELS: Readonly<Partial<Record<Role, string>>> = {
  "admin": "Administration",
  "collect:minimal": "Accès minimal",
};

/** Label of a role. @spec roles.catalogue */
export function roleLabel(role: Role): string {
  return ROLES[role].label ?? OTHER_LABELS[role] ?? role;
}

/**
 * Roles by group, in the order of the groups and of the table; groups without a role are omitted.
 *
 * @spec roles.catalogue
 */
export function groupedRoles(roles: readonly Role[]): RoleGroupChoice[] {
  const inOrder = ROLE_NAMES.filter((role) => roles.includes(role));
  return ROLE_GROUPS.map((group) => ({
    group,
    label: ROLE_GROUP_LABELS[group],
    roles: inOrder
      .filter((role) => ROLES[role].group === group)
      .map((role) => ({ role, label: roleLabel(role) })),
  })).filter((choice) => choice.roles.length > 0);
}
