import {
  DoubtsSection,
  type FallNames,
  RegisterFalls,
} from "@/components/ingest/RegisterDoubts.tsx";
import { SeriesTable } from "@/components/ingest/SeriesTable.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import { namedOptions, type SelectOption } from "@/components/ui/SelectField.tsx";
import { countText } from "@/lib/base/text_format.ts";
import { distinctEquipment } from "@/lib/facilities/equipment_rules.ts";
import { guessedQuantity } from "@/lib/ingest/devices/quantity_guess.ts";
import { EVERY_DWELLING, NEW_SERIES_FORM } from "@/lib/ingest/forms.ts";
import { type SensorsRead, sortedSources } from "@/lib/ingest/sensors_pages.ts";
import { DOUBTS_SECTION } from "@/lib/ingest/series_pages.ts";
import { measureText } from "@/lib/ingest/text.ts";
import type { MeterFall } from "@/lib/series/schema.ts";
import { NAMELESS, seriesName } from "@/lib/series/series_names.ts";
import { isMeasureKey } from "@/lib/timeseries/source_names.ts";
import { links } from "@/lib/ui/links.ts";
import { FEW_CHOICES } from "@/lib/ui/named_choices.ts";
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
  const choices = others.filter((one, at) => at < FEW_CHOICES || one.source === source);
  const sources = [
    ...measures.map(({ measure }) => ({
      value: measure,
      label: `${measureText(measure)} (chaque logement)`,
    })),
    ...choices.map((one) => ({ value: one.source, label: one.source })),
  ];
  const shown: Readonly<Record<string, boolean | undefined>> = {
    source: sources.length > 0,
    use: read.scopes.includes("housing"),
    isMeter: read.scopes.includes("facilities"),
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
        initial={proposedSeries(
          read,
          source || (sources.length === 1 ? sources[0]?.value : "") || "",
        )}
        page={page}
        options={{ equipmentId: placesOf(read), source: sources }}
        shows={(name) => shown[name] ?? true}
        submit="Créer la série"
      />
    </SensorsPart>
  );
}

/** The series that a source asks for: its own place and quantity, unless only a person knows what its pulses count. */
function proposedSeries({ unknown }: SensorsRead, source: string) {
  const unit = unknown.find((one) => one.source === source)?.unit ?? "";
  const guess = guessedQuantity(source, unit);
  return {
    source,
    dataUnitId: guess === null || guess.isPulse ? "" : guess.dataUnitId,
    equipmentId: isMeasureKey(source) ? EVERY_DWELLING : "",
  };
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
