/** The side menu of a signed-in user: organisation, residence, search and sections. @module */

import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "@/components/ui/Icon.tsx";
import { Brand } from "@/components/ui/PageFrame.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import {
  isUnder,
  type MenuEntry,
  type MenuEntryName,
  type MenuSection,
  shownLines,
  type Tab,
} from "@/lib/app/menu.ts";
import { type Crumb, menuLabel, TAB_LABELS, tabLineLabel } from "@/lib/app/menu_text.ts";
import { namesOf } from "@/lib/base/records.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { SEARCH_LABEL, SEARCH_LENGTH } from "@/lib/residences/search_rules.ts";
import { inOwnOrganisation, links } from "@/lib/ui/links.ts";

interface MenuLink {
  href: string;
  label: string;
  /** null for a line under the one before it. */
  icon: IconName | null;
  /** True when the page is this link's or below it. */
  current?: boolean;
  /** Number of pending items behind the link; hidden for 0. */
  count?: number;
}

interface SideMenuProps {
  organisation?: ComponentChildren;
  person: string;
  /** Address behind the product's name; the start page by default. */
  start?: string;
  children: ComponentChildren;
}

/** The sidebar: brand, organisation, sections, person; a `<details>` menu on a narrow screen. */
function SideMenu({ organisation, person, start, children }: SideMenuProps) {
  return (
    <header class="sidebar">
      <Brand href={start} />
      <details class="menu-toggle">
        <summary class="button button-small">
          <Icon name="menu" small />
          Menu
        </summary>
      </details>
      <nav class="side-menu" aria-label="Menu principal">
        {organisation}
        {children}
        <div class="side-foot">
          <a class="side-link side-person" href={links.account()} title={person}>
            <Icon name="person" />
            <span>{person}</span>
          </a>
          <a class="side-link" href={links.apiDocs()}>
            <Icon name="api" />
            API
          </a>
          <PostForm action={links.logout()}>
            <button type="submit" class="side-link">
              <Icon name="sign-out" />
              Déconnexion
            </button>
          </PostForm>
        </div>
      </nav>
    </header>
  );
}

function MenuLinks({ links }: { links: readonly MenuLink[] }) {
  return (
    <ul>
      {links.map(({ href, label, icon, current, count = 0 }) => (
        <li key={href}>
          <a
            class={`side-link${icon ? "" : " side-link-inner"}${current ? " chosen" : ""}`}
            href={href}
            aria-current={current ? "true" : "false"}
          >
            {icon && <Icon name={icon} />}
            {label}
            <Count count={count} />
          </a>
        </li>
      ))}
    </ul>
  );
}

interface PlaceMenuProps {
  person: string;
  /** null for a user who is a member of none. */
  organisation: OrganisationChoice | null;
  organisations: readonly OrganisationChoice[];
  /** Id of the residence of the page; null outside one. */
  projectId: string | null;
  entries: readonly MenuEntry[];
}

/** Icons of the lines of the organisation; those under another line, and folded ones, have none. */
const ICONS: Readonly<Partial<Record<MenuEntryName, IconName>>> = {
  residences: "building",
  orgAlarms: "alert",
  boilerRoomReports: "compare",
  documents: "check",
  queuedReports: "download",
};

const FOLDED_SECTIONS = { administration: "Administration", platform: "Plateforme" } as const;

/** The lines of the organisation, and those of administration and platform, folded on other pages. @spec projects.menu */
export function PlaceMenu(props: PlaceMenuProps) {
  const { person, organisation, organisations, projectId, entries } = props;
  const own = (href: string) => inOwnOrganisation({ organisation, organisations }, href);
  const linesOf = (section: MenuSection) =>
    shownLines(entries.filter((one) => one.section === section));
  return (
    <SideMenu
      person={person}
      start={own(links.start())}
      organisation={organisation && (
        <>
          <OrganisationSwitch current={organisation} organisations={organisations} />
          <SearchBox orgId={organisation.id} projectId={projectId} />
        </>
      )}
    >
      <MenuLinks links={linesOf("organisation").map((line) => menuLink(line, own))} />
      {namesOf(FOLDED_SECTIONS).map((section) => {
        const lines = linesOf(section);
        if (lines.length === 0) return null;
        const isOpen = organisation === null || lines.some(({ isCurrent }) => isCurrent);
        return (
          <details key={section} class="menu-fold" open={isOpen}>
            <summary>{FOLDED_SECTIONS[section]}</summary>
            <MenuLinks links={lines.map((line) => menuLink(line, own))} />
          </details>
        );
      })}
    </SideMenu>
  );
}

function menuLink(entry: MenuEntry, own: (href: string) => string): MenuLink {
  const { name, href, isCurrent, count = 0 } = entry;
  return {
    icon: ICONS[name] ?? null,
    href: isUnder(href, links.residences()) ? own(href) : href,
    current: isCurrent,
    label: menuLabel(entry),
    count,
  };
}

interface OrganisationChoice {
  id: string;
  name: string;
}

interface OrganisationSwitchProps {
  current: OrganisationChoice;
  organisations: readonly OrganisationChoice[];
}

/** The current organisation, and a form to choose another; the choice is stored (F §9). */
function OrganisationSwitch({ current, organisations }: OrganisationSwitchProps) {
  const others = organisations.filter(({ id }) => id !== current.id);
  if (others.length === 0) return <p class="organisation-name">{current.name}</p>;
  return (
    <details class="organisation-switch">
      <summary>
        <span class="visually-hidden">Organisation&nbsp;:</span>
        {current.name}
        <Icon name="arrow-down" small />
      </summary>
      <PostForm action={links.chooseOrganisation()}>
        {others.map(({ id, name }) => (
          <button key={id} type="submit" class="side-link" name="orgId" value={id}>{name}</button>
        ))}
      </PostForm>
    </details>
  );
}

/** The search box of every page: a form whose result is a page. Alt and / focus it. */
function SearchBox({ orgId, projectId }: { orgId: string; projectId: string | null }) {
  return (
    <form
      class="search-box"
      method="get"
      action={links.search()}
      role="search"
      aria-label="Recherche"
    >
      <input type="hidden" name="org" value={orgId} />
      {projectId !== null && <input type="hidden" name="in" value={projectId} />}
      <input
        class="input"
        type="search"
        name="q"
        required
        minLength={SEARCH_LENGTH.min}
        maxLength={SEARCH_LENGTH.max}
        accessKey="/"
        placeholder="Rechercher"
        aria-label={SEARCH_LABEL}
      />
    </form>
  );
}

interface ResidenceTabsProps {
  tabs: readonly Tab[];
  name: string;
}

/** The tabs of a residence, and the pages of the current one. @spec projects.tabs */
export function ResidenceTabs({ tabs, name }: ResidenceTabsProps) {
  const { lines = [] } = tabs.find(({ isCurrent }) => isCurrent) ?? {};
  return (
    <nav class="tabs" aria-label={name}>
      <ul>
        {tabs.map(({ tab, lines: [first], isCurrent }) =>
          first && (
            <li key={tab}>
              <a href={first.href} aria-current={isCurrent ? "true" : "false"}>
                {TAB_LABELS[tab]}
                <Count count={first.count} />
              </a>
            </li>
          )
        )}
      </ul>
      {lines.length > 1 && (
        <ul class="tab-lines">
          {lines.map((line) => (
            <li key={line.href}>
              <a href={line.href} aria-current={line.isCurrent ? "true" : "false"}>
                {tabLineLabel(line)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

/** The way from the organisation to the page. @spec projects.breadcrumb */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const last = crumbs.length - 1;
  return (
    <nav class="breadcrumb" aria-label="Fil d’Ariane">
      <ol>
        {crumbs.map(({ label, href }, position) => (
          <li key={position}>
            {position === last ? label : <a href={href} aria-current="false">{label}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Number of items waiting behind a link; nothing for 0. */
function Count({ count = 0 }: { count?: number | undefined }) {
  if (count === 0) return null;
  return (
    <>
      {" "}
      <span class="side-count">{formatNumber(count, 0)}</span>
    </>
  );
}
