import { Section } from "@/components/page/Page.tsx";
import { links, PAGE_NAMES } from "@/lib/links/links.ts";
import { canWriteHouses } from "@/lib/pages/housing/houses_page.ts";
import { residenceOf } from "@/lib/web/state.ts";
import type { HousePartProps } from "./HouseSection.tsx";

/** Link to the occupants of the dwelling, for a user who may know them. */
export function OccupantsSection({ house, state }: HousePartProps) {
  if (!canWriteHouses(state)) return null;
  return (
    <Section
      id="occupants"
      title={PAGE_NAMES.occupants}
      intro="Qui habite le logement, depuis quand, et avec quel accord pour les données fines."
    >
      <p>
        <a class="button" href={links.occupants(residenceOf(state).project.id, house.id)}>
          Voir les occupants
        </a>
      </p>
    </Section>
  );
}
