import type { PageProps } from "fresh";
import { asset } from "fresh/runtime";
import { PRODUCT_NAME } from "../lib/text/pages.ts";
import type { State } from "../lib/web/state.ts";

/** The document: language, title, the one stylesheet. */
export default function App({ Component, state }: PageProps<unknown, State>) {
  return (
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{state.title ?? PRODUCT_NAME}</title>
        <link rel="stylesheet" href={asset("/styles.css")} />
        <link rel="icon" href={asset("/favicon.svg")} type="image/svg+xml" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
      </head>
      <body>
        <Component />
      </body>
    </html>
  );
}
