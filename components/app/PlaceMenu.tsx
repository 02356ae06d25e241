/** The side menu of a signed-in user: organisation, residence, search and sections. @module */

import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "@/components/ui/Icon.tsx";
import type { BackLink } from "@/components/ui/Page.tsx";
import { Brand } from "@/components/ui/PageFrame.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import {
  isUnder,
  MENU_SECTIONS,
  type MenuEntry,
  type MenuEntryName,
  type MenuSection,
} from "@/lib/app/menu_entries.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { SEARCH_LABEL, SEARCH_LENGTH } from "@/lib/residences/search_rules.ts";
import { inOwnOrganisation, links } from "@/lib/ui/links.ts";
import { PAGE_NAMES } from "@/lib/ui/page_titles.ts";

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

export function MenuLinks({ links }: { links: readonly MenuLink[] }) {
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
            {count > 0 && (
              <>
                {" "}
                <span class="side-count">{formatNumber(count, 0)}</span>
              </>
            )}
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
  /** Name of the residence; null outside one. */
  place: string | null;
  entries: readonly MenuEntry[];
}

/** Labels of entries that differ from the name of their page. */
const NAMES: Readonly<Record<MenuEntryName, string>> = {
  ...PAGE_NAMES,
  boilerRoom: "Chaufferie",
  autoconsumption: "Auto\u00ADconsommation collective",
  alarms: PAGE_NAMES.orgAlarms,
  orgAlarmReports: PAGE_NAMES.alarmReports,
  pilotConfig: "Réglages",
  pilotThresholds: "Seuils d’alerte",
  residenceDocuments: PAGE_NAMES.documents,
  platformAudit: PAGE_NAMES.audit,
};

/** Icons; entries without one are children of the previous one. */
const ICONS: Readonly<Partial<Record<MenuEntryName, IconName>>> = {
  residences: "building",
  residence: "list",
  residenceSheet: "info",
  boilerRoom: "boiler",
  houses: "house",
  outdoorSources: "outdoor",
  equipments: "settings",
  gasPces: "drop",
  seriesList: "list",
  manualIndexes: "list",
  autoconsumption: "people",
  sensors: "sensor",
  alarms: "alert",
  orgAlarms: "alert",
  orgAlarmReports: "mail",
  pilot: "outdoor",
  queuedReports: "download",
  documents: "check",
  residenceDocuments: "check",
  features: "settings",
  users: "person",
  teams: "people",
  stockImports: "building",
  tags: "list",
  equipmentKinds: "boiler",
  organisationOptions: "settings",
  administrators: "key",
  audit: "list",
  platformOrganisations: "building",
  platformAccounts: "person",
  platformJobs: "calendar",
  platformStorage: "storage",
  platformAudit: "list",
  platformMails: "mail",
};

const SECTION_TITLES: Readonly<Record<MenuSection, string | undefined>> = {
  organisation: undefined,
  residence: undefined,
  administration: "Administration",
  platform: "Plateforme",
};

export function PlaceMenu(props: PlaceMenuProps) {
  const { person, organisation, organisations, place, entries } = props;
  const own = (href: string) => inOwnOrganisation({ organisation, organisations }, href);
  const start = own(links.start());
  const bySection = Map.groupBy(entries, ({ section }) => section);
  return (
    <SideMenu
      person={person}
      start={start}
      organisation={organisation && (
        <>
          <OrganisationSwitch current={organisation} organisations={organisations} />
          <SearchBox orgId={organisation.id} />
        </>
      )}
    >
      {MENU_SECTIONS.map((section) => {
        const lines = bySection.get(section);
        if (lines === undefined) return null;
        const title = section === "residence" ? place ?? undefined : SECTION_TITLES[section];
        return (
          <MenuContainer key={section} title={title}>
            <MenuLinks links={lines.map((line) => menuLink(line, own))} />
          </MenuContainer>
        );
      })}
    </SideMenu>
  );
}

function menuLink(
  { name, href, isCurrent, label, count = 0 }: MenuEntry,
  own: (href: string) => string,
): MenuLink {
  return {
    icon: ICONS[name] ?? null,
    href: isUnder(href, links.residences()) ? own(href) : href,
    current: isCurrent,
    label: label ?? NAMES[name],
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
function SearchBox({ orgId }: { orgId: string }) {
  return (
    <form
      class="search-box"
      method="get"
      action={links.search()}
      role="search"
      aria-label="Recherche"
    >
      <input type="hidden" name="org" value={orgId} />
      <input
        class="input"
        type="search"
        name="q"
        required
        minLength={SEARCH_LENGTH.min}
        maxLength={SEARCH_LENGTH.max}
        accessKey="/"
        placeholder="Rechercher"
        title={SEARCH_LABEL}
        aria-label={SEARCH_LABEL}
      />
    </form>
  );
}

interface MenuContainerProps {
  title?: string | undefined;
  back?: BackLink | undefined;
  children: ComponentChildren;
}

/** A section of the menu, with its title and the link back to the level above. @spec forms.titles */
export function MenuContainer({ title, back, children }: MenuContainerProps) {
  return (
    <div class="menu-container">
      {back && (
        <a class="side-link" href={back.href}>
          <Icon name="arrow-left" />
          {back.label}
        </a>
      )}
      {title && <h2>{title}</h2>}
      {children}
    </div>
  );
}
