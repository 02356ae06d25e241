/** Enedis: load curves whose lines repeat the delivery point, the quantity, the unit and the step (R63). @module */

import type { FileFormat } from "./file_format.ts";

export const ENEDIS_MEASURES: FileFormat = {
  id: "enedis-r63",
  name: "Mesures d’Enedis (R63)",
  headings: {
    date: ["horodate"],
    series: ["identifiant prm"],
    value: ["valeur"],
    unit: ["unite"],
    step: ["pas", "pas en minutes"],
  },
  required: ["date", "series", "value", "unit", "step"],
  consumptions: "end",
  meter: ["identifiant prm", "grandeur physique", "grandeur metier"],
  example: `Identifiant PRM;Date de début;Date de fin;Grandeur physique;Grandeur métier;\
Etape métier;Unité;Horodate;Valeur;Nature;Pas;Indice de vraisemblance;Etat complémentaire
30000000000000;2025-11-01 00:00:00;2025-11-02 00:00:00;PA;CONS;BRUT;W;2025-11-01 00:30:00;692;\
B;PT30M;0;0
30000000000000;2025-11-01 00:00:00;2025-11-02 00:00:00;PA;CONS;BRUT;W;2025-11-01 01:00:00;1284;\
B;PT30M;0;0
`,
};
