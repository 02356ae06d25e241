/** Files of readings, the report of one, and parsed lines. @module */

import { ok } from "node:assert/strict";
import type { Result } from "@/lib/app/catalogue.ts";
import { KNOWN_FORMATS, READINGS_BY_COLUMN, READINGS_BY_LINE } from "@/lib/ingest/file_formats.ts";
import { type BadLine, type LinesOptions, LinesReader } from "@/lib/ingest/influx_lines.ts";
import type { ReadingsImport } from "@/lib/ingest/schema.ts";
import type { SourceReading } from "@/lib/timeseries/source_names.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

type Row = readonly [
  series: string,
  instant: string,
  value: number,
  unit: string | undefined,
  stepS?: number,
];

interface ExampleFile {
  readonly text: string;
  /** Quantity and name of each of its series; those of the dwelling A12 are marked. */
  readonly series: readonly (readonly [DataUnitId, name: string, scope?: "housing"])[];
  /** Unit of its one series, where one chooses it: such a file does not name it. */
  readonly seriesUnit?: string;
  readonly rows: readonly Row[];
  /** Number of its lines that are passed over. */
  readonly ignored: number;
}

/** A short file of each format, with invented figures, and what it contains. */
export const EXAMPLES: Readonly<Record<string, ExampleFile>> = {
  "enedis-load-curve": {
    text: `Identifiant PRM;Type de donnees;Date de debut;Date de fin;Grandeur physique;\
Grandeur metier;Etape metier;Unite;Pas en minutes
30000000000000;Courbe de charge;01/11/2025;02/11/2025;Energie active;Consommation;\
Comptage Brut;W;30
Horodate;Valeur
2025-11-01T00:30:00+01:00;400
2025-11-01T01:00:00+01:00;
2025-11-01T01:30:00+01:00;600
`,
    series: [["ELEC", "30000000000000"]],
    rows: [
      ["30000000000000", "2025-11-01T00:30+01:00", 400, "W", 1800],
      ["30000000000000", "2025-11-01T01:30+01:00", 600, "W", 1800],
    ],
    ignored: 3,
  },
  "enedis-r63": {
    text: `Identifiant PRM;Date de début;Date de fin;Grandeur physique;Grandeur métier;\
Etape métier;Unité;Horodate;Valeur;Nature;Pas;Indice de vraisemblance;Etat complémentaire
30000000000000;2025-11-01 00:00:00;2025-11-02 00:00:00;PA;CONS;BRUT;W;2025-11-01 00:30:00;692;\
B;PT30M;0;0
30000000000000;2025-11-01 00:00:00;2025-11-02 00:00:00;PA;CONS;BRUT;W;2025-11-01 01:00:00;1284;\
B;PT30M;0;0
`,
    series: [["ELEC", "30000000000000"]],
    rows: [
      ["30000000000000", "2025-11-01T00:30+01:00", 692, "W", 1800],
      ["30000000000000", "2025-11-01T01:00+01:00", 1284, "W", 1800],
    ],
    ignored: 2,
  },
  "enedis-indexes": {
    text: `Identifiant PRM;Type de donnees;Date de debut;Date de fin;Grandeur physique;\
Grandeur metier;Etape metier;Unite
30000000000000;Index;01/11/2025;02/11/2025;Energie active;Consommation;Comptage Brut;Wh
Horodate;Type de releve;EAS F1;EAS F2;EAS D1;EAS D2;EAS T
2025-11-01T00:00:00+01:00;Arrêté quotidien;1009000;819000;1012000;816000;1828000
2025-11-02T00:00:00+01:00;Arrêté quotidien;1012500;819500;1015000;817000;1832000
Periode;Identifiant calendrier fournisseur;Libelle calendrier fournisseur
Du 2025-11-01T00:00:00+01:00 au;FC000000;Heures Creuses
`,
    series: [["ELEC", "30000000000000"]],
    rows: [
      ["30000000000000", "2025-11-01T00:00+01:00", 1_828_000, "Wh"],
      ["30000000000000", "2025-11-02T00:00+01:00", 1_832_000, "Wh"],
    ],
    ignored: 4,
  },
  "grdf-months": {
    text: `;Données informatives et détaillées;;;Export du 24/11/2025
;;;;
;;Adresse du logement :;;
;;N° PCE :;;
;;Libellé du logement :;;
;;;;
;Avertissement du distributeur;;;
;;;;
;Date de relevé;Volume consommé (m3);Energie consommée (kWh);
;Septembre 2025 ;78;848;
;Octobre 2025 ;348;3 811;
`,
    series: [["GAZE", "Gaz"]],
    seriesUnit: "kWh",
    rows: [
      ["Gaz", "2025-09-01T00:00+02:00", 848, "kWh"],
      ["Gaz", "2025-10-01T00:00+02:00", 3811, "kWh"],
    ],
    ignored: 2,
  },
  "home-assistant-history": {
    text: `entity_id,state,last_changed
sensor.eau_froide,1310.5,2025-11-01T00:00:00.000Z
sensor.eau_froide,unavailable,2025-11-01T06:00:00.000Z
sensor.eau_froide,1311.25,2025-11-01T12:00:00.000Z
`,
    series: [["EFSV", "sensor.eau_froide"]],
    rows: [
      ["sensor.eau_froide", "2025-11-01T00:00Z", 1310.5, undefined],
      ["sensor.eau_froide", "2025-11-01T12:00Z", 1311.25, undefined],
    ],
    ignored: 3,
  },
  "home-assistant-statistics": {
    text: `statistic_id,unit,start,min,max,mean,state,sum
sensor.gaz,m³,2025-11-01T00:00:00+00:00,,,,1310.5,10.5
sensor.salon,°C,2025-11-01T00:00:00+00:00,19.1,19.9,19.5,,
`,
    series: [["GAZV", "sensor.gaz"], ["TEMP", "sensor.salon"]],
    rows: [
      ["sensor.gaz", "2025-11-01T00:00Z", 1310.5, "m³"],
      ["sensor.salon", "2025-11-01T00:00Z", 19.5, "°C"],
    ],
    ignored: 2,
  },
  "typed-indexes": {
    text: `Relevé le;Compteur;Logement;Index;Depuis le précédent;Unité;Saisi par;Entre les deux
01/11/2025;Eau froide;A12;1310,5;12,25;m³;nom@example.fr;
`,
    series: [["EFSV", "Eau froide", "housing"]],
    rows: [["Eau froide", "2025-11-01T12:00+01:00", 1310.5, "m³"]],
    ignored: 1,
  },
  "series-totals": {
    text: `Période;Total (m³);Un an avant (m³);Complétude (%);État;Compteur;Annotations
2025-12-10T00;1;0,9;100;Complet;;
2025-12-10T01;1,1;;100;Complet;;
`,
    series: [["GAZV", "Gaz"]],
    seriesUnit: "m³",
    rows: [
      ["Gaz", "2025-12-10T00:00+01:00", 1, "m³"],
      ["Gaz", "2025-12-10T01:00+01:00", 1.1, "m³"],
    ],
    ignored: 2,
  },
  "series-means": {
    text: `Période;Moyenne (°C);Minimum (°C);Maximum (°C);Complétude (%);État;Annotations
2025-12-10T00;20,1;20,1;20,1;100;Complet;
2025-12-10T01;20,2;20,2;20,2;100;Complet;
`,
    series: [["TEMP", "Sonde"]],
    seriesUnit: "°C",
    rows: [
      ["Sonde", "2025-12-10T00:00+01:00", 20.1, "°C"],
      ["Sonde", "2025-12-10T01:00+01:00", 20.2, "°C"],
    ],
    ignored: 2,
  },
  "readings-by-line": {
    text: `Date;Heure;Logement;Série;Valeur;Unité
01/11/2025;00:00;A12;Eau froide;1 310,5;m³
02/11/2025;00:00;A12;Eau froide;1 311,25;m³
Total;;;;1,5;
`,
    series: [["EFSV", "Eau froide", "housing"]],
    rows: [
      ["Eau froide", "2025-11-01T00:00+01:00", 1310.5, "m³"],
      ["Eau froide", "2025-11-02T00:00+01:00", 1311.25, "m³"],
    ],
    ignored: 3,
  },
  "readings-by-column": {
    text: `timestamp,Compteur gaz,Eau froide (L)
1761951600,1310.5,84200
1762038000,null,85100
`,
    series: [["GAZV", "Compteur gaz"], ["EFSV", "Eau froide"]],
    rows: [
      ["Compteur gaz", "2025-11-01T00:00+01:00", 1310.5, undefined],
      ["Eau froide (L)", "2025-11-01T00:00+01:00", 84_200, "L"],
      ["Eau froide (L)", "2025-11-02T00:00+01:00", 85_100, "L"],
    ],
    ignored: 2,
  },
};

/** The example of each format of files, in the order of the documentation. */
export const FORMATS = [...KNOWN_FORMATS, READINGS_BY_LINE, READINGS_BY_COLUMN].map((format) => {
  const example = EXAMPLES[format.id];
  ok(example, format.id);
  return { ...format, example };
});

/** The series that one chooses for an example; "" where the file names it. */
export function seriesNamed({ series, seriesUnit }: ExampleFile): string {
  return seriesUnit === undefined ? "" : series[0]?.[1] ?? "";
}

/** Runs a test in a residence with the series of an example. */
export function withExample(
  { series }: ExampleFile,
  test: (built: TestPlatform) => Promise<void>,
): Promise<void> {
  return withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    await aHouse(ask);
    for (const [dataUnitId, renamed, scope = "facilities"] of series) {
      const body = seriesDraft({ dataUnitId, renamed, scope });
      await answerOf(ask("createDataseries", { projectId: PROJECT, body }));
    }
    await test(built);
  }, { residence: { features: { houseMode: 1 } } });
}

/** The result of importing a file of two new readings. */
export const TWO_IMPORTED: ReadingsImport = {
  format: { separator: ";", decimal: ",", dates: "dmy", shape: "long" },
  recognizedFormat: { id: "readings-by-line", name: "Relevés, une valeur par ligne" },
  columns: [
    { heading: "date", role: "date" },
    { heading: "serie", role: "series" },
    { heading: "valeur", role: "value" },
  ],
  remembered: null,
  proposedTimeZone: null,
  firstReadings: [
    { line: 2, at: "2024-12-31T23:00:00.000Z", value: 1000, unit: "m³", series: "Gaz (volume)" },
    { line: 3, at: "2025-01-31T23:00:00.000Z", value: 1310.5, unit: "m³", series: "Gaz (volume)" },
  ],
  lineCount: 2,
  insertedCount: 2,
  replacedCount: 0,
  unchangedCount: 0,
  ignoredCount: 0,
  deletedCount: 0,
  refusedCount: 0,
  readingCount: 2,
  repeatedHourCount: 0,
  repeatedHourLines: [],
  expiring: null,
  meterEventCount: 0,
  fallCount: 0,
  falls: [],
  uncountedCount: 0,
  uncounted: [],
  conversions: [],
  isFiled: true,
  errors: [],
};

export interface ParsedLines {
  readonly readings: readonly SourceReading[];
  readonly bad: readonly BadLine[];
  readonly badCount: number;
}

/** Parses a whole body of lines at once. */
export function parseLines(bytes: Uint8Array, options: LinesOptions): ParsedLines {
  const reader = new LinesReader(options);
  reader.add({ bytes, isLast: true });
  while (reader.read());
  return { readings: reader.take(), bad: reader.bad, badCount: reader.badCount };
}

/** The compared fields of the answer of an import. */
export function counts(result: Result<"importReadings">): unknown {
  ok(result.ok);
  const { insertedCount, replacedCount, unchangedCount, errors } = result.answer;
  return [insertedCount, replacedCount, unchangedCount, errors.map(({ line }) => line)];
}
