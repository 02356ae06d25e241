/** Holds the French words of roles, users, teams, tags, invitations and retention. @module */

import { formatDay, formatInstant } from "@/lib/base/date_format.ts";
import { countText, formatNumber } from "@/lib/base/text_format.ts";
import { type Role, ROLE_GROUPS, ROLE_NAMES, type RoleGroup, ROLES } from "@/lib/identity/roles.ts";
import type { PurgedKind } from "@/lib/timeseries/retention.ts";
import type { AvailableRole, ComingPurge, PurgeEntry } from "./schema.ts";

/** Name of each display group, with the product's name for groups named after one. @spec roles.catalogue */
const ROLE_GROUP_LABELS: Readonly<Record<RoleGroup, string>> = {
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

/** A group of role checkboxes with the roles each implies: all the data of the checkboxes, for the browser too. */
export interface RoleGroupBoxes {
  readonly label: string;
  readonly roles: readonly RoleBox[];
}

export interface RoleBox {
  readonly role: Role;
  readonly label: string;
  readonly deps: readonly Role[];
}

/** The offered roles by group name, then those without a group: without their box, a saved form would remove them. */
export function roleBoxes(available: readonly AvailableRole[]): RoleGroupBoxes[] {
  const deps = new Map(available.map((one) => [one.role, one.deps]));
  const groups = groupedRoles(available.map(({ role }) => role));
  const grouped = new Set(groups.flatMap(({ roles }) => roles.map(({ role }) => role)));
  const others = available.filter(({ role }) => !grouped.has(role));
  const all = others.length === 0 ? groups : [...groups, {
    label: "Autres rôles",
    roles: others.map(({ role }) => ({ role, label: roleLabel(role) })),
  }];
  return all.map(({ label, roles }) => ({
    label,
    roles: roles.map((one) => ({ ...one, deps: deps.get(one.role) ?? [] })),
  }));
}

/** Why a checkbox is ticked although its role is not granted: « Inclus dans « Eco-Platform - Accès complet » ». */
export function impliedText(givers: readonly string[]): string {
  return `Inclus dans ${givers.map((giver) => `«\u00A0${giver}\u00A0»`).join(", ")}`;
}

export function rolesText(roles: readonly Role[]): string {
  return roles.length === 0 ? "Aucun" : roles.map(roleLabel).join(", ");
}

/** Effect of deleting a team. @spec design §6 "every destructive act says what will be lost" */
export function teamLossText(
  { userCount, residenceCount }: { readonly userCount: number; readonly residenceCount: number },
): string {
  if (userCount === 0) return "Cette équipe n’a pas de membre\u00A0: personne ne perd de rôle.";
  const people = userCount === 1
    ? "La personne de cette équipe perd"
    : `Les ${formatNumber(userCount, 0)} personnes de cette équipe perdent`;
  return `${people} les rôles qu’elle donne sur ${
    countText(residenceCount, "résidence")
  }. Les rôles directs et les autres équipes restent.`;
}

export function userLossText({ residenceCount, teamCount, isAdmin }: {
  residenceCount: number;
  teamCount: number;
  isAdmin: boolean;
}): string {
  const lost = [
    ...(isAdmin ? ["l’administration de l’organisation"] : []),
    ...(residenceCount > 0 ? [`ses rôles sur ${countText(residenceCount, "résidence")}`] : []),
    ...(teamCount > 0 ? [`sa place dans ${countText(teamCount, "équipe")}`] : []),
  ];
  const what = lost.length === 0 ? "l’accès à l’organisation" : lost.join(", ");
  return `Cette personne perd ${what}. Son compte reste\u00A0: elle peut être ajoutée de nouveau.`;
}

/** Shown for a person whose invitation is pending. */
export const INVITED = "Invitation sans réponse";

/** What sends the mail of an invitation again, with a new code. @spec organisations.resending */
export const INVITATION_RESENDING = {
  label: "Renvoyer l’invitation",
  done: "Invitation renvoyée",
  text: "Le mail précédent ne sert plus\u00A0: le nouveau est valable 7 jours.",
  accepted: "Cette personne a déjà accepté l’invitation\u00A0: elle a choisi son mot de passe.",
} as const;

/** Why a person who is in the organisation is not invited into it. @spec organisations.invitations */
export const IN_ORGANISATION = "Cette personne est déjà dans l’organisation.";

/** The removal of an invited person. */
export const INVITATION_REMOVAL = {
  label: "Annuler l’invitation",
  confirm: "Confirmer l’annulation",
  text:
    "Le lien du mail ne servira plus, sauf si une autre organisation ou un logement attend aussi cette personne. Vous pourrez l’inviter de nouveau.",
} as const;

/** Why a team was not saved: people ticked in its form have since left the organisation. */
export function leftText(emails: readonly string[]): string {
  const [who, again] = emails.length === 1
    ? ["n’est plus dans l’organisation, et n’est plus coché", "son adresse"]
    : ["ne sont plus dans l’organisation, et ne sont plus cochés", "leurs adresses"];
  return `${emails.join(", ")} ${who}. Pour un retour dans l’organisation, saisissez ${again} ici.`;
}

export function reachText(residenceCount: number, isEverywhere: boolean): string {
  return isEverywhere ? "Toutes les résidences" : countText(residenceCount, "résidence");
}

/** A person in a list: « Durand Ada »; the address when the name is unknown. */
export function personText(
  { forename, surname, email }: { forename: string; surname: string; email: string },
): string {
  return [surname, forename].filter((name) => name !== "").join(" ") || email;
}

/** Title of the page of a person's roles in a residence. */
export function userRolesTitle(person: Parameters<typeof personText>[0]): string {
  return `Rôles de ${personText(person)}`;
}

export function tagLossText(
  { residenceCount, teamCount }: { residenceCount: number; teamCount: number },
): string {
  if (residenceCount === 0 && teamCount === 0) {
    return "Aucune résidence ni aucune équipe ne la porte.";
  }
  const losers = [
    ...(residenceCount > 0 ? [countText(residenceCount, "résidence")] : []),
    ...(teamCount > 0 ? [countText(teamCount, "équipe")] : []),
  ].join(" et ");
  const verb = residenceCount + teamCount === 1 ? "perd" : "perdent";
  return `${losers} la ${verb}. Une équipe qui n’a qu’elle est à changer d’abord\u00A0: sans catégorie, elle compterait partout.`;
}

/** The next purge: when, how much of each granularity, and up to which day. */
export function nextPurgeText(purge: ComingPurge): string {
  const { at, kept, pointCount, dayCount, monthCount, projectCount } = purge;
  const removed = [
    `${readings(pointCount)} d’avant le ${formatDay(kept.points)}`,
    `${removedCountText(dayCount, "journalière")} d’avant le ${formatDay(kept.days)}`,
    `${removedCountText(monthCount, "mensuelle")} d’avant le ${formatDay(kept.months)}`,
  ];
  const when = `Prochaine suppression\u00A0: le ${formatInstant(at)}, heure de Paris.`;
  const what = `${removed[0]}, ${removed[1]} et ${removed[2]}`;
  if (projectCount === 0) return `${when} Elle ne retirera rien\u00A0: ${what}.`;
  const where = countText(projectCount, "résidence");
  return `${when} Elle retirera, dans ${where}\u00A0: ${what}. Pour les garder, allongez les durées avant.`;
}

/** Number of residences with readings not counted yet; null when there are none. */
export function arrivingText({ arrivingCount }: ComingPurge): string | null {
  if (arrivingCount === 0) return null;
  return `Des relevés anciens viennent d’arriver dans ${
    countText(arrivingCount, "résidence")
  }\u00A0: ils seront comptés d’ici quelques minutes.`;
}

/** Number of residences left out of the count; null when there are none. */
export function uncountedText({ uncountedCount }: ComingPurge): string | null {
  if (uncountedCount === 0) return null;
  const residences = countText(uncountedCount, "résidence");
  const verb = uncountedCount < 2 ? "n’est pas comptée" : "ne sont pas comptées";
  return `${residences} ${verb} ici.`;
}

function readings(count: number): string {
  return count === 0 ? "aucun relevé" : countText(count, "relevé");
}

function removedCountText(count: number, of: "journalière" | "mensuelle"): string {
  return count === 0 ? `aucune valeur ${of}` : countText(count, `valeur ${of}`, `valeurs ${of}s`);
}

/** Actions of the lines of the log. */
export const PURGED_TEXTS: Readonly<Record<PurgedKind, string>> = {
  points: "Relevés supprimés",
  days: "Valeurs journalières supprimées",
  months: "Valeurs mensuelles supprimées",
  corrected: "Jour corrigé par différence",
  ignored: "Relevés tardifs écartés",
};

/** Limit day of a purge, or the day of late readings. */
export function purgedWhen({ what, date }: PurgeEntry): string {
  const day = formatDay(date);
  return what === "corrected" || what === "ignored" ? day : `Avant le ${day}`;
}
