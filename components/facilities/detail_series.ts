import type { SelectOption } from "@/components/forms/SelectField.tsx";
import type { DetailedKind, EquipmentDetail } from "@/lib/domain/facilities/equipment_details.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import type { DataUnitId } from "@/lib/domain/series/types.ts";
import { seriesChoices } from "@/lib/text/facilities/facilities.ts";

/** A field of an equipment's own settings that refers to a series. */
export type SeriesField = "seriesId" | "outType" | "backType";

/** The series that each field may refer to. */
export type SeriesChoices = Readonly<Record<SeriesField, readonly SelectOption[]>>;

/** What a kind listens to; any facility series where nothing is said. */
const LISTENED: Readonly<Partial<Record<DetailedKind, readonly DataUnitId[]>>> = {
  "boilerroom-errorcode": ["ETAT"],
  "skydome": ["ETAT"],
  "gate": ["ETAT"],
};

/**
 * The facility series of a residence that an equipment may listen to, by field; those it listens to now are offered
 * whatever they measure.
 */
export function detailSeries(
  { kind, own }: EquipmentDetail,
  series: readonly ProjectSeries[],
): SeriesChoices {
  const chosen: readonly unknown[] = Object.values(own);
  const offered = (units: readonly DataUnitId[] | undefined): SelectOption[] =>
    seriesChoices(
      series.filter(({ id, dataUnitId }) =>
        units === undefined || units.includes(dataUnitId) || chosen.includes(id)
      ),
    );
  return {
    seriesId: offered(LISTENED[kind]),
    outType: offered(["TDEP", "TEMP"]),
    backType: offered(["TRET", "TEMP"]),
  };
}
