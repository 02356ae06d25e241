/** Parts of the page of sensors: series, sources, devices. @module */

import type { ComponentChildren } from "preact";
import {
  DoubtsSection,
  type FallNames,
  RegisterFalls,
} from "@/components/ingest/RegisterDoubts.tsx";
import { SeriesTable } from "@/components/ingest/series_list.tsx";
import {
  DwellingMeasureTable,
  RefusedSources,
  sentValueText,
  SeriesGroups,
  type SeriesOptions,
  unknownSources,
} from "@/components/ingest/source_tables.tsx";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import type { List, ListRows } from "@/components/ui/list.ts";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { EmptyState, Notice, Section } from "@/components/ui/Page.tsx";
import { PostForm, Refusal, sectionEntry } from "@/components/ui/PostForm.tsx";
import {
  namedOptions,
  Options,
  SelectField,
  type SelectOption,
} from "@/components/ui/SelectField.tsx";
import { TextField } from "@/components/ui/TextField.tsx";
import { countText } from "@/lib/base/text_format.ts";
import { distinctEquipment } from "@/lib/facilities/equipment_rules.ts";
import { dwellingChoices } from "@/lib/housing/dwelling_list.ts";
import { guessedQuantity } from "@/lib/ingest/devices.ts";
import { EVERY_DWELLING, MOVE_FORM, NEW_SERIES_FORM } from "@/lib/ingest/forms.ts";
import { MOST_VALUES } from "@/lib/ingest/schema.ts";
import {
  DEVICE_FIELDS,
  deviceChoices,
  QUANTITY,
  type SensorsRead,
  type SensorsSection,
  sortedSources,
} from "@/lib/ingest/sensors_pages.ts";
import { DOUBTS_SECTION } from "@/lib/ingest/series_pages.ts";
import { DEVICES, measureText, SCALES } from "@/lib/ingest/text.ts";
import type { MeterFall, UnknownSource } from "@/lib/series/schema.ts";
import { NAMELESS, seriesChoices, seriesName } from "@/lib/series/series_names.ts";
import type { SeriesScope } from "@/lib/timeseries/schema.ts";
import {
  deviceOfSource,
  fieldOfSource,
  isMeasureKey,
  sharedDevices,
} from "@/lib/timeseries/source_names.ts";
import { DATA_UNIT_IDS, DATA_UNITS } from "@/lib/timeseries/units.ts";
import type { FormPage } from "@/lib/ui/form.ts";
import { links } from "@/lib/ui/links.ts";
import { FEW_CHOICES } from "@/lib/ui/named_choices.ts";
import { SAVED } from "@/lib/ui/text.ts";

export interface SensorsPartProps {
  read: SensorsRead;
  page: FormPage;
  projectId: string;
  timeZone: string;
}

/** A part of the page, with the refusals of its forms that have no other place. */
export function SensorsPart(
  { id, title, page: { shown, saved }, forms, children }: Pick<SensorsPartProps, "page"> & {
    id: SensorsSection;
    title: string;
    forms: readonly string[];
    children: ComponentChildren;
  },
) {
  return (
    <section class="stack" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {saved === id && <Notice tone="good" live title={SAVED} />}
      {shown && forms.includes(shown.form) && <Refusal {...shown} />}
      {children}
    </section>
  );
}

export function actionOf({ action }: Pick<FormPage, "action">, section: SensorsSection): string {
  return sectionEntry(action, section);
}

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

interface SensorsSourcesProps extends SensorsPartProps {
  /** The sources to attach one by one. */
  readonly sources: ListRows<UnknownSource>;
}

/** The unclaimed sources: measures of the dwellings, then those to attach one by one. */
export function SensorsSources({ sources, ...parts }: SensorsSourcesProps) {
  const { read, page, projectId, timeZone } = parts;
  const { measures } = sortedSources(read.unknown);
  const series = offeredTo(read);
  return (
    <SensorsPart id="sources" title="Sources inconnues" forms={["attach", "forget"]} page={page}>
      <RefusedSources refused={read.refused} timeZone={timeZone} />
      {read.unknown.length === 0 && (
        <EmptyState title="Aucune source à rattacher" icon="sensor">
          <p>
            Ce qu’un collecteur envoie avec un jeton de la résidence, et qu’aucune série ne
            reconnaît, attend ici.
          </p>
        </EmptyState>
      )}
      {measures.length > 0 && (
        <>
          <p class="soft">
            Ces sources nomment un logement&nbsp;: chacune alimentera le sien, et les suivantes se
            rattacheront d’elles-mêmes.
          </p>
          <DwellingMeasureTable
            action={actionOf(page, "sources")}
            measures={measures}
            newSeriesHref={(measure) => links.newSeries(projectId, measure)}
            series={series.housing}
            houses={new Map(read.houses.map(({ id, settings }) => [id, settings.name]))}
          />
        </>
      )}
      {sources.all.length > 0 && <ListTable {...sources} />}
      {sources.all.length > 0 && isListed(read) && series.housing.length > 0 && (
        <datalist id={HOUSES_LIST}>
          {read.houses.map(({ id, settings }) => <option key={id} value={settings.name} />)}
        </datalist>
      )}
    </SensorsPart>
  );
}

/** Id of the list of dwelling names, rendered once for all the lines. */
const HOUSES_LIST = "houses";

export function unknownSourcesOf(
  { read, projectId, timeZone }: Pick<SensorsPartProps, "read" | "projectId" | "timeZone">,
): List<UnknownSource> {
  const path = links.sensors(projectId);
  return unknownSources({
    path,
    action: actionOf({ action: path }, "sources"),
    series: offeredTo(read),
    houses: read.houses.length === 0 ? null : { ...isListed(read) && { list: HOUSES_LIST } },
    newSeriesHref: (source) => links.newSeries(projectId, source),
    timeZone,
    devices: sharedDevices(sortedSources(read.unknown).others.map(({ source }) => source)),
  });
}

function offeredTo({ series }: Pick<SensorsRead, "series">): SeriesOptions {
  const options = (wanted: SeriesScope) =>
    seriesChoices(series.filter(({ scope }) => scope === wanted));
  return { facilities: options("facilities"), housing: options("housing") };
}

function isListed({ houses }: Pick<SensorsRead, "houses">): boolean {
  return houses.length > 0 && houses.length <= FEW_CHOICES;
}

/** The devices that wait with several values, and those to move. @spec collectors.devices, collectors.moving */
export function SensorsDevices(
  { read, page, projectId, timeZone, device }: SensorsPartProps & {
    /** The device named by the URL. */
    device: string;
  },
) {
  const { others } = sortedSources(read.unknown);
  const waiting = sharedDevices(others.map(({ source }) => source));
  const mine = page.shown?.form === "device" ? page.shown : null;
  const named = mine?.values["device"] || device;
  const chosen = waiting.includes(named) ? named : waiting[0];
  if (chosen === undefined && read.devices.length === 0 && page.saved !== "devices") return null;
  const parts = { read, page, projectId, timeZone };
  return (
    <SensorsPart id="devices" title={DEVICES.title} forms={[]} page={page}>
      {chosen !== undefined && (
        <Section id="device" title={DEVICES.attach} intro={DEVICES.attachIntro} offPaper>
          {waiting.length > 1 && (
            <form class="row" action="#device">
              <SelectField
                name="device"
                id="device-choice"
                label={DEVICES.choose}
                value={chosen}
                options={waiting.map((value) => ({ value, label: value }))}
              />
              <button type="submit" class="button">{DEVICES.show}</button>
            </form>
          )}
          {mine && <Refusal {...mine} />}
          <DeviceForm
            {...parts}
            device={chosen}
            values={others.filter(({ source }) =>
              deviceOfSource(source) === chosen
            )}
            typed={mine?.values["device"] === chosen ? mine.values : {}}
          />
        </Section>
      )}
      {read.devices.length > 0 && (
        <FormSection
          title={DEVICES.move}
          intro={DEVICES.moveIntro}
          form={MOVE_FORM}
          page={page}
          options={{
            device: deviceChoices(read.devices),
            houseId: dwellingChoices(read.houses),
            equipmentId: namedOptions(distinctEquipment(read.equipments)),
          }}
          shows={(name) => name !== "houseId" || read.houses.length > 0}
          submit={DEVICES.moveSubmit}
        />
      )}
    </SensorsPart>
  );
}

interface DeviceFormProps extends SensorsPartProps {
  device: string;
  values: readonly UnknownSource[];
  /** What was typed, when it was refused. */
  typed: Readonly<Record<string, string>>;
}

/** The values of a device, each with its likely quantity. */
function DeviceForm({ read, page, device, values: all, typed }: DeviceFormProps) {
  const values = all.slice(0, MOST_VALUES);
  const textOf = (name: string, initial = "") => typed[name] ?? initial;
  const columns: TableColumn<UnknownSource>[] = [
    {
      field: "value",
      label: "Valeur",
      cell: (one) => (
        <>
          <input
            type="hidden"
            name={DEVICE_FIELDS.of(values.indexOf(one)).source}
            value={one.source}
          />
          <code>{fieldOfSource(one.source)}</code>
        </>
      ),
    },
    {
      field: "last",
      label: "Dernière",
      cell: (one) => `${sentValueText(one)} ${one.unit ?? ""}`.trim(),
    },
    {
      field: "to",
      label: DEVICES.to,
      cell: (one) => {
        const { to } = DEVICE_FIELDS.of(values.indexOf(one));
        const guess = guessedQuantity(one.source, one.unit ?? "");
        return (
          <select
            class="input"
            name={to}
            aria-label={`${DEVICES.to}, ${fieldOfSource(one.source)}`}
          >
            <option value="">{DEVICES.leave}</option>
            <Choices
              read={read}
              chosen={textOf(to, guess === null ? "" : QUANTITY + guess.dataUnitId)}
            />
          </select>
        );
      },
    },
    ...(["factor", "offset"] as const).map((field): TableColumn<UnknownSource> => ({
      field,
      label: SCALES[field],
      cell: (one) => {
        const name = DEVICE_FIELDS.of(values.indexOf(one))[field];
        const guess = field === "factor" ? guessedQuantity(one.source, one.unit ?? "") : null;
        return (
          <input
            class="input"
            name={name}
            value={textOf(name)}
            placeholder={guess?.isPulse ? "10 L" : guess?.unit ? `1 ${guess.unit}` : ""}
            aria-label={`${SCALES[field]}, ${fieldOfSource(one.source)}`}
          />
        );
      },
    })),
  ];
  return (
    <PostForm class="form" action={actionOf(page, "devices")} noValidate data-guard="watched">
      <input type="hidden" name="form" value="device" />
      <input type="hidden" name="device" value={device} />
      <input type="hidden" name="count" value={values.length} />
      <DataTable caption={device} columns={columns} rows={values} />
      <div class="form-columns">
        <SelectField
          name="place"
          label={DEVICES.place}
          value={textOf("place")}
          options={namedOptions(distinctEquipment(read.equipments))}
          empty="Toute la résidence"
        />
        {read.houses.length > 0 && (
          <TextField
            name="house"
            label={DEVICES.house}
            value={textOf("house")}
            hint={DEVICES.houseHint}
          />
        )}
      </div>
      <div class="submit-bar">
        <button type="submit" class="button button-primary">{DEVICES.submit}</button>
      </div>
    </PostForm>
  );
}

function Choices({ read, chosen }: { read: SensorsRead; chosen: string }) {
  const quantities = DATA_UNIT_IDS.map((id) => ({
    value: QUANTITY + id,
    label: DATA_UNITS[id].label,
  }));
  return (
    <>
      <optgroup label={DEVICES.quantities}>
        <Options options={quantities} chosen={chosen} />
      </optgroup>
      <SeriesGroups series={offeredTo(read)} chosen={chosen} />
    </>
  );
}
