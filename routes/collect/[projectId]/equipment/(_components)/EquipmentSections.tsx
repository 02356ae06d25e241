import {
  detailOptions,
  EquipmentDetailForm,
} from "@/components/facilities/EquipmentDetailForm.tsx";
import { EquipmentForm } from "@/components/facilities/EquipmentForm.tsx";
import { detailSeries } from "@/components/facilities/detail_series.ts";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { Removal } from "@/components/forms/Removal.tsx";
import { conflictLines } from "@/components/forms/grid_rows.ts";
import { Section } from "@/components/page/Section.tsx";
import {
  DETAIL_RULES,
  type EquipmentDetail,
  typedDetail,
} from "@/lib/domain/facilities/equipment_details.ts";
import {
  EQUIPMENT_SETTINGS_RULES,
  typedEquipment,
} from "@/lib/domain/facilities/equipment_form.ts";
import { pickedValues } from "@/lib/domain/forms/typed_fields.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import type { EquipmentSheet } from "@/lib/pages/facilities/equipment_page.ts";
import type {
  EquipmentFormName,
  EquipmentRefused,
} from "@/lib/pages/facilities/equipment_saves.ts";
import { DETAIL_LABELS, EQUIPMENT_LABELS, keptText } from "@/lib/text/facilities/equipment.ts";

interface SectionProps {
  sheet: EquipmentSheet;
  refused: EquipmentRefused | null;
  action: string;
  /** The form that has just been saved. */
  saved: string | null;
}

/** Name, code and instrumentation. */
export function SettingsSection({ sheet, refused, action, saved }: SectionProps) {
  const { equipment } = sheet;
  const mine = refusedAs("settings", refused);
  const stored = typedEquipment(equipment);
  const typed = mine === null ? stored : pickedValues(EQUIPMENT_SETTINGS_RULES, mine.values);
  const fields = EQUIPMENT_SETTINGS_RULES.map(({ name }) => ({
    name,
    label: EQUIPMENT_LABELS[name],
    ...(name === "instrumented" ? { options: FLAG_OPTIONS } : {}),
  }));
  return (
    <Section id="settings" title="Nom et code" saved={saved === "settings"}>
      {mine && <Refusal {...mine} lines={conflictLines(fields, typed, stored)} />}
      <EquipmentForm
        action={`${action}#settings`}
        values={typed}
        errors={mine?.errors ?? {}}
        version={equipment.version}
        unsaved={mine !== null}
      />
    </Section>
  );
}

const FLAG_OPTIONS = [{ value: "on", label: "Oui" }, { value: "", label: "Non" }];

interface DetailsProps extends SectionProps {
  detail: EquipmentDetail;
  /** The facility series of the residence. */
  series: readonly ProjectSeries[];
}

/** What the equipment has of its own: series, bounds, alarm. */
export function DetailsSection(props: DetailsProps) {
  const { sheet, detail, refused, action, saved } = props;
  const { kind } = detail;
  const mine = refusedAs("details", refused);
  const stored = typedDetail(detail);
  const rules = DETAIL_RULES[kind];
  const typed = mine === null ? stored : pickedValues(rules, mine.values);
  const series = detailSeries(kind, props.series, Object.values(stored));
  const fields = rules.map(({ name }) => {
    const options = detailOptions(name, series);
    return { name, label: DETAIL_LABELS[name], ...(options === undefined ? {} : { options }) };
  });
  return (
    <Section id="details" title="Réglages" saved={saved === "details"}>
      {mine && <Refusal {...mine} lines={conflictLines(fields, typed, stored)} />}
      <EquipmentDetailForm
        action={`${action}#details`}
        kind={kind}
        values={typed}
        errors={mine?.errors ?? {}}
        version={sheet.equipment.version}
        series={series}
        unsaved={mine !== null}
      />
    </Section>
  );
}

/** Deleting it, or what keeps it. */
export function RemovalSection({ sheet, refused, action }: SectionProps) {
  const { equipment, inside, series } = sheet;
  const mine = refusedAs("removal", refused);
  const kept = keptText(inside.length, series.length);
  return (
    <Section id="removal" title="Supprimer l’équipement">
      {mine && <Refusal {...mine} lines={[]} />}
      {kept === null
        ? (
          <PostForm action={`${action}#removal`}>
            <input type="hidden" name="form" value="removal" />
            <Removal
              label={`Supprimer ${equipment.name}`}
              text="Ses réglages seront perdus. Ce que le journal en dit reste."
            />
          </PostForm>
        )
        : <p class="soft">{kept}</p>}
    </Section>
  );
}

function refusedAs(
  form: EquipmentFormName,
  refused: EquipmentRefused | null,
): EquipmentRefused | null {
  return refused?.form === form ? refused : null;
}
