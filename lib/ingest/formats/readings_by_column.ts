/** Readings of any origin, one column for each series. @module */

import type { FileFormat } from "./file_format.ts";
import { READINGS_BY_LINE } from "./readings_by_line.ts";

const { date = [], time = [], dwelling = [], unit = [], step = [], replaced = [] } =
  READINGS_BY_LINE.headings;

export const READINGS_BY_COLUMN: FileFormat = {
  id: "readings-by-column",
  name: "Relevés, une colonne par série",
  headings: { date, time, dwelling, unit, step, replaced },
  required: ["date"],
  example: `timestamp,Compteur gaz,Eau froide (L)
1761951600,1310.5,84200
1762038000,null,85100
`,
};
