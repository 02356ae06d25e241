/** Enedis: the load curve that a customer downloads, after a preamble of one or two lines. @module */

import type { FileFormat } from "./file_format.ts";

export const ENEDIS_LOAD_CURVE: FileFormat = {
  id: "enedis-load-curve",
  name: "Courbe de charge d’Enedis",
  headings: {
    date: ["horodate", "horodate iso fin de pas", "date"],
    value: ["valeur", "puissance moyenne (w)", "valeur (en w)"],
  },
  required: ["date", "value"],
  preamble: { mark: "identifiant prm", unit: "unite", step: "pas en minutes" },
  unit: "W",
  consumptions: "end",
  example: `Identifiant PRM;Type de donnees;Date de debut;Date de fin;Grandeur physique;\
Grandeur metier;Etape metier;Unite;Pas en minutes
30000000000000;Courbe de charge;01/11/2025;02/11/2025;Energie active;Consommation;\
Comptage Brut;W;30
Horodate;Valeur
2025-11-01T00:30:00+01:00;400
2025-11-01T01:00:00+01:00;
2025-11-01T01:30:00+01:00;600
`,
};
