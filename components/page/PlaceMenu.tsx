import type { MenuEntry, MenuEntryName } from "../../lib/links/menu.ts";
import { PAGE_NAMES } from "../../lib/text/pages.ts";
import type { IconName } from "../icons/Icon.tsx";
import { MenuContainer } from "./MenuContainer.tsx";
import { type OrganisationChoice, OrganisationSwitch } from "./OrganisationSwitch.tsx";
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

/** Lines without a drawing stand under the one above. */
const LINES: Readonly<Record<MenuEntryName, { label: string; icon?: IconName }>> = {
  residences: { label: PAGE_NAMES.residences, icon: "building" },
  residence: { label: PAGE_NAMES.residence, icon: "list" },
  residenceSheet: { label: PAGE_NAMES.residenceSheet, icon: "info" },
  boilerRoom: { label: "Chaufferie", icon: "boiler" },
  energyBalance: { label: PAGE_NAMES.energyBalance },
  boilerRoomSettings: { label: PAGE_NAMES.boilerRoomSettings },
  outdoorSources: { label: PAGE_NAMES.outdoorSources, icon: "outdoor" },
  sensors: { label: PAGE_NAMES.sensors, icon: "sensor" },
};

/** The menu of a page: the organisation's lines, then those of the residence. */
export function PlaceMenu(props: PlaceMenuProps) {
  const { person, organisation, organisations, place, entries } = props;
  const [first, ...others] = entries.map(menuLink);
  return (
    <SideMenu
      person={person}
      organisation={organisation && (
        <OrganisationSwitch current={organisation} organisations={organisations} />
      )}
    >
      <MenuContainer>
        <MenuLinks links={first === undefined ? [] : [first]} />
      </MenuContainer>
      {place !== null && (
        <MenuContainer title={place}>
          <MenuLinks links={others} />
        </MenuContainer>
      )}
    </SideMenu>
  );
}

function menuLink({ name, href, isCurrent, label }: MenuEntry): MenuLink {
  const line = LINES[name];
  return { ...line, href, current: isCurrent, label: label ?? line.label };
}
