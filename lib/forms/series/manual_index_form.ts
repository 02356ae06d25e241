import { HIGHEST_INDEX } from "@/lib/domain/series/manual_index.ts";
import { check, date, number, pick } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";
import { OLD_DATE_LABELS } from "@/lib/text/old_dates.ts";

/** A new index: its meter, its day and its value. */
export const MANUAL_INDEX_FORM = form({
  name: "index",
  fields: {
    seriesId: pick({ label: "Compteur", empty: "Choisir", required: true }),
    houseId: pick({
      label: "Logement",
      control: "named",
      hint: "Obligatoire pour un compteur de logement",
      empty: "Aucun",
    }),
    date: date({ label: "Relevé le", required: true }),
    value: number({
      label: "Index",
      hint: "Ce que le compteur affiche, dans son unité",
      required: true,
      min: 0,
      max: HIGHEST_INDEX,
    }),
    acceptOld: check({ label: OLD_DATE_LABELS.typed }),
    restoreDeleted: check({ label: "Remettre cet index, qui a été supprimé" }),
  },
});
