import type { ErrorCode } from "@/lib/contract/errors.ts";

const SENTENCES: Partial<Record<ErrorCode, readonly [title: string, next: string]>> = {
  "bad-request": ["Adresse illisible", "Vérifiez le lien suivi, ou repartez de la page d’accueil."],
  "too-large": ["Envoi trop volumineux", "Réduisez la taille du fichier, puis recommencez."],
  "store-unreachable": ["Base de données injoignable", "Réessayez dans quelques minutes."],
};

const FAULT = [
  "Une erreur est survenue",
  "Rechargez la page\u00a0; si l’erreur revient, signalez-la avec cette référence.",
] as const;

/** The page shown when no other page can be rendered: what happened, what to do next, the reference to quote. */
export function lastResortPage(code: ErrorCode, requestId: string): string {
  const [title, next] = SENTENCES[code] ?? FAULT;
  return `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width"></head><body><main><h1>${title}</h1>` +
    `<p>${next}</p><p>Référence\u00a0: ${requestId}</p><p><a href="/">Accueil</a></p></main></body></html>`;
}
