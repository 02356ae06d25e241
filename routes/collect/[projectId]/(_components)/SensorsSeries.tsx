import { namedOptions } from "@/components/forms/form_fields.ts";
import { FormSection } from "@/components/forms/FormBox.tsx";
import type { SelectOption } from "@/components/forms/SelectField.tsx";
import { DoubtsSection } from "@/components/ingest/RegisterDoubts.tsx";
import { type FallNames, RegisterFalls } from "@/components/ingest/RegisterFalls.tsx";
import { SeriesTable } from "@/components/ingest/SeriesTable.tsx";
import { distinctEquipment } from "@/lib/domain/facilities/distinct_equipment.ts";
import { sortedSources } from "@/lib/domain/projects/dwelling_measures.ts";
import type { MeterFall } from "@/lib/domain/projects/types.ts";
import { EVERY_DWELLING } from "@/lib/domain/series/series_form.ts";
import { isMeasureKey } from "@/lib/domain/series/sources.ts";
import { FEW_CHOICES } from "@/lib/domain/tables/named_choice.ts";
import { NEW_SERIES_FORM } from "@/lib/forms/series/series_forms.ts";
import { links } from "@/lib/links/links.ts";
import { DOUBTS_SECTION } from "@/lib/pages/series/register_doubts.ts";
import type { SensorsRead } from "@/lib/pages/series/sensors_page.ts";
import { NAMELESS, seriesName } from "@/lib/text/facilities/facilities.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { measureText } from "@/lib/text/series/series_settings.ts";
import { actionOf, SensorsPart, type SensorsPartProps } from "./SensorsPart.tsx";

/** The series of the residence, and the form of a new one. */
export function SensorsSeries(
  { read, page, projectId, timeZone, source }: SensorsPartProps & { source: string },
) {
  const action = actionOf(page, "series");
  const facilities = read.series.filter(({ scope }) => scope === "facilities");
  const housing = read.series.filter(({ scope }) => scope === "housing");
  const { measures, others } = sortedSources(read.unknown);
  // The link of a source selects it: when there are many sources, only the first ones are options besides it.
  const offered = others.filter((one, at) => at < FEW_CHOICES || one.source === source);
  const sources = [
    ...measures.map(({ measure }) => ({
      value: measure,
      label: `${measureText(measure)} (chaque logement)`,
    })),
    ...offered.map((one) => ({ value: one.source, label: one.source })),
  ];
  const shown: Readonly<Record<string, boolean | undefined>> = {
    source: sources.length > 0,
    use: read.scopes.includes("housing"),
  };
  return (
    <SensorsPart id="series" title="Séries de mesure" forms={["detach"]} page={page}>
      <RegisterFalls
        {...{ projectId, timeZone }}
        falls={read.falls}
        namesOf={(fall) => fallNames(read, fall)}
      />
      <DoubtsSection
        id={DOUBTS_SECTION}
        {...{ page, timeZone }}
        doubts={read.doubts}
        namesOf={(meter) => fallNames(read, meter)}
      />
      {facilities.length > 0 && (
        <SeriesTable
          {...{ action, projectId, timeZone }}
          series={facilities}
          equipments={read.equipments}
          values={read.values}
        />
      )}
      {housing.length > 0 && (
        <a href={links.seriesList(projectId)}>
          {`${countText(housing.length, "série")} de logements`}
        </a>
      )}
      <FormSection
        id="new-series"
        title="Créer une série"
        form={NEW_SERIES_FORM}
        initial={{ source, equipmentId: isMeasureKey(source) ? EVERY_DWELLING : "" }}
        page={page}
        options={{ equipmentId: placesOf(read), source: sources }}
        shows={(name) => shown[name] ?? true}
        submit="Créer la série"
      />
    </SensorsPart>
  );
}

/** A dwelling that the user may not list has no name. */
function fallNames(
  { series, houses }: SensorsRead,
  { seriesId, houseId }: Pick<MeterFall, "seriesId" | "houseId">,
): FallNames {
  const known = series.find(({ id }) => id === seriesId);
  const house = houses.find(({ id }) => id === houseId)?.settings.name ?? NAMELESS.house;
  return {
    series: known === undefined ? NAMELESS.series : seriesName(known),
    unit: known?.unit.unit ?? "",
    house: houseId === null ? null : house,
    isOfHousing: known?.scope === "housing",
    isTyped: known?.manualIndex ?? false,
  };
}

function placesOf({ scopes, equipments }: SensorsRead): SelectOption[] {
  const places = [
    { value: "", label: "Toute la résidence" },
    ...namedOptions(distinctEquipment(equipments)),
  ];
  return [
    ...(scopes.includes("facilities") ? places : []),
    ...(scopes.includes("housing") ? [{ value: EVERY_DWELLING, label: "Chaque logement" }] : []),
  ];
}
