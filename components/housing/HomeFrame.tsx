import type { ComponentChildren } from "preact";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { Brand } from "@/components/page/Brand.tsx";
import { PageFoot } from "@/components/page/PageFoot.tsx";
import { links, PAGE_NAMES } from "@/lib/links/links.ts";

/** Frame of an occupant's pages: links to the dwelling, account and sign-out above, and no menu. */
export function HomeFrame({ children }: { children: ComponentChildren }) {
  return (
    <div class="home-frame">
      <a class="skip-link" href="#content">Aller au contenu</a>
      <header class="home-bar">
        <Brand />
        <nav aria-label="Menu principal">
          <a href={links.ownHouses()}>{PAGE_NAMES.ownHouse}</a>
          <a href={links.account()}>{PAGE_NAMES.account}</a>
          <PostForm action={links.logout()}>
            <button type="submit" class="button button-plain button-small">Déconnexion</button>
          </PostForm>
        </nav>
      </header>
      <main class="main" id="content" tabIndex={-1}>
        <div class="content">{children}</div>
        <PageFoot />
      </main>
    </div>
  );
}
