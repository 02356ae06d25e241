/** Home Assistant: the history of entities, as its page downloads it. @module */

import type { FileFormat } from "./file_format.ts";

export const HOME_ASSISTANT_HISTORY: FileFormat = {
  id: "home-assistant-history",
  name: "Historique de Home Assistant",
  headings: {
    date: ["last_changed", "last_updated"],
    series: ["entity_id"],
    value: ["state"],
    unit: ["unit_of_measurement", "unit"],
  },
  required: ["date", "series", "value"],
  meter: ["entity_id"],
  missing: ["unavailable", "unknown", "none"],
  example: `entity_id,state,last_changed
sensor.eau_froide,1310.5,2025-11-01T00:00:00.000Z
sensor.eau_froide,unavailable,2025-11-01T06:00:00.000Z
sensor.eau_froide,1311.25,2025-11-01T12:00:00.000Z
`,
};
