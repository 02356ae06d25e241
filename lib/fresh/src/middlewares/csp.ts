import { internals } from "../context.ts";
import { notedNonce } from "../page_nonce.ts";
import type { Middleware } from "../types.ts";

export interface CSPOptions {
  /** Only reports violations of the policy. */
  reportOnly?: boolean;
  /** Where browsers report to. */
  reportTo?: string;
  /** Directives that take the place of the default ones of the same name. */
  csp?: string[];
  /** Inline scripts and styles need the page's nonce instead of 'unsafe-inline'. */
  useNonce?: boolean;
}

const DEFAULTS = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "upgrade-insecure-requests",
];

/** Adds a content security policy to the responses of the following middlewares. */
export function csp<State>(options: CSPOptions = {}): Middleware<State> {
  const directives = directivesOf(options);
  const { reportOnly = false, reportTo, useNonce = false } = options;
  const name = reportOnly ? "content-security-policy-report-only" : "content-security-policy";
  const plain = useNonce ? withNonce(directives, "") : directives.join("; ");
  const aroundNonce = withNonce(directives, ` 'nonce-${HOLE}'`).split(HOLE);
  return async (ctx) => {
    if (useNonce) internals.allowNonce(ctx);
    const response = await ctx.next();
    const nonce = notedNonce(response);
    response.headers.set(name, nonce === null ? plain : aroundNonce.join(nonce));
    if (reportTo !== undefined) {
      response.headers.set("reporting-endpoints", `csp-endpoint="${reportTo}"`);
    }
    return response;
  };
}

/** Placeholder of the nonce: no directive contains it. */
const HOLE = "\0";

function directivesOf({ csp = [], reportTo }: CSPOptions): string[] {
  const byName = new Map(
    DEFAULTS.concat(csp).map((directive) => {
      const text = directive.trim();
      return [text.split(/\s/, 1)[0], text];
    }),
  );
  const reporting = reportTo === undefined
    ? []
    : [`report-to csp-endpoint`, `report-uri ${reportTo}`];
  return [...byName.values(), ...reporting];
}

/** The directives with a source in the place of 'unsafe-inline'. */
function withNonce(directives: string[], source: string): string {
  return directives.map((directive) => {
    if (!/^(script|style)-src\b/.test(directive)) return directive;
    return directive.replaceAll(/ 'unsafe-inline'/g, "") + source;
  }).join("; ");
}
