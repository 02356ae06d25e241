/** The file of the page of a sensor: the mean of each day or hour. @module */

import { plainHeading } from "@/lib/files/csv_headings.ts";
import { DATA_UNIT_IDS, DATA_UNITS } from "@/lib/timeseries/units.ts";
import type { FileFormat } from "./file_format.ts";

const UNITS = DATA_UNIT_IDS.filter((id) => !DATA_UNITS[id].sum && DATA_UNITS[id].unit !== "")
  .map((id) => DATA_UNITS[id].unit);

export const SERIES_MEANS: FileFormat = {
  id: "series-means",
  name: "Page d’une sonde",
  headings: {
    date: ["periode"],
    value: [...new Set(UNITS)].map((unit) => plainHeading(`Moyenne (${unit})`)),
  },
  required: ["date", "value"],
  example: `Période;Moyenne (°C);Minimum (°C);Maximum (°C);Complétude (%);État;Annotations
2025-12-10T00;20,1;20,1;20,1;100;Complet;
2025-12-10T01;20,2;20,2;20,2;100;Complet;
`,
};
