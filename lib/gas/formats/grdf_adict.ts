/** GRDF: what its ADICT service gives, with its own names as headings. @module */

import type { GasFormat } from "./gas_format.ts";

export const GRDF_ADICT: GasFormat = {
  id: "grdf-adict",
  name: "Export d’ADICT de GRDF",
  content: "periods",
  headings: {
    pce: ["id_pce"],
    type: ["type_conso"],
    fromDate: ["date_debut_consommation"],
    toDate: ["date_fin_consommation"],
    fromIndex: ["index_debut", "index_brut_debut"],
    toIndex: ["index_fin", "index_brut_fin"],
    volume: ["volume_brut"],
    energy: ["energie"],
    factorPta: ["coeff_pta"],
    factorPcs: ["valeur_pcs"],
    factorConversion: ["coeff_conversion"],
  },
  required: ["type", "fromDate", "toDate"],
  example: `id_pce;type_conso;date_debut_consommation;date_fin_consommation;volume_brut;energie;\
coeff_pta;coeff_conversion
23000000000000;Publiée;2025-09-01T06:00:00+02:00;2025-10-01T06:00:00+02:00;180;2032;null;11.29
23000000000000;Informative Journalier;2025-10-01T06:00:00+02:00;2025-10-02T06:00:00+02:00;1;8;\
null;11.16
`,
};
