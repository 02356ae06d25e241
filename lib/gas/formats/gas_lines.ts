/** The file of the page of a gas delivery point: a line for each period. @module */

import type { GasFormat } from "./gas_format.ts";

export const GAS_LINES: GasFormat = {
  id: "gas-lines",
  name: "Relevés de gaz de la plateforme",
  content: "periods",
  headings: {
    pce: ["pce", "point de livraison"],
    type: ["type", "type de donnees"],
    fromDate: ["du", "debut", "date de debut"],
    toDate: ["au", "fin", "date de fin"],
    fromIndex: ["index de debut (m3)", "index de debut"],
    toIndex: ["index de fin (m3)", "index de fin"],
    volume: ["volume (m3)", "volume"],
    energy: ["energie (kwh)", "energie"],
    factorPta: ["pta"],
    factorPcs: ["pcs", "pcs (kwh/m3(n))"],
    factorConversion: ["conversion (kwh/m3)", "conversion"],
  },
  required: ["type", "fromDate", "toDate"],
  example:
    `Type;Du;Au;Index de début (m³);Index de fin (m³);Volume (m³);Énergie (kWh);PTA;PCS;Conversion
Publiée;01/09/2025;01/10/2025;771;951;180;2032;0,968;11,66;11,29
`,
};
