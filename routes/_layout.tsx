import type { ComponentChildren } from "preact";
import { Breadcrumb, PlaceMenu, ResidenceTabs } from "@/components/app/PlaceMenu.tsx";
import { Notice } from "@/components/ui/Page.tsx";
import { Brand, PageFoot } from "@/components/ui/PageFrame.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { placeMenu, residenceTabs } from "@/lib/app/menu.ts";
import { breadcrumb } from "@/lib/app/menu_text.ts";
import { projectOf } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { define, type State, timeZoneOf, windowTitleOf } from "@/lib/web/state.ts";
import { keptText, UNREAD_VALUES_NOTE, unreadValuesText } from "@/lib/web/text.ts";

/** The menu beside the page; no menu for an occupant, nor for a page without a place (sign-in, error). */
export default define.layout(({ Component, state, url }) => {
  const { place, home, caller, requestInfo: { oldestAt, unread } } = state;
  const menu = (
    <>
      {oldestAt !== undefined && (
        <Notice
          tone="bad"
          title={keptText({ keptAt: oldestAt, now: state.now, timeZone: timeZoneOf(state) })}
        >
          <p>
            La plateforme qui les tient ne répond pas, ou tarde&nbsp;: de plus récentes viendront
            dès qu’elle répondra.
          </p>
        </Notice>
      )}
      {unread && <UnreadValues values={[...unread]} isAdmin={isAdministrator(state)} />}
    </>
  );
  if (home !== undefined) {
    return (
      <HomeFrame>
        {menu}
        <Component />
      </HomeFrame>
    );
  }
  if (place === undefined) {
    return (
      <main class="main-narrow">
        <Brand />
        {menu}
        <Component />
        <PageFoot />
      </main>
    );
  }
  const person = caller.kind === "account" ? caller.email : "";
  const isPlatformAdmin = caller.kind === "account" && caller.platformAdmin;
  const { organisation, organisations, project } = place;
  const path = url.pathname;
  const menuPath = state.menuPath ?? path;
  const entries = placeMenu({ ...place, project: projectOf(place), isPlatformAdmin }, menuPath);
  const crumbs = breadcrumb({
    organisation,
    organisations,
    project,
    entries,
    path,
    menuPath,
    title: windowTitleOf(state),
  });
  return (
    <div class="frame">
      <a class="skip-link" href="#content">Aller au contenu</a>
      <PlaceMenu
        person={person}
        organisation={organisation}
        organisations={organisations}
        projectId={project?.id ?? null}
        entries={entries}
      />
      <main class="main" id="content" tabIndex={-1}>
        <div class="content">
          {crumbs.length > 0 && (
            <div class="way">
              <Breadcrumb crumbs={crumbs} />
              {project !== null && (
                <ResidenceTabs name={project.name} tabs={residenceTabs(entries)} />
              )}
            </div>
          )}
          {menu}
          <Component />
        </div>
        <PageFoot />
      </main>
    </div>
  );
});

function isAdministrator({ caller, place }: State): boolean {
  return place?.organisation?.isAdmin === true ||
    (caller.kind === "account" && caller.platformAdmin);
}

/** Stored values that the page is shown without; administrators read their keys. @spec calls.unread */
function UnreadValues({ values, isAdmin }: { values: readonly string[]; isAdmin: boolean }) {
  return (
    <Notice tone="bad" title={unreadValuesText(values.length)}>
      <p>{UNREAD_VALUES_NOTE}</p>
      {isAdmin && <p class="mono small">{values.join(", ")}</p>}
    </Notice>
  );
}

/** Frame of an occupant's pages: links to the dwelling, account and sign-out above, and no menu. */
function HomeFrame({ children }: { children: ComponentChildren }) {
  return (
    <div class="home-frame">
      <a class="skip-link" href="#content">Aller au contenu</a>
      <header class="home-bar">
        <Brand />
        <nav aria-label="Menu principal">
          <a href={links.ownHouses()}>{PAGES.ownHouse.title}</a>
          <a href={links.account()}>{PAGES.account.title}</a>
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
