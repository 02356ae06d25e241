import type { PageProps } from "fresh";
import { asset } from "fresh/runtime";
import { PORTAL_CSS } from "@/components/documents/PortalFrame.tsx";
import { PageHeading } from "@/components/ui/Page.tsx";
import { windowTitle } from "@/lib/ui/page_titles.ts";
import { errorPageOf } from "@/lib/web/errors.ts";
import { headingOf, type State, windowTitleOf } from "@/lib/web/state.ts";

/** The document: language, title and stylesheet; a page of the providers' portal contains its own. */
export default function App({ Component, state, error }: PageProps<unknown, State>) {
  // The answer to an error has lost the policy that allows an inline stylesheet.
  const isContained = state.portal === true && error === null;
  return (
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{titleOf(error, state)}</title>
        {isContained
          ? <style dangerouslySetInnerHTML={{ __html: PORTAL_CSS }} />
          : <link rel="stylesheet" href={asset("/styles.css")} />}
        <link rel="icon" href={asset("/favicon.svg")} type="image/svg+xml" />
        <meta name="robots" content="noindex" />
        {state.portal !== true && (
          <script src={asset("/page.js")} defer data-error={error === null ? undefined : ""} />
        )}
      </head>
      <body>
        <PageHeading.Provider value={headingOf(state)}>
          <Component />
        </PageHeading.Provider>
      </body>
    </html>
  );
}

/** Title of an error: the page's handler may have set another one before it failed. */
function titleOf(error: unknown, state: State): string {
  if (error === null) return windowTitleOf(state);
  return windowTitle(errorPageOf(error, state).title);
}
