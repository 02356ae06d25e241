/** The frame of the pages of the portal, and their stylesheet. @module */

import type { ComponentChildren } from "preact";
import { PageFoot } from "@/components/ui/PageFrame.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { links } from "@/lib/ui/links.ts";
import { PRODUCT_NAME } from "@/lib/ui/page_titles.ts";

/** Frame of a provider's pages: sign-out above, and no menu. */
export function PortalFrame(
  { email, children }: { email: string | null; children: ComponentChildren },
) {
  return (
    <>
      <a class="skip" href="#content">Aller au contenu</a>
      <header>
        <span>{PRODUCT_NAME}</span>
        {email !== null && (
          <>
            <a href={links.providerDocuments()}>Mes documents</a>
            <span class="soft">{email}</span>
            <PostForm action={links.providerLogout()}>
              <button type="submit" class="plain">Déconnexion</button>
            </PostForm>
          </>
        )}
      </header>
      <main id="content" tabIndex={-1}>{children}</main>
      <PageFoot />
    </>
  );
}

/** A message of the portal, without an icon to load. */
export function PortalNote(
  { tone, live = false, children }: {
    tone?: "good" | "bad";
    live?: boolean;
    children: ComponentChildren;
  },
) {
  const role = tone === "bad" ? "alert" : "status";
  return (
    <div class={tone === undefined ? "note" : `note note-${tone}`} role={live ? role : undefined}>
      {children}
    </div>
  );
}

/** The whole stylesheet of the portal, inlined in its pages: one request to the first paint. @spec providers.weight */
export const PORTAL_CSS = `
:root{color-scheme:light dark;--ink:#1b2430;--soft:#4d5a6b;--line:#c3ccd8;--paper:#fff;--sunken:#f1f4f8;--main:#0b5cad;--on:#fff;--bad:#a3210b;--good:#1d6b32}
@media (prefers-color-scheme:dark){:root{--ink:#e8edf4;--soft:#aab6c6;--line:#4a5768;--paper:#161c25;--sunken:#1f2733;--main:#8cc2ff;--on:#0d1723;--bad:#ff9d8a;--good:#8fdca4}}
*{box-sizing:border-box}
body{margin:0;overflow-wrap:anywhere;color:var(--ink);background:var(--paper);font:1rem/1.5 system-ui,sans-serif}
a{display:inline-block;min-height:24px;color:var(--main)}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;padding:8px;background:var(--paper)}
header,main,footer{max-width:60rem;margin:0 auto;padding:.75rem 1rem}
header,footer{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center}
header{border-bottom:1px solid var(--line)}header>:first-child{margin-right:auto;font-weight:650}
footer{color:var(--soft);font-size:.875rem;border-top:1px solid var(--line)}
h1{margin:.5rem 0 1rem;font-size:1.5rem;line-height:1.25}h2{margin:1.5rem 0 .5rem;font-size:1.125rem}
form{margin:0}
.tabs{display:flex;flex-wrap:wrap;gap:.5rem;padding:0;margin:0 0 1rem;list-style:none}
.tabs a{display:block;padding:.5rem .75rem;border:1px solid var(--line);border-radius:6px;text-decoration:none}
.tabs a[aria-current=true]{background:var(--main);border-color:var(--main);color:var(--on)}
.docs{padding:0;margin:0;list-style:none}.docs li{padding:.75rem 0;border-top:1px solid var(--line)}
.docs a{font-weight:600}.docs p,.soft{margin:0;color:var(--soft)}
dl{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,2fr);gap:.25rem 1rem;margin:0}
dt{color:var(--soft)}dd{margin:0}
.note{padding:.75rem 1rem;margin:0 0 1rem;border:1px solid var(--line);border-left:4px solid var(--main);border-radius:6px;background:var(--sunken)}
.note p{margin:0}.note-bad{border-left-color:var(--bad)}.note-good{border-left-color:var(--good)}
.form,.lines{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem;max-width:32rem}.lines{margin-top:1rem;max-width:44rem}
legend{float:left;padding:0;font-weight:600}
fieldset{min-width:0;display:grid;gap:1rem;padding:1rem;margin:0;border:1px solid var(--line);border-radius:6px}
label{display:block;font-weight:600}
input,select{width:100%;min-height:44px;padding:.5rem;border:1px solid var(--soft);border-radius:6px;font:inherit;color:inherit;background:var(--paper)}
[aria-invalid]{border-color:var(--bad)}
.hint,.field-hint{margin:.25rem 0 0;color:var(--soft);font-size:.875rem}.error,.field-error{margin:.25rem 0 0;color:var(--bad);font-weight:600}
button,.button{display:inline-block;min-height:44px;padding:.5rem 1.25rem;border:1px solid var(--main);border-radius:6px;font:inherit;font-weight:600;color:var(--on);background:var(--main);text-decoration:none;cursor:pointer}
.plain{color:var(--main);background:none}
progress{width:100%}
summary{min-height:24px;cursor:pointer}iframe{width:100%;height:80vh;border:1px solid var(--line)}
.icon{width:1em;height:1em;margin-right:.3em;vertical-align:-.1em;fill:none;stroke:currentColor;stroke-width:1.6}
`.replaceAll("\n", "");
