import type { PageProps } from "fresh";
import { asset } from "fresh/runtime";
import { PORTAL_CSS } from "@/components/documents/portal_css.ts";
import { PRODUCT_NAME, windowTitle } from "@/lib/ui/page_titles.ts";
import { errorPageOf } from "@/lib/web/errors.ts";
import { STYLESHEET } from "@/lib/web/first_page.ts";
import type { State } from "@/lib/web/state.ts";

/**
 * A first page contains the rules that it can use; what an island imports later may use others. The prefetch keeps its
 * own element: changed, it would be cancelled, and its connection, which the next page needs, closed.
 */
const ALL_RULES = 'addEventListener("load",()=>{' +
  'const all=document.querySelector("link[as=style]").cloneNode();' +
  'all.rel="stylesheet";document.head.append(all)})';

/** The document: language, title, stylesheet, in the first page of a visit. */
export default function App({ Component, state, error }: PageProps<unknown, State>) {
  // An error page does not have the policy that allows it.
  const { portal = false, requestInfo } = state;
  const sheet = error === null ? portal ? PORTAL_CSS : requestInfo.sheet : undefined;
  return (
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{titleOf(error, state)}</title>
        {sheet === undefined
          ? <link rel="stylesheet" href={asset(STYLESHEET)} />
          : <style dangerouslySetInnerHTML={{ __html: sheet }} />}
        <link rel="icon" href={asset("/favicon.svg")} type="image/svg+xml" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        {!portal && (
          <script src={asset("/page.js")} defer data-error={error === null ? undefined : ""} />
        )}
      </head>
      <body>
        <Component />
        {sheet !== undefined && !portal && (
          <>
            <link rel="prefetch" as="style" href={asset(STYLESHEET)} />
            <script dangerouslySetInnerHTML={{ __html: ALL_RULES }} />
          </>
        )}
      </body>
    </html>
  );
}

/** Title of an error: the page's handler may have set another one before it failed. */
function titleOf(error: unknown, state: State): string {
  if (error === null) return state.title ?? PRODUCT_NAME;
  return windowTitle(errorPageOf(error, state).title);
}
