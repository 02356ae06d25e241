import { ROLE_NAMES } from "@/lib/domain/roles/roles.ts";
import { roleLabel } from "@/lib/text/roles.ts";

/** The author; the program itself when there is no address. */
export function auditPersonText(email: string | null): string {
  return email ?? "Programme";
}

/**
 * The subject of an entry. A change of roles is stored with the names of the roles, prefixed with `+` or `-`.
 *
 * @example "ada@bailleur.fr: +collect:read" → "ada@bailleur.fr : + Eco-Platform - Lecture seule"
 */
export function auditSubjectText(action: string, subject: string): string {
  if (action !== "putProjectUserRoles") return subject;
  const [person = "", ...changes] = subject.split(" ");
  const words = changes.map((change) => {
    const role = ROLE_NAMES.find((name) => name === change.slice(1));
    if (role === undefined) return change;
    return `${change.startsWith("-") ? "−" : "+"}\u00A0${roleLabel(role)}`;
  });
  const who = person.replace(/:$/, "");
  return words.length === 0 ? who : `${who}\u00A0: ${words.join(", ")}`;
}
