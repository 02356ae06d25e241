import { ConnectivityStatus } from "@/components/housing/ConnectivityCounts.tsx";
import { LastValues } from "@/components/housing/LastValues.tsx";
import { Section } from "@/components/page/Page.tsx";
import type { HouseConnectivity } from "@/lib/domain/housing/types.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { links } from "@/lib/links/links.ts";
import type { LastValue } from "@/lib/pages/series/last_values.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { ANONYMOUS_HOUSE } from "@/lib/text/housing/housing.ts";
import { residenceOf } from "@/lib/web/state.ts";
import type { HousePartProps } from "./HouseSection.tsx";

interface ReadingsSectionProps extends Pick<HousePartProps, "house" | "state"> {
  connectivity: HouseConnectivity | null;
  values: readonly LastValue[];
}

/** Last values of the dwelling visible to the user, and its last connection. */
export function ReadingsSection({ house, state, connectivity, values }: ReadingsSectionProps) {
  const { project, roles } = residenceOf(state);
  if (project.housesDataseries.length === 0 || !opensScreen("houses", roles)) return null;
  return (
    <Section id="readings" title="Relevés">
      {connectivity && (
        <p class="row">
          <ConnectivityStatus state={connectivity.state} />
          <span class="soft">{seenText(connectivity.lastSeenAt, project.timeZone)}</span>
        </p>
      )}
      {values.length === 0 ? <p>{ANONYMOUS_HOUSE}</p> : (
        <LastValues
          values={values}
          timeZone={project.timeZone}
          hrefOf={(seriesId) =>
            links.housingSeries({ projectId: project.id, houseId: house.id }, seriesId)}
        />
      )}
    </Section>
  );
}

function seenText(lastSeenAt: string | null, timeZone: string): string {
  if (lastSeenAt === null) return "Aucun relevé reçu";
  return `Dernier relevé le ${formatInstant(lastSeenAt, timeZone)}`;
}
