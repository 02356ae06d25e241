/** Forms of dwellings, their kinds and groups, occupancies, rights and messages. @module */

import { required } from "@/lib/base/validators.ts";
import { ECOTOUCH_ACCESS, HOUSE_MODES } from "@/lib/residences/features.ts";
import { ECOTOUCH_LABELS } from "@/lib/residences/forms.ts";
import { isBackwards } from "@/lib/ui/field_rules.ts";
import {
  area,
  boxes,
  choice,
  date,
  email,
  type FormField,
  number,
  pairs,
  pick,
  text,
} from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import {
  COLLECT_MODES,
  CONSENT_SOURCE_MAX_LENGTH,
  HOURLY_MODES,
  type HouseField,
} from "./dwelling_settings.ts";
import {
  anonymousGroupDraft,
  type House,
  houseDraft,
  type HouseKind,
  houseSettingsDraft,
  houseTypeDraft,
  housingAlertDraft,
  moduleRightsDraft,
  type Occupancy,
  occupancyDraft,
} from "./schema.ts";
import { MOST_TEMP_OFFSET_C, TEMP_OFFSET_SETTING } from "./temperature_offset.ts";
import {
  ALERT_LABELS,
  collectModeLabels,
  HOURLY_MODE_LABELS,
  HOUSE_KIND_LABELS,
  HOUSE_LABELS,
  OCCUPANCY_LABELS as LABELS,
} from "./text.ts";

/** A message to tenants: its end is not before its start; without an end it is shown until deleted. @spec housing.messages */
export const ALERT_FORM = form({
  name: "alert",
  limits: housingAlertDraft,
  fields: {
    message: area({ label: ALERT_LABELS.message }),
    from: date({ label: ALERT_LABELS.from }),
    to: date({ label: ALERT_LABELS.to, hint: "Vide\u00A0: jusqu’à ce qu’il soit supprimé" }),
    houseIds: boxes({
      label: ALERT_LABELS.houseIds,
      hint: "Aucun choisi\u00A0: tous les logements",
    }),
  },
});

const NAME = text({ label: "Nom" });
const NAME_REFUSED = { "name-taken": "name" } as const;

/** A type of dwelling; an empty number is unknown. @spec housing.types-and-groups */
export const HOUSE_TYPE_FORM = form({
  name: "types",
  limits: houseTypeDraft,
  fields: {
    name: NAME,
    area: number({ label: "Surface", unit: "m²", step: 0.01 }),
    occupants: number({ label: "Occupants", step: 0.1 }),
  },
  refusals: NAME_REFUSED,
});

/** A group of dwellings. @spec housing.types-and-groups */
export const GROUP_FORM = form({
  name: "groups",
  limits: anonymousGroupDraft,
  fields: { name: NAME },
  refusals: NAME_REFUSED,
});

const KINDS: readonly HouseKind[] = ["module", "enocean"];
const EMPTY = "Aucun";

/** A dwelling, with every field available to residences. @spec housing.fields */
export const HOUSE_FORM = form({
  name: "house",
  limits: { shape: { ...houseDraft.shape, ...houseSettingsDraft.shape } },
  fields: {
    name: text({ label: HOUSE_LABELS.name }),
    floor: number({
      label: HOUSE_LABELS.floor,
      hint: "0 pour le rez-de-chaussée\u00A0; vide quand il est inconnu",
    }),
    kind: choice(KINDS, HOUSE_KIND_LABELS, {
      label: HOUSE_LABELS.kind,
      initial: "module",
    }),
    serial: text({
      label: HOUSE_LABELS.serial,
      hint: "Unique dans la résidence\u00A0; il reconnaît ce que le module envoie",
    }),
    buildingId: pick({ label: HOUSE_LABELS.buildingId, empty: EMPTY }),
    houseTypeId: pick({ label: HOUSE_LABELS.houseTypeId, empty: EMPTY }),
    anonymousGroupId: pick({ label: HOUSE_LABELS.anonymousGroupId, empty: EMPTY }),
    // These labels depend on the residence: its page sets them.
    collectMode: choice(
      Object.values(COLLECT_MODES),
      collectModeLabels(HOUSE_MODES.Detailed),
      { label: HOUSE_LABELS.collectMode, initial: String(COLLECT_MODES.Default) },
    ),
    hourlyMode: choice(Object.values(HOURLY_MODES), HOURLY_MODE_LABELS, {
      label: HOUSE_LABELS.hourlyMode,
      hint: "Plus fin que le jour demande le consentement de l’occupant",
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
  limits: moduleRightsDraft,
  fields: {
    access: choice(Object.values(ECOTOUCH_ACCESS), ECOTOUCH_LABELS, {
      label: "Ce que l’application peut faire ici",
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

/**
 * An occupancy of a dwelling: it ends after it begins; a consent has a day and a source, and precedes its withdrawal.
 *
 * @spec housing.occupancies
 */
export const OCCUPANCY_FORM = form({
  name: "occupancy",
  limits: occupancyDraft,
  fields: {
    name: text({ label: LABELS.name }),
    email: email({ label: LABELS.email }),
    from: date({ label: LABELS.from }),
    to: date({ label: LABELS.to, hint: "Vide tant que la personne habite là" }),
    givenOn: date({ label: LABELS.givenOn, hint: "Obligatoire avec une preuve ou un retrait" }),
    source: text({
      label: LABELS.source,
      hint:
        "Obligatoire pour un accord\u00A0: ce qui a été signé, et comment («\u00A0annexe au bail, sur papier\u00A0»)",
      maxLength: CONSENT_SOURCE_MAX_LENGTH,
    }),
    withdrawnOn: date({
      label: LABELS.withdrawnOn,
      hint: "Ferme aussitôt les données fines, passées comprises",
    }),
  },
  check({ givenOn = "", source = "", withdrawnOn = "" }) {
    const isAgreed = givenOn + source.trim() + withdrawnOn !== "";
    const [noDay, noSource] = isAgreed ? [required(givenOn), required(source)] : [];
    return {
      ...isBackwards(givenOn, withdrawnOn) && { withdrawnOn: { code: "date-order" } },
      ...noDay && { givenOn: noDay },
      ...noSource && { source: noSource },
    };
  },
  body: ({ givenOn, source, withdrawnOn, ...stay }) => ({
    ...stay,
    consent: givenOn === null ? null : { givenOn, source, withdrawnOn },
  }),
  // An erased person has no name to display.
  values: (
    { name, consent, ...stay }: Pick<Occupancy, "name" | "email" | "from" | "to" | "consent">,
  ) => ({
    ...stay,
    name: name ?? "",
    givenOn: consent?.givenOn ?? null,
    source: consent?.source ?? "",
    withdrawnOn: consent?.withdrawnOn ?? null,
  }),
});
