import type { FormPage } from "@/components/forms/FormBox.tsx";
import { namedOptions } from "@/components/forms/form_fields.ts";
import type { Project } from "@/lib/domain/projects/types.ts";
import {
  FACTORS_FORM,
  SEASON_FORM,
  SETTINGS_FORM,
} from "@/lib/forms/facilities/boiler_room_forms.ts";
import { links } from "@/lib/links/links.ts";
import type { SettingsRead } from "@/lib/pages/facilities/boiler_room_settings.ts";
import { runningSeasonText, weatherText } from "@/lib/text/facilities/seasons.ts";
import { formatLongDay } from "@/lib/text/format/dates.ts";
import { yearTitle } from "@/lib/text/periods.ts";
import { GridSection } from "@/routes/(_components)/GridSection.tsx";

interface SectionsProps {
  read: SettingsRead;
  page: FormPage;
  project: Project;
  /** URL of the page with every season; null on that page. */
  everySeason: string | null;
}

/** Number of seasons shown by default: the current one. */
const LATEST_SEASONS = 1;

/** Grids of the dated data: settings, gas factors, heating seasons. */
export function DatedSections({ read, page, project, everySeason }: SectionsProps) {
  const { efficiency: { settings, gazFactors, versions }, outdoorSources } = read;
  const djuSource = namedOptions(outdoorSources);
  return (
    <>
      <GridSection
        title="Réglages du bilan"
        intro="Une version s’applique aux mois qui commencent à sa date ou après, jusqu’à la version suivante."
        form={SETTINGS_FORM}
        rows={datedRows(settings)}
        blank="Nouvelle version"
        page={page}
        options={{ djuSource }}
        version={versions.settings}
        removal="Les mois que cette version réglait reprendront la version précédente."
        before={djuSource.length === 0 && <NoOutdoorSource projectId={project.id} />}
      />
      <GridSection
        title="Coefficients du gaz"
        intro="Sans les deux coefficients, un m³ de gaz compte pour 11&nbsp;kWh."
        form={FACTORS_FORM}
        rows={datedRows(gazFactors)}
        blank="Nouvelle version"
        page={page}
        version={versions.gazFactors}
        removal="Les mois concernés reprendront les coefficients précédents."
      />
      <SeasonsSection seasons={read.seasons} page={page} everySeason={everySeason} />
    </>
  );
}

/** Newest first. */
function datedRows<Version extends { readonly fromDate: string }>(versions: readonly Version[]) {
  return versions.toSorted((left, right) => right.fromDate.localeCompare(left.fromDate))
    .map((stored) => ({
      key: stored.fromDate,
      title: `À partir du ${formatLongDay(stored.fromDate)}`,
      stored,
    }));
}

const SEASONS_INTRO =
  "Les DJU des mois hors saison ne comptent pas. Une date encore inconnue reste vide.";

/** The latest season, and a link to earlier ones, which would take too much room. */
function SeasonsSection(
  { seasons: { seasons, running, version }, page, everySeason }:
    & Pick<SectionsProps, "page" | "everySeason">
    & Pick<SettingsRead, "seasons">,
) {
  const all = seasons.toSorted((left, right) => right.yearStart - left.yearStart);
  const shown = everySeason === null ? all : all.slice(0, LATEST_SEASONS);
  const isRunningUntyped = running !== null &&
    !all.some(({ yearStart }) => yearStart === running.yearStart);
  const olderCount = all.length - shown.length;
  return (
    <GridSection
      title="Saisons de chauffe"
      intro={isRunningUntyped ? `${SEASONS_INTRO} ${runningSeasonText(running)}` : SEASONS_INTRO}
      form={SEASON_FORM}
      rows={shown.map((stored) => ({
        key: String(stored.yearStart),
        title: yearTitle(stored.yearStart, true),
        stored,
        note: weatherText(stored.calculatedDateStart, stored.calculatedDateStop),
      }))}
      blank="Nouvelle saison"
      page={page}
      version={version}
      removal="Tous les mois de cette saison compteront de nouveau leurs DJU."
      after={olderCount > 0 && (
        <p>
          <a href={`${everySeason}#seasons`} aria-current="false">
            {olderSeasonsLabel(olderCount)}
          </a>
        </p>
      )}
    />
  );
}

function olderSeasonsLabel(count: number): string {
  return count === 1 ? "Voir la saison plus ancienne" : `Voir les ${count} saisons plus anciennes`;
}

function NoOutdoorSource({ projectId }: { projectId: string }) {
  return (
    <p>
      La résidence n’a pas encore de source de DJU&nbsp;:{" "}
      <a href={links.outdoorSources(projectId)}>ajoutez-en une</a> avant de régler le bilan.
    </p>
  );
}
