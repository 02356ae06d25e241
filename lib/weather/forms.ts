/** Forms of an outdoor source, its file of days and its typed months. @module */

import type { IsoMonth } from "@/lib/base/civil_dates.ts";
import { formatMonth } from "@/lib/base/date_format.ts";
import { tableOf } from "@/lib/base/records.ts";
import { DJU_METHODS, type DjuMethod } from "@/lib/facilities/degree_days.ts";
import { outdoorSourceDraft } from "@/lib/facilities/schema.ts";
import { choice, hidden, number, pick, text } from "@/lib/ui/fields.ts";
import { type Form, form } from "@/lib/ui/form.ts";
import { monthDju } from "./schema.ts";

/** Methods for a day's DJU, as choices of outdoor sources. @spec degree-days.formula */
export const DJU_METHOD_LABELS: Readonly<Record<DjuMethod, string>> = {
  meteo: "Météo : 18 − (Tn + Tx) / 2",
  costic: "COSTIC (professionnels de l’énergie)",
  mean: "Moyenne du jour : 18 − T moyenne",
};

/** An outdoor source: a weather station whose files are imported, or the residence's own sensor. @spec degree-days.sources */
export const OUTDOOR_FORM = form({
  name: "source",
  limits: outdoorSourceDraft,
  fields: {
    name: text({ label: "Nom" }),
    method: choice(DJU_METHODS, DJU_METHOD_LABELS, {
      label: "Calcul des DJU",
      initial: "meteo",
      help: "Pour un contrat, prenez la méthode et la station qu’il nomme.",
    }),
    station: text({ label: "Station", hint: "Numéro ou nom de la station Météo-France" }),
    publicStation: pick({
      label: "Jours de Météo-France",
      empty: "Ne pas les recevoir",
      hint: "Chaque jour, températures d’une station proche de l’adresse de la résidence",
    }),
    seriesId: pick({
      label: "Capteur de la résidence",
      empty: "Aucun",
      hint:
        "Température extérieure ou DJU. Sans capteur\u00A0: fichiers importés ou valeurs saisies",
    }),
  },
  refusals: { "name-taken": "name" },
});

/** A daily file of Météo-France, which describes its own content. */
export const DAY_FILE_FORM = form({ name: "file", fields: {} });

/** DJU typed by month, in fields named "2024-07"; a cleared month uses its days. @spec degree-days.manual-months */
export function monthsForm(months: readonly IsoMonth[]): Form<string, object> {
  const fields = months.map((month) =>
    [month, number({ id: `month-${month}`, label: formatMonth(month), step: 0.1 })] as const
  );
  return form({
    name: "months",
    limits: { shape: tableOf(months, () => monthDju) },
    fields: { shown: hidden(), ...Object.fromEntries(fields) },
  });
}
