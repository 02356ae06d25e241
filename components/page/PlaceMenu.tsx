import type { IconName } from "@/components/icons/Icon.tsx";
import { PAGE_NAMES } from "@/lib/links/links.ts";
import {
  MENU_SECTIONS,
  type MenuEntry,
  type MenuEntryName,
  type MenuSection,
} from "@/lib/links/menu_lines.ts";
import { MenuContainer } from "./MenuContainer.tsx";
import { type OrganisationChoice, OrganisationSwitch } from "./OrganisationSwitch.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { type MenuLink, MenuLinks, SideMenu } from "./SideMenu.tsx";

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
  return (
    <SideMenu
      person={person}
      organisation={organisation && (
        <>
          <OrganisationSwitch current={organisation} organisations={organisations} />
          <SearchBox orgId={organisation.id} />
        </>
      )}
    >
      {MENU_SECTIONS.map((section) => {
        const lines = entries.filter((entry) => entry.section === section);
        if (lines.length === 0) return null;
        const title = section === "residence" ? place ?? undefined : SECTION_TITLES[section];
        return (
          <MenuContainer key={section} title={title}>
            <MenuLinks links={lines.map(menuLink)} />
          </MenuContainer>
        );
      })}
    </SideMenu>
  );
}

function menuLink({ name, href, isCurrent, label, count = 0 }: MenuEntry): MenuLink {
  const icon = ICONS[name];
  return { ...icon && { icon }, href, current: isCurrent, label: label ?? NAMES[name], count };
}
