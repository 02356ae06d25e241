/** Finds the series and dwelling that a file names. @module */

import type { Services } from "@/lib/api/services.ts";
import { projectSeries } from "@/lib/facilities/equipment.ts";
import { equipmentRecord } from "@/lib/facilities/records.ts";
import { plainName } from "@/lib/files/csv_headings.ts";
import { dwellingNamed, type DwellingNames } from "@/lib/housing/dwelling_list.ts";
import { readProject } from "@/lib/residences/residences.ts";
import { type ClaimedSeries, claimsOf } from "@/lib/series/claims.ts";
import { keys } from "@/lib/store/keys.ts";
import { listEntries } from "@/lib/store/store.ts";
import { plausibleBounds, storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { ProjectSeries, SeriesScope } from "@/lib/timeseries/schema.ts";
import { isMeasureKey } from "@/lib/timeseries/source_names.ts";
import { nameOfHeading } from "./file_columns.ts";
import { readDwellingNames } from "./sources.ts";

export interface NamedSeries extends ClaimedSeries {
  readonly seriesId: string;
  readonly scope: SeriesScope;
  readonly title: string;
}

/** The names given by a value of a file. */
interface SeriesNaming {
  readonly series: string;
  readonly dwelling: string;
}

/** The series of a value, or why there is no single one. */
export type FoundSeries =
  | { readonly ok: true; readonly named: NamedSeries }
  | { readonly ok: false; readonly fault: NamingFault; readonly name: string };

/**
 * Why a name resolves to no single series: none or several have it, its dwelling is missing or unknown, or the demo
 * simulates it.
 */
export type NamingFault = "unknown" | "several" | "no-dwelling" | "unknown-dwelling" | "simulated";

export interface SeriesNames {
  find(naming: SeriesNaming): FoundSeries;
}

/**
 * The names of the series of a residence: id, name, « Équipement / Série », the name shown in its lists of series, id and
 * label of the unit, and its sources. Its unit in brackets may follow: « Compteur gaz (m³) ».
 * A series of dwellings is named with a dwelling: « Logement / Série », or by the line. The residence's code or name
 * may precede a series: « 0301/GAZV ». Two series may share a name.
 *
 * @spec imports.series-names
 * @param chosen series chosen by the user for a file whose columns are dwellings; "" for none
 */
export async function seriesNames(
  services: Services,
  projectId: string,
  chosen = "",
): Promise<SeriesNames> {
  const prefix = keys.equipment.under(projectId);
  const [project, series, claims, equipments, dwellings] = await Promise.all([
    readProject(services, projectId),
    projectSeries(services, projectId),
    claimsOf(services.store, projectId),
    listEntries(services.store, { prefix }, equipmentRecord),
    readDwellingNames(services.store, projectId),
  ]);
  const places = new Map(equipments.map(({ key, value }) => [key.at(-1), value.name]));
  const byName = new NamesOfSeries();
  for (const one of series) {
    const title = titleOf(one);
    const place = one.equipmentId === null ? undefined : places.get(one.equipmentId);
    for (const name of [one.id, title, one.dataUnitId, one.unit.label]) byName.add(name, one);
    if (place !== undefined) {
      byName.add(`${place} / ${title}`, one);
      byName.add(`${title}, ${place}`, one);
    }
    for (const name of [project.code, project.name]) {
      if (name === "") continue;
      byName.add(`${name} / ${title}`, one);
      byName.add(`${name} / ${one.dataUnitId}`, one);
    }
  }
  const byId = new Map(series.map((one) => [one.id, one]));
  for (const { sourceKey, seriesId, houseId } of claims.sources) {
    const one = byId.get(seriesId);
    if (one !== undefined && !isMeasureKey(sourceKey)) byName.addSource(sourceKey, one, houseId);
  }
  const chosenOne = byId.get(chosen);
  const reader = services.seriesOf(projectId, project.timeZone);
  const exactly = (naming: SeriesNaming) => byName.find(naming, dwellings, chosenOne);
  const withOrWithoutUnit = (naming: SeriesNaming) => {
    const whole = exactly(naming);
    const series = nameOfHeading(naming.series);
    if (whole.ok || series === naming.series) return whole;
    const without = exactly({ ...naming, series });
    return without.ok || whole.fault === "unknown" ? without : whole;
  };
  return {
    find(naming) {
      const found = withOrWithoutUnit(naming);
      if (!found.ok || !reader.simulates?.(found.named.storedId)) return found;
      return { ok: false, fault: "simulated", name: found.named.title };
    },
  };
}

class NamesOfSeries {
  readonly #series = new Map<string, ProjectSeries[]>();
  readonly #sources = new Map<string, NamedSeries>();

  add(name: string, one: ProjectSeries): void {
    const known = this.#series.get(slashed(name)) ?? [];
    if (!known.includes(one)) known.push(one);
    this.#series.set(slashed(name), known);
  }

  addSource(source: string, one: ProjectSeries, houseId: string | null): void {
    this.#sources.set(slashed(source), namedSeries(one, houseId));
  }

  find(
    { series, dwelling }: SeriesNaming,
    dwellings: DwellingNames,
    chosen: ProjectSeries | undefined,
  ): FoundSeries {
    const name = slashed(series);
    const source = this.#sources.get(name);
    if (source !== undefined) return { ok: true, named: source };
    if (dwelling !== "") return this.#inDwelling(name, dwelling, dwellings) ?? unknown(series);
    const facilities = this.#of(name, "facilities");
    if (facilities.length > 0) return only(facilities, null, series);
    const [housed] = this.#of(name, "housing");
    if (housed !== undefined) return { ok: false, fault: "no-dwelling", name: titleOf(housed) };
    const [first = "", ...rest] = name.split("/");
    if (rest.length > 0) {
      return this.#inDwelling(rest.join("/"), first, dwellings) ?? unknown(series);
    }
    const houseId = dwellingNamed([first], dwellings);
    const isOfChosen = houseId !== null && chosen?.scope === "housing";
    return isOfChosen ? only([chosen], houseId, series) : unknown(series);
  }

  /** @returns null when no series of dwellings has this name */
  #inDwelling(name: string, dwelling: string, dwellings: DwellingNames): FoundSeries | null {
    const found = this.#of(name, "housing");
    if (found.length === 0) return null;
    const houseId = dwellingNamed([dwelling], dwellings);
    if (houseId === null) return { ok: false, fault: "unknown-dwelling", name: dwelling };
    return only(found, houseId, name);
  }

  #of(name: string, scope: SeriesScope): readonly ProjectSeries[] {
    return (this.#series.get(name) ?? []).filter((one) => one.scope === scope);
  }
}

function only(
  [one, ...others]: readonly ProjectSeries[],
  houseId: string | null,
  name: string,
): FoundSeries {
  if (one === undefined) return unknown(name);
  if (others.length > 0) return { ok: false, fault: "several", name };
  return { ok: true, named: namedSeries(one, houseId) };
}

function unknown(name: string): FoundSeries {
  return { ok: false, fault: "unknown", name };
}

/** A name without accents, case, or blanks around its slashes. */
function slashed(name: string): string {
  return plainName(name).replaceAll(/ ?\/ ?/g, "/");
}

function namedSeries(one: ProjectSeries, houseId: string | null): NamedSeries {
  return {
    seriesId: one.id,
    storedId: storedSeriesId(one.id, houseId),
    kind: one.unit.kind,
    bounds: plausibleBounds(one.dataUnitId, one.importedUnit),
    unit: one.unit.unit,
    scope: one.scope,
    title: titleOf(one),
  };
}

function titleOf({ renamed, unit }: ProjectSeries): string {
  return renamed ?? unit.label;
}
