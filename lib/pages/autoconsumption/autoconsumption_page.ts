import type { AutoconsumptionConfig, Consumer } from "@/lib/domain/autoconsumption/types.ts";
import { isSuitable } from "@/lib/domain/facilities/suitable_series.ts";
import { dateParts } from "@/lib/domain/periods/civil_dates.ts";
import { periodPath } from "@/lib/domain/periods/segments.ts";
import type { Project } from "@/lib/domain/projects/types.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { links } from "@/lib/links/links.ts";
import { readDwellings } from "@/lib/pages/housing/dwelling_choices.ts";
import {
  OTHER_THAN_DWELLING,
  STORED_DWELLING,
} from "@/lib/text/autoconsumption/autoconsumption.ts";
import { seriesChoiceLabel, seriesChoices } from "@/lib/text/facilities/facilities.ts";
import { oneOf } from "@/lib/web/one_of.ts";
import { HttpError, type PageContext, residenceOf, type State, todayOf } from "@/lib/web/state.ts";

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** True when the user manages the operation of the residence; others read only its figures. */
export function canManageOperation(state: State): boolean {
  return opensScreen("autoconsumption-settings", residenceOf(state).roles);
}

export function onlyOperationManagers(state: State): void {
  if (!canManageOperation(state)) throw new HttpError(403, "forbidden");
}

export async function operationOf(state: State): Promise<AutoconsumptionConfig> {
  const projectId = residenceOf(state).project.id;
  return await state.api.read("getAutoconsumptionConfig", { projectId });
}

/** True when an operation was declared: before that it has no name. */
export function isDeclared({ info }: AutoconsumptionConfig): boolean {
  return info.name !== "";
}

/** The consumer in a page's URL. @throws HttpError 404 when the operation has none with this id */
export async function consumerOf(
  { state, params }: PageContext,
): Promise<{ config: AutoconsumptionConfig; consumer: Consumer }> {
  const config = await operationOf(state);
  const consumer = oneOf(config.consumers, params.consumerId);
  return { config, consumer };
}

export function currentUse(state: State): string {
  const { year, month } = dateParts(todayOf(state));
  const projectId = residenceOf(state).project.id;
  return links.useOfProduction(projectId, periodPath({ type: "daily", year, month }));
}

export function productionMeters({ facilitiesDataseries }: Project): Choice[] {
  return seriesChoices(facilitiesDataseries.filter((one) => isSuitable("producer", one)));
}

/** The selectable electricity meters, those of dwellings first. */
export function consumptionMeters({ housesDataseries, facilitiesDataseries }: Project): Choice[] {
  return [...housesDataseries, ...facilitiesDataseries]
    .filter((one) => isSuitable("consumer", one, one.scope))
    .map((series) => ({
      value: series.id,
      label: series.scope === "housing"
        ? seriesChoiceLabel(series)
        : `${seriesChoiceLabel(series)} (${OTHER_THAN_DWELLING})`,
    }));
}

/** The selectable dwellings; the stored one is included, even if the user may not see it. */
export async function consumerDwellings(state: State, stored: string): Promise<Choice[]> {
  const choices = await readDwellings(state);
  const isThere = stored === "" || choices.some(({ value }) => value === stored);
  return isThere ? choices : [{ value: stored, label: STORED_DWELLING }, ...choices];
}
