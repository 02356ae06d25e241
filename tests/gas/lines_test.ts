import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { gasLineList } from "@/components/gas/line_list.tsx";
import { GAS_FORMATS, readGasFile } from "@/lib/gas/import_file.ts";
import { mergeGasLines, readGasYear } from "@/lib/gas/line_store.ts";
import { gasLineKey, gasTotals, gasYear, inOrder, mergedLines } from "@/lib/gas/lines.ts";
import {
  alarmingConsents,
  bestConsent,
  consentAlarm,
  type GasHolder,
  holderAt,
  NO_CONSENT,
  withHolder,
} from "@/lib/gas/pce_rules.ts";
import type { GasConsent, GasLine } from "@/lib/gas/schema.ts";
import { consentText } from "@/lib/gas/text.ts";
import { Versions } from "@/lib/store/cache.ts";
import { withStore } from "@/lib/store/open_store.ts";
import { ORG } from "@/tests/helpers/a_residence.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { keptUnder } from "@/tests/helpers/drawn.ts";
import { fc } from "@/tests/npm/fast_check.ts";
import { readText } from "@/tools/files.ts";
import {
  aLine,
  aPce,
  imported,
  INFORMATIVE_LINE,
  PCE,
  PUBLISHED_LINE,
  someLine,
  withPlace,
  year,
} from "./some_lines.ts";

const SEED = { seed: 20260101 };

Deno.test("gasYear() is that of the last gas day: 31 December ends on 1 January at 06:00", () => {
  strictEqual(gasYear({ fromDate: "2023-12-31", toDate: "2024-01-01" }), 2023);
  strictEqual(gasYear({ fromDate: "2024-01-01", toDate: "2024-01-02" }), 2024);
  strictEqual(gasYear({ fromDate: "2023-10-12", toDate: "2024-04-11" }), 2024);
  strictEqual(gasYear({ fromDate: "2024-01-01", toDate: "2024-01-01" }), 2024);
});

// @spec gas.line-year
Deno.test("mergedLines() replaces a line of the same type and period, and counts the changes", () => {
  const other = aLine({ fromDate: "2021-01-23", toDate: "2021-02-23" });
  const corrected = aLine({ energy: 2050 });
  const sameDays = aLine({ informative: true });
  deepStrictEqual(mergedLines([PUBLISHED_LINE], [corrected, other, sameDays]), {
    lines: [sameDays, corrected, other],
    insertedCount: 2,
    replacedCount: 1,
  });
});

// @spec imports.absent-unchanged
Deno.test("mergedLines() keeps the known figures that a line lacks, and adds those that only it has", () => {
  const bare = {
    fromIndex: null,
    toIndex: null,
    volume: 181,
    energy: null,
    factorPta: null,
    factorPcs: null,
    factorConversion: 11.3,
  };
  deepStrictEqual(mergedLines([PUBLISHED_LINE], [aLine(bare)]), {
    lines: [aLine({ volume: 181, factorConversion: 11.3 })],
    insertedCount: 0,
    replacedCount: 1,
  });
  const nothing = aLine({ ...bare, volume: null, factorConversion: null });
  deepStrictEqual(mergedLines([PUBLISHED_LINE], [nothing]), {
    lines: [PUBLISHED_LINE],
    insertedCount: 0,
    replacedCount: 0,
  });
});

Deno.test("mergedLines() is idempotent, for any order and repetition of lines", () =>
  fc.assert(
    fc.property(fc.array(someLine), fc.array(someLine), (known, coming) => {
      const once = mergedLines(mergedLines([], known).lines, coming);
      const twice = mergedLines(once.lines, coming);
      deepStrictEqual(twice, { lines: once.lines, insertedCount: 0, replacedCount: 0 });
      const keys = once.lines.map(gasLineKey);
      strictEqual(new Set(keys).size, keys.length);
      deepStrictEqual(new Set(keys), new Set([...known, ...coming].map(gasLineKey)));
    }),
    SEED,
  ));

Deno.test("gasTotals() adds each type separately, and is null where no line has a value", () => {
  const lines = [
    aLine({ volume: 180, energy: 2032 }),
    aLine({ volume: 20, energy: null }),
    aLine({ informative: true, volume: null, energy: null }),
  ];
  deepStrictEqual(gasTotals(lines).map(({ hasOverlap: _, ...total }) => total), [
    { type: "published", volume: 200, energy: 2032 },
    { type: "informative", volume: null, energy: null },
  ]);
  deepStrictEqual(gasTotals([]), []);
});

// @spec gas.lines
Deno.test("gasTotals() says when lines of a type overlap: their gas counts twice", () => {
  const january = aLine({ fromDate: "2025-01-01", toDate: "2025-02-01" });
  const february = aLine({ fromDate: "2025-02-01", toDate: "2025-03-01" });
  const day = aLine({ informative: true, fromDate: "2025-01-16", toDate: "2025-01-17" });
  // An index typed on 15 February, before GRDF published the month.
  const half = aLine({ fromDate: "2025-02-01", toDate: "2025-02-15" });
  const overlaps = (...lines: GasLine[]) => gasTotals(lines).map(({ hasOverlap }) => hasOverlap);
  deepStrictEqual(overlaps(february, january, day), [false, false]);
  deepStrictEqual(overlaps(february, day, half, january), [true, false]);
});

function aStoredLine(year: number): GasLine {
  return aLine({ fromDate: `${year}-01-01`, toDate: `${year}-02-01` });
}

Deno.test("mergeGasLines() reads each year once, for several commits too", () =>
  withStore(":memory:", async (store) => {
    const read: number[] = [];
    const counted = aroundStore(store, {
      getMany(keys) {
        read.push(...keys.map((key) => Number(key.at(-1))));
        return store.getMany(keys);
      },
    });
    const years = Array.from({ length: 20 }, (_, rank) => 2001 + rank);
    let commitCount = 0;
    const services = { store: counted, versions: new Versions(counted, Date.now) };
    const counts = await mergeGasLines(services, { orgId: ORG, pce: PCE }, {
      lines: years.map(aStoredLine),
      change: {},
      audit: () => commitCount++,
    });
    deepStrictEqual(counts, { insertedCount: 20, replacedCount: 0, surplus: [] });
    // Eight years a commit.
    deepStrictEqual(commitCount, 3);
    deepStrictEqual(read.toSorted((a, b) => a - b), years);
    deepStrictEqual(await readGasYear(store, { orgId: ORG, pce: PCE }, 2020), [aStoredLine(2020)]);
  }));

function kept(lines: readonly GasLine[], query = ""): readonly GasLine[] {
  return keptUnder(gasLineList("01", 2021, "/gas"), inOrder(lines, "desc"), query);
}

// @spec gas.lines, gas.tags
Deno.test("gasLineList() sorts by end date, the latest first, and filters on the type", () => {
  const early = aLine({ fromDate: "2020-12-01", toDate: "2021-01-01" });
  const lines = [early, INFORMATIVE_LINE, PUBLISHED_LINE];
  deepStrictEqual(kept(lines), [INFORMATIVE_LINE, PUBLISHED_LINE, early]);
  deepStrictEqual(kept(lines, "sort=toDate:asc"), [early, PUBLISHED_LINE, INFORMATIVE_LINE]);
  const only = (type: string) => kept(lines, `filter:type=${type}`);
  deepStrictEqual(only("published"), [PUBLISHED_LINE, early]);
  deepStrictEqual(only("informative"), [INFORMATIVE_LINE]);
  deepStrictEqual(only(""), [INFORMATIVE_LINE, PUBLISHED_LINE, early]);
});

Deno.test("gasLineList() never lists an earlier end above a later one, and loses no line", () =>
  fc.assert(
    fc.property(fc.array(someLine), (lines) => {
      const listed = kept(lines);
      strictEqual(listed.length, lines.length);
      listed.forEach((line, rank) => {
        const above = listed[rank - 1];
        strictEqual(above === undefined || above.toDate >= line.toDate, true);
      });
    }),
    { seed: 20260101 },
  ));

const TODAY = "2026-02-10";

function aConsent(over: Partial<GasConsent> = {}): GasConsent {
  return { state: "active", isUsable: true, endDate: "2027-02-10", ...over };
}

// @spec gas.consents
Deno.test("consentAlarm() begins sixty days before the end, and at once for an unusable consent", () => {
  for (
    const [over, alarm] of [
      // 18 days are left in February, 31 in March, 11 in April: 60 to 11 April.
      [{ endDate: "2026-04-12" }, null],
      [{ endDate: "2026-04-11" }, { kind: "ends", days: 60 }],
      [{ endDate: TODAY }, { kind: "ends", days: 0 }],
      [{ endDate: "2026-02-09" }, { kind: "ended" }],
      [{ endDate: null }, null],
      [{ isUsable: false }, { kind: "closed" }],
      [NO_CONSENT, { kind: "closed" }],
    ] as const
  ) deepStrictEqual(consentAlarm(aConsent(over), TODAY), alarm);
});

Deno.test("bestConsent() is the usable one, and the last to end of several", () => {
  const old = aConsent({ state: "obsolete", isUsable: false, endDate: "2030-01-01" });
  const short = aConsent({ endDate: "2026-06-01" });
  const endless = aConsent({ endDate: null });
  deepStrictEqual(bestConsent([old, short]), short);
  deepStrictEqual(bestConsent([short, old, aConsent()]), aConsent());
  deepStrictEqual(bestConsent([endless, aConsent()]), endless);
  deepStrictEqual(bestConsent([old]), old);
  deepStrictEqual(bestConsent([]), NO_CONSENT);
});

Deno.test("alarmingConsents() returns those that need action, most urgent first", () => {
  const point = (pce: string, consent: GasConsent | null) => aPce(pce, { consent });
  const pces = [
    point("fine", aConsent()),
    point("soon", aConsent({ endDate: "2026-03-01" })),
    point("never asked", null),
    point("ended", aConsent({ endDate: "2026-02-01" })),
    point("none", NO_CONSENT),
  ];
  const kept = alarmingConsents(pces, TODAY).map(({ pce }) => pce);
  deepStrictEqual(kept, ["ended", "none", "soon"]);
});

const NORTH = { projectId: "p1", boilerRoomId: "north" };
const SOUTH = { projectId: "p2", boilerRoomId: "south" };

const MOVED: readonly GasHolder[] = [{ ...NORTH, fromDate: null }, { ...SOUTH, fromDate: TODAY }];

Deno.test("holderAt() is the holder of the day a line ends; the day of a move still belongs to the first", () => {
  strictEqual(holderAt(MOVED, "2024-01-01")?.projectId, "p1");
  strictEqual(holderAt(MOVED, TODAY)?.projectId, "p1");
  strictEqual(holderAt(MOVED, "2026-02-11")?.projectId, "p2");
  strictEqual(holderAt([], TODAY), null);
});

Deno.test("withHolder() gives another residence the future lines, and another room of the same one all lines", () => {
  const onlyNorth = [{ ...NORTH, fromDate: null }];
  deepStrictEqual(withHolder([], NORTH, TODAY), onlyNorth);
  deepStrictEqual(withHolder(onlyNorth, SOUTH, TODAY), MOVED);
  const east = { projectId: "p2", boilerRoomId: "east" };
  deepStrictEqual(withHolder(MOVED, east, "2026-03-01"), [
    ...onlyNorth,
    { ...east, fromDate: TODAY },
  ]);
  // A move that is undone on the same day leaves no trace.
  deepStrictEqual(withHolder(MOVED, NORTH, TODAY), onlyNorth);
});

const DATED = { state: "active", isUsable: true, endDate: "2026-03-12" } as const;

const ENDLESS = { ...DATED, endDate: null };

Deno.test("consentText() is the state of a consent, with its end when it has one that is not near", () => {
  const ends = { kind: "ends", days: 30 } as const;
  const closed = { kind: "closed" } as const;
  for (
    const [consent, alarm, text] of [
      [DATED, null, "Actif jusqu’au 12/03/2026"],
      [DATED, ends, "Se termine dans 30\u00A0jours"],
      [DATED, { ...ends, days: 0 }, "Se termine aujourd’hui"],
      [DATED, { kind: "ended" }, "Terminé le 12/03/2026"],
      [{ ...DATED, state: "revoked" }, closed, "Révoqué"],
      [ENDLESS, null, "Actif"],
      [{ ...ENDLESS, state: "to-validate" }, closed, "À valider par le titulaire"],
    ] as const
  ) strictEqual(consentText(consent, alarm), text);
});

const WANTED = { pce: "", today: "2026-02-10", knownIndex: () => Promise.resolve(null) };
const OTHER = "23000000000000";

type Line = readonly [
  pce: string,
  from: string,
  to: string,
  informative: boolean,
  volume: number | null,
  energy: number | null,
];

/** A short file of each format, with invented figures, and what it contains. */
const EXAMPLES: Readonly<Record<string, { text: string; lines: readonly Line[] }>> = {
  "gas-lines": {
    text:
      `Type;Du;Au;Index de début (m³);Index de fin (m³);Volume (m³);Énergie (kWh);PTA;PCS;Conversion
Publiée;01/09/2025;01/10/2025;771;951;180;2032;0,968;11,66;11,29
`,
    lines: [[PCE, "2025-09-01", "2025-10-01", false, 180, 2032]],
  },
  "grdf-adict": {
    text: `id_pce;type_conso;date_debut_consommation;date_fin_consommation;volume_brut;energie;\
coeff_pta;coeff_conversion
23000000000000;Publiée;2025-09-01T06:00:00+02:00;2025-10-01T06:00:00+02:00;180;2032;null;11.29
23000000000000;Informative Journalier;2025-10-01T06:00:00+02:00;2025-10-02T06:00:00+02:00;1;8;\
null;11.16
`,
    lines: [
      [OTHER, "2025-09-01", "2025-10-01", false, 180, 2032],
      [OTHER, "2025-10-01", "2025-10-02", true, 1, 8],
    ],
  },
  "gas-indexes": {
    text: `PCE;Date de relevé;Index (m³);Énergie (kWh)
23000000000000;01/09/2025;771;
23000000000000;01/10/2025;951;2032
`,
    lines: [[OTHER, "2025-09-01", "2025-10-01", false, 180, 2032]],
  },
  "grdf-customer-space": {
    text: `;Données informatives et détaillées;;;Export du 24/11/2025
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
    lines: [
      [OTHER, "2025-08-01", "2025-09-01", false, 78, 848],
      [OTHER, "2025-09-01", "2025-10-01", false, 348, 3811],
    ],
  },
};

// @spec gas.import
Deno.test("each declared format of gas reads its example", async () => {
  deepStrictEqual(Object.keys(EXAMPLES).sort(), GAS_FORMATS.map(({ id }) => id).sort());
  for (const [id, { text: downloaded, lines }] of Object.entries(EXAMPLES)) {
    for (const text of [downloaded, `\uFEFF${downloaded.replaceAll("\n", "\r\n")}`]) {
      const file = await readGasFile(text, { ...WANTED, pce: PCE });
      deepStrictEqual(file?.errors, [], id);
      deepStrictEqual(
        file?.lines.map((
          { pce, line },
        ) => [pce, line.fromDate, line.toDate, line.informative, line.volume, line.energy]),
        lines,
        id,
      );
    }
  }
});

// @spec gas.import
Deno.test("a customer's days of gas are informative, and the running month is refused", async () => {
  const head = "Date de relevé;Volume consommé (m3);Energie consommée (kWh)";
  const file = await readGasFile(`${head}\n05/02/2026;3;34\nFévrier 2026;30;340\n`, {
    ...WANTED,
    pce: PCE,
  });
  deepStrictEqual(
    file?.lines.map(({ line: { fromDate, toDate, informative } }) => [
      fromDate,
      toDate,
      informative,
    ]),
    [["2026-02-05", "2026-02-06", true]],
  );
  deepStrictEqual(file?.errors, [{ line: 3, fault: "future" }]);
});

// @spec gas.import
Deno.test("importGasLines says what it looked for in a file, and quotes the first lines", () =>
  withPlace(async ({ admin }) => {
    const result = await admin("importGasLines", { orgId: ORG, body: "Nom;Prénom\nA;B\n" });
    ok(!result.ok);
    strictEqual(result.code, "bad-file");
    match(result.issues?.[0]?.message ?? "", /«\u00A0Du\u00A0».*ligne 1\u00A0: «\u00A0Nom;Prénom/);
    // A customer's file names no type: its months are published.
    const months = EXAMPLES["grdf-customer-space"]?.text.replace(OTHER, "") ?? "";
    await imported(admin, months, { pce: PCE });
    const lines = await year(admin, "2025");
    deepStrictEqual(lines.map(({ energy }) => energy), [3811, 848]);
  }));

// @spec gas.import
Deno.test("docs/collecting.md lists the declared formats of gas", () => {
  const rows = GAS_FORMATS.map(({ name, headings, required }) => {
    const words = required.map((column) => (headings[column] ?? []).map((word) => `\`${word}\``));
    return `- ${name}: ${words.map((one) => one.join(" or ")).join(", ")}\n`;
  });
  ok(readText("docs/collecting.md").includes(rows.join("")), rows.join(""));
});
