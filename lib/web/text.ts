/** Words of error pages, stale answers and values left out. @module */

import { formatInstant } from "@/lib/base/date_format.ts";
import type { ErrorCode } from "@/lib/base/errors.ts";
import { countText } from "@/lib/base/text_format.ts";
import { durationText } from "@/lib/base/text_periods.ts";

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

/** Age of a page whose newest figures were not available in time. @spec upstream.cache */
export function keptText(
  { keptAt, now, timeZone }: { keptAt: string; now: string; timeZone?: string | undefined },
): string {
  const age = durationText((Date.parse(now) - Date.parse(keptAt)) / 1_000);
  return `Données du ${formatInstant(keptAt, timeZone)}, il y a ${age}`;
}

const SENTENCES: Partial<Record<ErrorCode, readonly [title: string, next: string]>> = {
  "bad-request": ["Adresse illisible", "Vérifiez le lien suivi, ou repartez de la page d’accueil."],
  "too-large": ["Envoi trop volumineux", "Réduisez la taille du fichier, puis recommencez."],
  "store-unreachable": ["Base de données injoignable", "Réessayez dans quelques minutes."],
};

const PAGELESS_FAULT = [
  "Une erreur est survenue",
  "Rechargez la page\u00a0; si l’erreur revient, signalez-la avec cette référence.",
] as const;

/** The page shown when no other page can be rendered: what happened, what to do next, the reference to quote. */
export function lastResortPage(code: ErrorCode, requestId: string): string {
  const [title, next] = SENTENCES[code] ?? PAGELESS_FAULT;
  return `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width"></head><body><main><h1>${title}</h1>` +
    `<p>${next}</p><p>Référence\u00a0: ${requestId}</p><p><a href="/">Accueil</a></p></main></body></html>`;
}

/** Stored values that do not fit their schema, and are not shown. @spec calls.unread */
export function unreadValuesText(count: number): string {
  return count === 1
    ? "Une donnée enregistrée est illisible"
    : `${countText(count, "donnée enregistrée", "données enregistrées")} sont illisibles`;
}

/** What follows for the page. */
export const UNREAD_VALUES_NOTE =
  "Des lignes et des chiffres peuvent manquer. L’exploitant de la plateforme peut les rétablir depuis une sauvegarde.";
