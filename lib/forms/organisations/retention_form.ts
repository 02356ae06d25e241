import { RETENTION_BOUNDS, type RetentionField } from "@/lib/domain/series/retention.ts";
import { check, number } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";

/** Document management of the organisation; its switch saves immediately. */
export const DOCUMENTS_FORM = form({
  name: "documents",
  fields: {
    documentManagement: check({
      label: "Gestion des documents",
      options: [{ value: "on", label: "Activée" }, { value: "", label: "Désactivée" }],
    }),
  },
});

/** Retention of readings and figures, in years: finer data are never retained longer. */
export const RETENTION_FORM = form({
  name: "retention",
  fields: {
    infraDailyYears: years(
      "infraDailyYears",
      "Relevés\u00A0: années gardées",
      "Ils donnent les heures et les cinq minutes. Au-delà, un jour n’a plus que sa valeur",
    ),
    dailyYears: years(
      "dailyYears",
      "Valeurs journalières\u00A0: années gardées",
      "Au-delà, seules les valeurs mensuelles restent",
    ),
    monthlyYears: years(
      "monthlyYears",
      "Valeurs mensuelles\u00A0: années gardées",
      "Au-delà, plus rien ne reste",
    ),
  },
  bounds: [["infraDailyYears", "dailyYears"], ["dailyYears", "monthlyYears"]],
});

function years(name: RetentionField, label: string, words: string) {
  const { min, max } = RETENTION_BOUNDS[name];
  const hint = `${words}. De ${min} à ${max}.`;
  return number({ label, hint, required: true, integer: true, min, max });
}
