import type { SelectOption } from "@/components/forms/SelectField.tsx";
import type { DetailedKind, EquipmentDetail } from "@/lib/domain/facilities/equipment_details.ts";
import { isSuitable, type SeriesUser } from "@/lib/domain/facilities/suitable_series.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { seriesChoices } from "@/lib/text/facilities/facilities.ts";

/** A field of an equipment's own settings that refers to a series. */
export type SeriesField = "seriesId" | "outType" | "backType";

export type SeriesChoices = Readonly<Record<SeriesField, readonly SelectOption[]>>;

/** User of the series in a kind's own field, for suitability. */
const READERS: Readonly<Record<DetailedKind, SeriesUser>> = {
  "boilerroom-circuit": "outType",
  "boilerroom-errorcode": "errorCode",
  "boilerroom-faultdetector": "faultDetector",
  "cmv": "cmv",
  "skydome": "skydome",
  "gate": "gate",
};

/**
 * The facility series that an equipment may use, by field; those it uses now are included, of any
 * quantity.
 */
export function detailSeries(
  { kind, own }: EquipmentDetail,
  series: readonly ProjectSeries[],
): SeriesChoices {
  const chosen: readonly unknown[] = Object.values(own);
  const offered = (user: SeriesUser): SelectOption[] =>
    seriesChoices(series.filter((one) => isSuitable(user, one) || chosen.includes(one.id)));
  return {
    seriesId: offered(READERS[kind]),
    outType: offered("outType"),
    backType: offered("backType"),
  };
}
