import type { ErrorCode } from "../contract/errors.ts";

/** Title of the error page of an HTTP status, and the code whose sentence it shows when it has none of its own. */
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

const FAULT: ErrorPage = { title: "Une erreur est survenue", code: "unknown-error" };

/** What an error page is, by its HTTP status; a fault for a status without its own. */
export function errorPage(status: number): ErrorPage {
  return PAGES[status] ?? FAULT;
}
