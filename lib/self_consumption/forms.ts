/** Forms of an operation, its producers and its consumers. @module */

import { choice, date, type FormField, number, pick, text } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import {
  autoconsumptionInfoDraft,
  CONSUMER_STATUSES,
  consumerDraft,
  consumerStatusDraft,
  PRM_SHAPE,
  producerDraft,
  SHARING_KINDS,
} from "./schema.ts";
import { CONSUMER_LABELS, CONSUMER_STATUS_LABELS, SHARING_LABELS } from "./text.ts";

/** A collective self-consumption: name, start and method of sharing. @spec autoconsumption.sharing */
export const OPERATION_FORM = form({
  name: "operation",
  limits: autoconsumptionInfoDraft,
  fields: {
    name: text({ label: CONSUMER_LABELS.name, id: "operation-name" }),
    operationNumber: text({
      label: "Numéro de l’opération",
      hint: "Donné par le gestionnaire de réseau",
    }),
    startDate: date({ label: "Début de l’opération", hint: "Rien n’est partagé avant ce jour" }),
    sharing: choice(SHARING_KINDS, SHARING_LABELS, {
      label: "Partage de la production",
    }),
  },
});

/** A generator of the operation. @spec autoconsumption.uniqueness */
export const PRODUCER_FORM = form({
  name: "producers",
  limits: producerDraft,
  fields: {
    name: text({ label: CONSUMER_LABELS.name }),
    prm: prm(),
    seriesId: pick({ label: "Compteur de production" }),
    powerKW: number({ label: "Puissance", unit: "kW", step: 0.01 }),
  },
});

/** A consumer of the operation: a dwelling, or another place it supplies. @spec autoconsumption.uniqueness */
export const CONSUMER_FORM = form({
  name: "consumer",
  limits: consumerDraft,
  fields: {
    name: text({ label: CONSUMER_LABELS.name }),
    prm: prm("14 chiffres, sur la facture ou le compteur"),
    houseId: pick({
      label: "Logement",
      control: "named",
      empty: "Aucun\u00A0: parties communes ou autre",
    }),
    seriesId: pick({
      label: "Compteur de consommation",
      empty: "Aucun",
      hint: "Un logement est compté par une série des logements",
    }),
    sharePercent: number({
      label: CONSUMER_LABELS.sharePercent,
      unit: "%",
      hint: "Pour un partage à parts fixes",
      step: 0.01,
    }),
  },
});

/** The new status of a consumer, and its first day. @spec autoconsumption.presences */
export const STATUS_FORM = form({
  name: "status",
  limits: consumerStatusDraft,
  fields: {
    status: choice(CONSUMER_STATUSES, CONSUMER_STATUS_LABELS, {
      label: "Nouvel état",
    }),
    date: date({
      label: "À partir du",
      hint: "Premier jour où il participe, ou premier jour où il ne participe plus",
    }),
  },
});

/** A delivery point: fourteen digits. */
function prm(hint?: string): FormField<string> {
  return {
    ...text({ label: CONSUMER_LABELS.prm, maxLength: 14, ...hint && { hint } }),
    error: (typed) => PRM_SHAPE.test(typed.trim()) ? null : { code: "prm" },
  };
}
