/** GRDF: the months, or the days, that a customer downloads. A month is published, a day is informative. @module */

import type { GasFormat } from "./gas_format.ts";

export const GRDF_CUSTOMER_SPACE: GasFormat = {
  id: "grdf-customer-space",
  name: "Espace client de GRDF",
  content: "dated",
  headings: {
    date: ["date de releve"],
    volume: ["volume consomme (m3)"],
    energy: ["energie consommee (kwh)"],
    factorConversion: ["coefficient de conversion"],
  },
  required: ["date", "volume", "energy"],
  example: `;Données informatives et détaillées;;;Export du 24/11/2025
;;;;
;;Adresse du logement :;;
;;N° PCE :;23000000000000;
;;Libellé du logement :;;
;;;;
;Avertissement du distributeur;;;
;;;;
;Date de relevé;Volume consommé (m3);Energie consommée (kWh);
;Août 2025 ;78;848;
;Septembre 2025 ;348;3 811;
;Total ;426;4 659;
`,
};
