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
