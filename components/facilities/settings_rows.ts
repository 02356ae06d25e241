import type { GridRowFacts } from "@/components/forms/FormGridRow.tsx";
import { type GridRow, type RefusedRow, withRefused } from "@/components/forms/grid_rows.ts";
import {
  type FactorsField,
  type SettingsField,
  typedFactors,
  typedSettings,
} from "@/lib/domain/energy_balance/settings/settings_form.ts";
import type { EfficiencySettings, GasFactors } from "@/lib/domain/energy_balance/types.ts";
import type { HeatingSeason } from "@/lib/domain/facilities/heating_season.ts";
import { type SeasonField, typedSeason } from "@/lib/domain/facilities/season_form.ts";
import type { HeatingSeasonEntry } from "@/lib/domain/facilities/types.ts";
import { formatDay, formatLongDay } from "@/lib/text/format/dates.ts";
import { yearTitle } from "@/lib/text/periods.ts";

/** The rows of the settings' grid, the newest first and the blank one last. */
export function settingsRows(
  versions: readonly EfficiencySettings[],
  refused: RefusedRow | null,
): GridRowFacts[] {
  const blank: Record<SettingsField, string> = {
    fromDate: "",
    area: "",
    peopleNb: "",
    djuSource: "",
    q: "",
    target: "",
    threshold: "5",
    djuContract: "",
  };
  const stored = newestFirst(versions).map((version): GridRow => ({
    key: version.fromDate,
    title: `À partir du ${formatLongDay(version.fromDate)}`,
    values: typedSettings(version),
  }));
  return withRefused([...stored, { key: "", title: "Nouvelle version", values: blank }], refused);
}

/** The rows of the gas factors' grid, the newest first and the blank one last. */
export function factorsRows(
  versions: readonly GasFactors[],
  refused: RefusedRow | null,
): GridRowFacts[] {
  const blank: Record<FactorsField, string> = { fromDate: "", pta: "", pcs: "" };
  const stored = newestFirst(versions).map((version): GridRow => ({
    key: version.fromDate,
    title: `À partir du ${formatLongDay(version.fromDate)}`,
    values: typedFactors(version),
  }));
  return withRefused([...stored, { key: "", title: "Nouvelle version", values: blank }], refused);
}

/** The rows of the heating seasons' grid, the newest first and the blank one last. */
export function seasonRows(
  seasons: readonly HeatingSeasonEntry[],
  refused: RefusedRow | null,
): GridRowFacts[] {
  const blank: Record<SeasonField, string> = { yearStart: "", dateStart: "", dateStop: "" };
  const stored = seasons.toSorted((left, right) => right.yearStart - left.yearStart)
    .map((season): GridRow => ({
      key: String(season.yearStart),
      title: yearTitle(season.yearStart, true),
      values: typedSeason(season),
      note: calculatedNote(season),
    }));
  return withRefused([...stored, { key: "", title: "Nouvelle saison", values: blank }], refused);
}

function newestFirst<Version extends { readonly fromDate: string }>(versions: readonly Version[]) {
  return versions.toSorted((left, right) => right.fromDate.localeCompare(left.fromDate));
}

function calculatedNote(season: HeatingSeasonEntry): string {
  const { calculatedDateStart, calculatedDateStop } = season;
  return weatherText(calculatedDateStart, calculatedDateStop);
}

/** The season that runs, by the weather: « Saison 2026 à 2027, d’après la météo : depuis le 30/10/2026 ». */
export function runningSeasonText({ yearStart, dateStart, dateStop }: HeatingSeason): string {
  const dates = weatherText(dateStart, dateStop) || "D’après la météo\u00A0: pas encore commencée";
  return `${yearTitle(yearStart, true)}. ${dates}.`;
}

function weatherText(start: string | null, stop: string | null): string {
  if (start === null) return "";
  return stop === null
    ? `D’après la météo\u00A0: depuis le ${formatDay(start)}`
    : `D’après la météo\u00A0: du ${formatDay(start)} au ${formatDay(stop)}`;
}
