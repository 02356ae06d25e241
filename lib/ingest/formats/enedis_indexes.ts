/** Enedis: daily indexes of a meter. Their total is the value; its parts, by tariff, are passed over. @module */

import type { FileFormat } from "./file_format.ts";

export const ENEDIS_INDEXES: FileFormat = {
  id: "enedis-indexes",
  name: "Index quotidiens d’Enedis",
  headings: { date: ["horodate"], value: ["eas t", "eai t"] },
  required: ["date", "value"],
  preamble: { mark: "identifiant prm", unit: "unite" },
  unit: "Wh",
  // The calendars of the supplier, after the indexes.
  otherLines: ["periode", "du "],
  example: `Identifiant PRM;Type de donnees;Date de debut;Date de fin;Grandeur physique;\
Grandeur metier;Etape metier;Unite
30000000000000;Index;01/11/2025;02/11/2025;Energie active;Consommation;Comptage Brut;Wh
Horodate;Type de releve;EAS F1;EAS F2;EAS D1;EAS D2;EAS T
2025-11-01T00:00:00+01:00;Arrêté quotidien;1009000;819000;1012000;816000;1828000
2025-11-02T00:00:00+01:00;Arrêté quotidien;1012500;819500;1015000;817000;1832000
Periode;Identifiant calendrier fournisseur;Libelle calendrier fournisseur
Du 2025-11-01T00:00:00+01:00 au;FC000000;Heures Creuses
`,
};
