/** The file of the page of a meter: what it counted in each day or hour. @module */

import { plainHeading } from "@/lib/files/csv_headings.ts";
import { DATA_UNIT_IDS, DATA_UNITS } from "@/lib/timeseries/units.ts";
import type { FileFormat } from "./file_format.ts";

const UNITS = DATA_UNIT_IDS.filter((id) => DATA_UNITS[id].sum).map((id) => DATA_UNITS[id].unit);

export const SERIES_TOTALS: FileFormat = {
  id: "series-totals",
  name: "Page d’un compteur",
  headings: {
    date: ["periode"],
    value: [...new Set(UNITS)].map((unit) => plainHeading(`Total (${unit})`)),
  },
  required: ["date", "value"],
  consumptions: "begin",
  example: `Période;Total (m³);Un an avant (m³);Complétude (%);État;Compteur;Annotations
2025-12-10T00;1;0,9;100;Complet;;
2025-12-10T01;1,1;;100;Complet;;
`,
};
