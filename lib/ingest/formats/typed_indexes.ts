/** The file of the page « Index saisis à la main »: a reading typed for a day is dated at noon. @module */

import type { FileFormat } from "./file_format.ts";

export const TYPED_INDEXES: FileFormat = {
  id: "typed-indexes",
  name: "Index saisis à la main",
  headings: {
    date: ["releve le"],
    dwelling: ["logement"],
    series: ["compteur"],
    value: ["index"],
    unit: ["unite"],
  },
  required: ["date", "series", "value"],
  time: "12:00",
  example: `Relevé le;Compteur;Logement;Index;Depuis le précédent;Unité;Saisi par;Entre les deux
01/11/2025;Eau froide;A12;1310,5;12,25;m³;nom@example.fr;
`,
};
