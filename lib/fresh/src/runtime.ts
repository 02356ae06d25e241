/** What components and islands may use, on the server and in the browser. @module */

import type { ComponentChildren } from "preact";
import { assetKey, KEY_PARAMETER } from "./asset_key.ts";

export { HttpError } from "./http_error.ts";

/** Where `<Head>` puts its children: the page being rendered; nowhere in the browser. */
export const headSink: { take: ((children: ComponentChildren) => void) | null } = { take: null };

export const IS_BROWSER: boolean = typeof document !== "undefined";

/** The URL of a static file with the key of this build, which the browser caches for a year. */
export function asset(path: string): string {
  if (assetKey === "" || !/^\/(?!\/)/.test(path)) return path;
  const hash = path.indexOf("#");
  const bare = hash === -1 ? path : path.slice(0, hash);
  if (bare.includes(`${KEY_PARAMETER}=${assetKey}`)) return path;
  const joint = bare.includes("?") ? "&" : "?";
  return `${bare}${joint}${KEY_PARAMETER}=${assetKey}${path.slice(bare.length)}`;
}

/** `asset()` for each candidate of a `srcset`. */
export function assetSrcSet(srcset: string): string {
  return srcset.split(",").map((candidate) => {
    const [, before = "", url = "", after = ""] = /^(\s*)(\S+)(.*)$/s.exec(candidate) ?? [];
    return url === "" ? candidate : before + asset(url) + after;
  }).join(",");
}

/** Children that go to the document's head; a title takes the place of the one already there. */
export function Head(props: { children?: ComponentChildren }): null {
  headSink.take?.(props.children);
  return null;
}

/** Its children: navigation here is by full loads of small pages. */
export function Partial(
  props: { name: string; mode?: "replace" | "prepend" | "append"; children?: ComponentChildren },
): ComponentChildren {
  return props.children;
}
