/** GRDF: the months or days of a customer's space, as readings of a series in m³ or in kWh. @module */

import type { FileFormat } from "./file_format.ts";

export const GRDF_MONTHS: FileFormat = {
  id: "grdf-months",
  name: "Espace client de GRDF",
  headings: {
    date: ["date de releve"],
    value: ["volume consomme (m3)", "energie consommee (kwh)"],
  },
  required: ["date", "value"],
  marks: ["volume consomme (m3)", "energie consommee (kwh)"],
  consumptions: "begin",
  example: `;Données informatives et détaillées;;;Export du 24/11/2025
;;;;
;;Adresse du logement :;;
;;N° PCE :;;
;;Libellé du logement :;;
;;;;
;Avertissement du distributeur;;;
;;;;
;Date de relevé;Volume consommé (m3);Energie consommée (kWh);
;Septembre 2025 ;78;848;
;Octobre 2025 ;348;3 811;
`,
};
