import { FILE_CONTENTS, ON_CONFLICT, STAMPS } from "@/lib/domain/series/csv_content.ts";
import { check, choice, pick } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";
import { OLD_DATE_LABELS } from "@/lib/text/old_dates.ts";
import {
  CONTENT_LABELS,
  ON_CONFLICT_LABELS,
  STAMP_LABELS,
} from "@/lib/text/series/readings_file.ts";

/** A file of readings: the kind of its values, and the treatment of values already known. */
export const READINGS_FILE_FORM = form({
  name: "file",
  fields: {
    series: pick({ label: "Série", empty: "Nommée dans le fichier" }),
    kind: choice(FILE_CONTENTS, CONTENT_LABELS, { label: "Les valeurs sont" }),
    stamp: choice(STAMPS, STAMP_LABELS, { label: "Date d’une consommation" }),
    onConflict: choice(ON_CONFLICT, ON_CONFLICT_LABELS, { label: "Valeur déjà connue" }),
    acceptOld: check({ label: OLD_DATE_LABELS.file }),
    restoreDeleted: check({ label: "Reprendre aussi les relevés supprimés" }),
  },
});
