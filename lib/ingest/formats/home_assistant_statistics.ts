/** Home Assistant: exported statistics, with the state of a meter or the mean of a measurement. @module */

import type { FileFormat } from "./file_format.ts";

export const HOME_ASSISTANT_STATISTICS: FileFormat = {
  id: "home-assistant-statistics",
  name: "Statistiques de Home Assistant",
  headings: {
    date: ["start", "start_time"],
    series: ["statistic_id"],
    value: ["state", "mean"],
    unit: ["unit", "unit_of_measurement"],
  },
  required: ["date", "series", "value"],
  meter: ["statistic_id"],
  missing: ["unavailable", "unknown", "none"],
  example: `statistic_id,unit,start,min,max,mean,state,sum
sensor.gaz,m³,2025-11-01T00:00:00+00:00,,,,1310.5,10.5
sensor.salon,°C,2025-11-01T00:00:00+00:00,19.1,19.9,19.5,,
`,
};
