/** Dated indexes of gas meters, of any origin: each one and its predecessor make a published line. @module */

import type { GasFormat } from "./gas_format.ts";

export const GAS_INDEXES: GasFormat = {
  id: "gas-indexes",
  name: "Index de compteurs de gaz",
  content: "indexes",
  headings: {
    pce: ["pce", "id_pce", "point de livraison"],
    date: ["date de releve", "date", "date_releve"],
    index: ["index (m3)", "index", "valeur_index"],
    energy: ["energie (kwh)", "energie"],
  },
  required: ["date", "index"],
  example: `PCE;Date de relevé;Index (m³);Énergie (kWh)
23000000000000;01/09/2025;771;
23000000000000;01/10/2025;951;2032
`,
};
