import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import { Section } from "@/components/ui/Page.tsx";
import { PostForm, Refusal } from "@/components/ui/PostForm.tsx";
import { namedOptions, Options, SelectField } from "@/components/ui/SelectField.tsx";
import { TextField } from "@/components/ui/TextField.tsx";
import { formatNumber } from "@/lib/base/text_format.ts";
import { distinctEquipment } from "@/lib/facilities/equipment_rules.ts";
import { dwellingChoices } from "@/lib/housing/dwelling_names.ts";
import { guessedQuantity } from "@/lib/ingest/devices/quantity_guess.ts";
import { MOVE_FORM } from "@/lib/ingest/forms.ts";
import { MOST_VALUES } from "@/lib/ingest/schema.ts";
import {
  DEVICE_FIELDS,
  deviceChoices,
  QUANTITY,
  type SensorsRead,
  sortedSources,
} from "@/lib/ingest/sensors_pages.ts";
import { DEVICES, SCALES, SCOPE_LABELS } from "@/lib/ingest/text.ts";
import type { UnknownSource } from "@/lib/series/schema.ts";
import { seriesChoices } from "@/lib/series/series_names.ts";
import { deviceOfSource, fieldOfSource, sharedDevices } from "@/lib/timeseries/source_names.ts";
import { DATA_UNIT_IDS, DATA_UNITS } from "@/lib/timeseries/units.ts";
import { actionOf, SensorsPart, type SensorsPartProps } from "./SensorsPart.tsx";

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
    { field: "last", label: "Dernière", cell: lastText },
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

function Choices({ read: { series }, chosen }: { read: SensorsRead; chosen: string }) {
  const quantities = DATA_UNIT_IDS.map((id) => ({
    value: QUANTITY + id,
    label: DATA_UNITS[id].label,
  }));
  return (
    <>
      <optgroup label={DEVICES.quantities}>
        <Options options={quantities} chosen={chosen} />
      </optgroup>
      {(["facilities", "housing"] as const).map((scope) => {
        const own = series.filter((one) => one.scope === scope);
        return own.length > 0 && (
          <optgroup key={scope} label={SCOPE_LABELS[scope]}>
            <Options options={seriesChoices(own)} chosen={chosen} />
          </optgroup>
        );
      })}
    </>
  );
}

function lastText({ lastValue, unit = "" }: UnknownSource): string {
  const value = typeof lastValue === "number" ? formatNumber(lastValue) : lastValue ?? "";
  return unit === "" ? value : `${value} ${unit}`;
}
