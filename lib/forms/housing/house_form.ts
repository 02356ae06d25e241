import { MOST_TEMP_OFFSET_C, TOP_FLOOR } from "@/lib/domain/housing/limits.ts";
import type { HouseField } from "@/lib/domain/housing/shown_fields.ts";
import { TEMP_OFFSET_SETTING } from "@/lib/domain/housing/temp_offset.ts";
import {
  COLLECT_MODES,
  HOURLY_MODES,
  type House,
  type HouseKind,
} from "@/lib/domain/housing/types.ts";
import { ECOTOUCH_ACCESS, HOUSE_MODES } from "@/lib/domain/projects/types.ts";
import { choice, type FormField, number, pairs, pick, text } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";
import {
  collectModeLabels,
  ECOTOUCH_LABELS,
  HOURLY_MODE_LABELS,
  HOUSE_KIND_LABELS,
  HOUSE_LABELS,
} from "@/lib/text/housing/housing.ts";

const KINDS: readonly HouseKind[] = ["module", "enocean"];
const EMPTY = "Aucun";

/** A dwelling, with every field available to residences. @spec housing.fields */
export const HOUSE_FORM = form({
  name: "house",
  fields: {
    name: text({ label: HOUSE_LABELS.name, required: true, maxLength: 100 }),
    floor: number({
      label: HOUSE_LABELS.floor,
      hint: "0 pour le rez-de-chaussée\u00A0; vide quand il est inconnu",
      integer: true,
      min: 0,
      max: TOP_FLOOR,
    }),
    kind: choice(KINDS, HOUSE_KIND_LABELS, {
      label: HOUSE_LABELS.kind,
      required: true,
      initial: "module",
    }),
    serial: text({
      label: HOUSE_LABELS.serial,
      hint: "Unique dans la résidence\u00A0; il reconnaît ce que le module envoie",
      maxLength: 100,
    }),
    buildingId: pick({ label: HOUSE_LABELS.buildingId, empty: EMPTY }),
    houseTypeId: pick({ label: HOUSE_LABELS.houseTypeId, empty: EMPTY }),
    anonymousGroupId: pick({ label: HOUSE_LABELS.anonymousGroupId, empty: EMPTY }),
    // These labels depend on the residence: its page sets them.
    collectMode: choice(
      Object.values(COLLECT_MODES),
      collectModeLabels(HOUSE_MODES.Detailed),
      { label: HOUSE_LABELS.collectMode, required: true, initial: String(COLLECT_MODES.Default) },
    ),
    hourlyMode: choice(Object.values(HOURLY_MODES), HOURLY_MODE_LABELS, {
      label: HOUSE_LABELS.hourlyMode,
      hint: "Plus fin que le jour demande le consentement de l’occupant",
      required: true,
      initial: String(HOURLY_MODES.Default),
    }),
    tempOffset: tempOffset(),
    config: pairs({
      label: HOUSE_LABELS.config,
      hint: "Un par ligne, sous la forme «\u00A0nom\u00A0: valeur\u00A0»",
      isWide: true,
    }),
  } satisfies Record<HouseField, unknown>,
  body: ({ kind, serial, tempOffset, config, ...settings }) => ({
    kind,
    serial,
    settings,
    config: { ...config, ...tempOffset !== "" && { [TEMP_OFFSET_SETTING]: tempOffset } },
  }),
  values(
    { kind, serial, settings, config }: Pick<House, "kind" | "serial" | "settings" | "config">,
  ) {
    const { [TEMP_OFFSET_SETTING]: tempOffset = "", ...free } = config;
    return { kind, serial, ...settings, tempOffset, config: free };
  },
  refusals: { "serial-taken": "serial" },
});

/** Rights of the occupants' application in a dwelling. */
export const RIGHTS_FORM = form({
  name: "rights",
  fields: {
    access: choice(Object.values(ECOTOUCH_ACCESS), ECOTOUCH_LABELS, {
      label: "Ce que l’application peut faire ici",
      required: true,
    }),
  },
});

/** A number stored as text among the free fields. */
function tempOffset(): FormField<string> {
  return {
    ...number({
      label: HOUSE_LABELS.tempOffset,
      unit: "°C",
      hint: "Retranché des températures montrées\u00A0; vide quand il est juste",
      min: -MOST_TEMP_OFFSET_C,
      max: MOST_TEMP_OFFSET_C,
      step: 0.1,
    }),
    read: (typed) => typed.replace(",", "."),
    write: (value) => value.replace(".", ","),
  };
}
