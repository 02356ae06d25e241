import type { ErrorCode } from "@/lib/contract/errors.ts";
import { errorText } from "./errors.ts";

/** Error page of an HTTP status: its title, and the code whose sentence it shows by default. */
interface ErrorPage {
  title: string;
  code: ErrorCode;
}

const PAGES: Readonly<Record<number, ErrorPage>> = {
  400: { title: "Demande incomprise", code: "bad-request" },
  401: { title: "Connexion nécessaire", code: "not-signed-in" },
  403: { title: "Accès refusé", code: "forbidden" },
  404: { title: "Page introuvable", code: "not-found" },
  405: { title: "Action impossible ici", code: "method-not-allowed" },
  408: { title: "Envoi trop lent", code: "too-slow" },
  409: { title: "Modification simultanée", code: "conflict" },
  413: { title: "Envoi trop volumineux", code: "too-large" },
  415: { title: "Contenu non accepté", code: "unsupported-media-type" },
  429: { title: "Trop de demandes", code: "too-many-requests" },
  501: { title: "Fonction non servie", code: "not-implemented" },
  502: { title: "Service distant injoignable", code: "upstream-unreachable" },
  503: { title: "Enregistrement impossible", code: "store-unavailable" },
};

/** Titles of codes that differ from their status's title. */
const TITLES: Partial<Record<ErrorCode, string>> = {
  "bad-period": "Cette période n’existe pas",
  "store-unreachable": "Base de données injoignable",
  "other-account": "Cette page est celle d’un autre compte",
  "other-organisation": "Cette page est celle d’une autre organisation",
  "session-ended": "Rien n’est enregistré",
  "not-saved-yet": "Rien n’est enregistré",
  "maybe-saved": "Enregistrement incertain",
  "files-unreachable": "Documents injoignables",
  "overloaded": "Serveur très sollicité",
  "readings-waiting": "Relevés en cours de classement",
};

/** Titles in the portal of providers, who have addresses and no accounts. */
const PORTAL_TITLES: typeof TITLES = {
  "other-account": "Cette page est celle d’une autre adresse",
};

/** For a form: its page existed when it was read. */
const REMOVED: ErrorPage = { title: "Élément supprimé", code: "not-found" };

const FAULT: ErrorPage = { title: "Une erreur est survenue", code: "unknown-error" };

/** Where an error is shown. */
interface Shown {
  /** True for a form. */
  readonly isRemoved?: boolean;
  /** True in the portal of providers. */
  readonly isPortal?: boolean;
}

/** Error page of a refusal; a fault for an unknown status. */
export function errorPage(
  status: number,
  refusal: ErrorCode | null = null,
  { isRemoved = false, isPortal = false }: Shown = {},
): ErrorPage {
  const { title, code } = status === 404 && isRemoved ? REMOVED : PAGES[status] ?? FAULT;
  if (refusal === null) return { title, code };
  const own = isPortal ? PORTAL_TITLES[refusal] : undefined;
  return { title: own ?? TITLES[refusal] ?? title, code: refusal };
}

/** Shown on the page of a form refused before it was read: the reason, and the consequence. */
export function unreadText(refusal: ErrorCode): string {
  return refusal === "maybe-saved" ? errorText(refusal) : `${errorText(refusal)} ${UNREAD}`;
}

const UNREAD =
  "Rien n’est enregistré, et la saisie n’est pas gardée ici\u00A0: la page précédente du navigateur peut encore la montrer.";
