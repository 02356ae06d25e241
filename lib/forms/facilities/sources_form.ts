import {
  isAllowedSourceKind,
  SOURCE_KIND_NAMES,
} from "@/lib/domain/energy_balance/settings/source_kinds.ts";
import {
  type BoilerRoomSources,
  burnsGas,
  hotWaterKindOf,
  isSolarSeries,
  isSourceSeries,
  type SeriesChoice,
} from "@/lib/domain/energy_balance/settings/sources_form.ts";
import { isPce } from "@/lib/domain/facilities/pce.ts";
import { boxes, choice, type FormField, pick, text } from "@/lib/forms/fields.ts";
import { form, MUST_CHOOSE } from "@/lib/forms/form.ts";
import { HOT_WATER_KIND_LABELS, SOURCE_KIND_LABELS } from "@/lib/text/facilities/facilities.ts";

export interface NamedSeries extends SeriesChoice {
  readonly label: string;
}

const OTHER_UNIT = {
  code: "message",
  message: "Cette série ne compte pas cette énergie dans cette unité",
} as const;
const BAD_PCE = { code: "message", message: "14 chiffres, ou GI et 6 chiffres" } as const;
const PCE_WITHOUT_GAS = { code: "message", message: "Un PCE ne va qu’avec le gaz" } as const;

/**
 * The energy source of a boiler room, its hot water and its solar heat, each with its series.
 *
 * @spec balance.meters
 * @param series facility series of the residence
 */
export function sourcesForm(series: readonly NamedSeries[]) {
  return form({
    name: "sources",
    fields: {
      sourceKind: choice(SOURCE_KIND_NAMES, SOURCE_KIND_LABELS, {
        label: "Énergie",
        ...MUST_CHOOSE,
      }),
      sourceType: pick({ label: "Série du compteur", ...MUST_CHOOSE }),
      gazPce: pce(),
      solarTypes: boxes({ label: "Solaire thermique" }),
      ...Object.fromEntries(series.flatMap(hotWaterFields)),
    },
    check({ sourceKind = "", sourceType, gazPce = "" }) {
      const source = series.find(({ id }) => id === sourceType);
      if (source === undefined) return { sourceType: { code: "required" } };
      if (!isAllowedSourceKind(sourceKind)) return {};
      return {
        ...!isSourceSeries(sourceKind, source) && { sourceType: OTHER_UNIT },
        ...gazPce.trim() !== "" && !burnsGas(sourceKind) && { gazPce: PCE_WITHOUT_GAS },
      };
    },
    body({ sourceKind, sourceType, gazPce, solarTypes, ...used }): BoilerRoomSources {
      const solar = series.filter((one) => isSolarSeries(one) && solarTypes.includes(one.id));
      return {
        sourceKind,
        sourceType,
        hotWaterTypes: series.flatMap((one) => hotWaterOf(one, used)),
        solarTypes: solar.map(({ id }) => id),
        gazPce: gazPce || null,
      };
    },
    values({ hotWaterTypes, gazPce, solarTypes, ...same }: BoilerRoomSources) {
      const kinds = series.map(({ id }) => {
        const used = hotWaterTypes.find(({ hotWaterType }) => hotWaterType === id);
        return [hotWaterField(id), used?.hotWaterKind ?? null] as const;
      });
      return {
        ...same,
        gazPce: gazPce ?? "",
        solarTypes: [...solarTypes],
        ...Object.fromEntries(kinds),
      };
    },
  });
}

function hotWaterField(seriesId: string): string {
  return `hotWater:${seriesId}`;
}

function hotWaterFields(series: NamedSeries): [name: string, field: FormField<unknown>][] {
  const { id, label } = series;
  const kind = hotWaterKindOf(series);
  if (kind === null) return [];
  const words = { id: `hot-water-${id}`, label, empty: "Non utilisée", group: "Eau chaude" };
  return [[hotWaterField(id), choice([kind], HOT_WATER_KIND_LABELS, words)]];
}

function hotWaterOf(series: NamedSeries, used: Readonly<Record<string, unknown>>) {
  const hotWaterKind = hotWaterKindOf(series);
  const isUsed = hotWaterKind !== null && used[hotWaterField(series.id)] === hotWaterKind;
  return isUsed ? [{ hotWaterType: series.id, hotWaterKind }] : [];
}

function pce(): FormField<string> {
  return {
    ...text({
      label: "PCE",
      hint: "Gaz seulement\u00A0: 14 chiffres, ou GI et 6 chiffres",
      maxLength: 14,
    }),
    error: (typed) => typed.trim() === "" || isPce(typed.trim()) ? null : BAD_PCE,
  };
}
