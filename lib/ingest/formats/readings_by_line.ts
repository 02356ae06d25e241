/** Readings of any origin, one value a line, also as an occupant's archive has them. @module */

import type { FileFormat } from "./file_format.ts";

export const READINGS_BY_LINE: FileFormat = {
  id: "readings-by-line",
  name: "Relevés, une valeur par ligne",
  headings: {
    date: ["date", "horodate", "date de releve", "jour", "mois", "timestamp", "time"],
    time: ["heure", "heures"],
    dwelling: ["logement", "lot", "appartement"],
    series: ["serie", "series", "compteur", "capteur", "source", "pce"],
    value: ["valeur", "value", "index", "index (m3)", "conso", "consommation"],
    unit: ["unite", "unites", "unit", "unit_of_measurement", "unite de mesure"],
    step: ["pas", "pas en minutes", "pas de temps", "step"],
    replaced: ["index de depose", "ancien index", "dernier index"],
  },
  required: ["date"],
  example: `Date;Heure;Logement;Série;Valeur;Unité
01/11/2025;00:00;A12;Eau froide;1 310,5;m³
02/11/2025;00:00;A12;Eau froide;1 311,25;m³
Total;;;;1,5;
`,
};
