import {
  FACTORS_FIELDS,
  SEASON_FIELDS,
  settingsFields,
} from "@/components/facilities/settings_fields.ts";
import {
  factorsRows,
  runningSeasonText,
  seasonRows,
  settingsRows,
} from "@/components/facilities/settings_rows.ts";
import type { GridField, GridRowFacts } from "@/components/forms/FormGridRow.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { namedOptions } from "@/components/forms/form_fields.ts";
import { conflictLines } from "@/components/forms/grid_rows.ts";
import { Section } from "@/components/page/Section.tsx";
import FormGrid from "@/islands/forms/FormGrid.tsx";
import { EVERY_ACTION } from "@/lib/domain/forms/form_grid.ts";
import type { Project } from "@/lib/domain/projects/types.ts";
import { links } from "@/lib/links/links.ts";
import type { SettingsRead } from "@/lib/pages/facilities/boiler_room_settings.ts";
import type { RefusedForm, SettingsFormName } from "@/lib/pages/facilities/settings_sent.ts";

interface SectionsProps {
  read: SettingsRead;
  refused: RefusedForm | null;
  action: string;
  /** The form that has just been saved. */
  saved: string | null;
  project: Project;
  /** Where every season is shown; null when it is here. */
  everySeason: string | null;
}

/** Seasons shown of themselves: the one that runs. */
const LATEST_SEASONS = 1;

/** The grids of what changes with time: settings, gas factors, heating seasons. */
export function DatedSections(
  { read, refused, action, saved, project, everySeason }: SectionsProps,
) {
  const { efficiency, outdoorSources } = read;
  const { versions } = efficiency;
  const of = (form: SettingsFormName) => refused?.form === form ? refused : null;
  const djuSources = namedOptions(outdoorSources);
  return (
    <>
      <Section
        id="settings"
        saved={saved === "settings"}
        title="Réglages du bilan"
        intro="Une version s’applique aux mois qui commencent à sa date ou après, jusqu’à la version suivante."
      >
        {djuSources.length === 0 && <NoOutdoorSource projectId={project.id} />}
        <Grid
          grid="settings"
          action={`${action}#settings`}
          fields={settingsFields(djuSources)}
          rowsOf={(mine) => settingsRows(efficiency.settings, mine)}
          refused={of("settings")}
          version={versions.settings}
          removal="Les mois que cette version réglait reprendront la version précédente."
        />
      </Section>
      <Section
        id="factors"
        saved={saved === "factors"}
        title="Coefficients du gaz"
        intro="Sans les deux coefficients, un m³ de gaz compte pour 11&nbsp;kWh."
      >
        <Grid
          grid="factors"
          action={`${action}#factors`}
          fields={FACTORS_FIELDS}
          rowsOf={(mine) => factorsRows(efficiency.gazFactors, mine)}
          refused={of("factors")}
          version={versions.gazFactors}
          removal="Les mois concernés reprendront les coefficients précédents."
        />
      </Section>
      <SeasonsSection
        seasons={read.seasons}
        refused={of("seasons")}
        action={action}
        saved={saved === "seasons"}
        everySeason={everySeason}
      />
    </>
  );
}

type SeasonsSectionProps = Pick<SectionsProps, "refused" | "action" | "everySeason"> & {
  seasons: SettingsRead["seasons"];
  saved: boolean;
};

const SEASONS_INTRO =
  "Les DJU des mois hors saison ne comptent pas. Une date encore inconnue reste vide.";

/** The latest season, and a link to those before: ten years of them would bury the rest. */
function SeasonsSection({ seasons, refused, action, saved, everySeason }: SeasonsSectionProps) {
  const { seasons: all, running, version } = seasons;
  const latest = all.toSorted((a, b) => b.yearStart - a.yearStart).slice(0, LATEST_SEASONS);
  const shown = everySeason === null ? all : latest;
  const isRunningUntyped = running !== null &&
    !all.some(({ yearStart }) => yearStart === running.yearStart);
  const olderCount = all.length - shown.length;
  return (
    <Section
      id="seasons"
      saved={saved}
      title="Saisons de chauffe"
      intro={isRunningUntyped ? `${SEASONS_INTRO} ${runningSeasonText(running)}` : SEASONS_INTRO}
    >
      <Grid
        grid="seasons"
        action={`${action}#seasons`}
        fields={SEASON_FIELDS}
        rowsOf={(mine) => seasonRows(shown, mine)}
        refused={refused}
        version={version}
        removal="Tous les mois de cette saison compteront de nouveau leurs DJU."
      />
      {olderCount > 0 && (
        <p>
          <a href={`${everySeason}#seasons`} aria-current="false">
            {olderSeasonsLabel(olderCount)}
          </a>
        </p>
      )}
    </Section>
  );
}

function olderSeasonsLabel(count: number): string {
  return count === 1 ? "Voir la saison plus ancienne" : `Voir les ${count} saisons plus anciennes`;
}

interface GridProps {
  grid: SettingsFormName;
  action: string;
  fields: readonly GridField[];
  rowsOf(refused: RefusedForm | null): GridRowFacts[];
  refused: RefusedForm | null;
  version: string;
  removal: string;
}

function Grid({ rowsOf, refused, ...grid }: GridProps) {
  const stored = refused && rowsOf(null).find(({ key }) => key !== "" && key === refused.key);
  return (
    <>
      {refused && (
        <Refusal
          {...refused}
          lines={conflictLines(grid.fields, refused.values, stored?.values)}
        />
      )}
      <FormGrid {...grid} rows={rowsOf(refused)} actions={EVERY_ACTION} />
    </>
  );
}

function NoOutdoorSource({ projectId }: { projectId: string }) {
  return (
    <p>
      La résidence n’a pas encore de source de DJU&nbsp;:{" "}
      <a href={links.outdoorSources(projectId)}>ajoutez-en une</a> avant de régler le bilan.
    </p>
  );
}
