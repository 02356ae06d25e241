import type { IconName } from "@/components/icons/Icon.tsx";
import {
  MENU_SECTIONS,
  type MenuEntry,
  type MenuEntryName,
  type MenuSection,
} from "@/lib/links/menu_lines.ts";
import { PAGE_NAMES } from "@/lib/text/pages.ts";
import { MenuContainer } from "./MenuContainer.tsx";
import { type OrganisationChoice, OrganisationSwitch } from "./OrganisationSwitch.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { type MenuLink, MenuLinks, SideMenu } from "./SideMenu.tsx";

interface PlaceMenuProps {
  person: string;
  /** null for someone who belongs to none. */
  organisation: OrganisationChoice | null;
  organisations: readonly OrganisationChoice[];
  /** Name of the residence; null outside one. */
  place: string | null;
  entries: readonly MenuEntry[];
}

/** Lines without a drawing are under the one above. */
const LINES: Readonly<Record<MenuEntryName, { label: string; icon?: IconName }>> = {
  residences: { label: PAGE_NAMES.residences, icon: "building" },
  residence: { label: PAGE_NAMES.residence, icon: "list" },
  residenceSheet: { label: PAGE_NAMES.residenceSheet, icon: "info" },
  boilerRoom: { label: "Chaufferie", icon: "boiler" },
  energyBalance: { label: PAGE_NAMES.energyBalance },
  boilerRoomSettings: { label: PAGE_NAMES.boilerRoomSettings },
  houses: { label: PAGE_NAMES.houses, icon: "house" },
  houseSettings: { label: PAGE_NAMES.houseSettings },
  outdoorSources: { label: PAGE_NAMES.outdoorSources, icon: "outdoor" },
  equipments: { label: PAGE_NAMES.equipments, icon: "settings" },
  gasPces: { label: PAGE_NAMES.gasPces, icon: "drop" },
  seriesList: { label: PAGE_NAMES.seriesList, icon: "list" },
  tenantAlerts: { label: PAGE_NAMES.tenantAlerts },
  displayMessages: { label: PAGE_NAMES.displayMessages },
  manualIndexes: { label: PAGE_NAMES.manualIndexes, icon: "list" },
  autoconsumption: { label: "Auto\u00ADconsommation collective", icon: "people" },
  sensors: { label: PAGE_NAMES.sensors, icon: "sensor" },
  alarms: { label: PAGE_NAMES.orgAlarms, icon: "alert" },
  orgAlarms: { label: PAGE_NAMES.orgAlarms, icon: "alert" },
  alarmReports: { label: PAGE_NAMES.alarmReports },
  orgAlarmReports: { label: PAGE_NAMES.alarmReports, icon: "mail" },
  ownAlarmReports: { label: PAGE_NAMES.ownAlarmReports },
  queuedReports: { label: PAGE_NAMES.queuedReports, icon: "download" },
  documents: { label: PAGE_NAMES.documents, icon: "check" },
  documentRequests: { label: PAGE_NAMES.documentRequests },
  residenceDocuments: { label: PAGE_NAMES.documents, icon: "check" },
  contracts: { label: PAGE_NAMES.contracts },
  providers: { label: PAGE_NAMES.providers },
  typedocs: { label: PAGE_NAMES.typedocs },
  features: { label: PAGE_NAMES.features, icon: "settings" },
  roles: { label: PAGE_NAMES.roles },
  users: { label: PAGE_NAMES.users, icon: "person" },
  teams: { label: PAGE_NAMES.teams, icon: "people" },
  stockImport: { label: PAGE_NAMES.stockImport, icon: "building" },
  tags: { label: PAGE_NAMES.tags, icon: "list" },
  equipmentKinds: { label: PAGE_NAMES.equipmentKinds, icon: "boiler" },
  organisationOptions: { label: PAGE_NAMES.organisationOptions, icon: "settings" },
  administrators: { label: PAGE_NAMES.administrators, icon: "key" },
  audit: { label: PAGE_NAMES.audit, icon: "list" },
  platformOrganisations: { label: PAGE_NAMES.platformOrganisations, icon: "building" },
  platformAccounts: { label: PAGE_NAMES.platformAccounts, icon: "person" },
  platformJobs: { label: PAGE_NAMES.platformJobs, icon: "calendar" },
  platformStorage: { label: PAGE_NAMES.platformStorage, icon: "storage" },
  platformAudit: { label: PAGE_NAMES.audit, icon: "list" },
  platformMails: { label: PAGE_NAMES.platformMails, icon: "mail" },
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
  const line = LINES[name];
  return { ...line, href, current: isCurrent, label: label ?? line.label, count };
}
