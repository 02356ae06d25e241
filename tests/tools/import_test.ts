import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aSeries,
  ORG,
  PROJECT,
  someone,
  storedSeries,
  withMember,
  withResidence,
} from "@/tests/helpers/a_residence.ts";
import { withVisitor } from "@/tests/helpers/a_site.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { FORMATS, seriesNamed, withExample } from "@/tests/ingest/example_files.ts";
import {
  gasReportText,
  importGas,
  type ReadingsFileImport,
  reportText,
} from "@/tools/importing.ts";
import { inFolder } from "./folders.ts";
import { importedText } from "./imported_text.ts";

/** 60 000 half hours of a register, some 2.7 MB: two parts. */
const LINES = 60_000;

function importing(
  built: TestPlatform,
  text: string,
  shares: number[] = [],
  over: Partial<ReadingsFileImport> = {},
) {
  return importedText(built, text, {
    acceptOld: "false",
    onShare: (share) => shares.push(share),
    ...over,
  });
}

function registers(): string {
  const start = Date.UTC(2020, 0, 1);
  const lines = Array.from({ length: LINES }, (_, n) => {
    const instant = new Date(start + n * 1_800_000).toISOString();
    return `${instant};GAZV;${n}`;
  });
  return ["date;serie;valeur", ...lines].join("\n");
}

Deno.test("importReadings() imports a long file part by part, and prints its progress", () =>
  withMember({ roles: ["collect:boilerroom:write"] }, async ({ built, ask }) => {
    const series = await aSeries(ask, "GAZV");
    const shares: number[] = [];
    const report = await importing(built, registers(), shares);
    deepStrictEqual([report.lineCount, report.insertedCount, report.errors], [LINES, LINES, []]);
    strictEqual(shares.length, 2);
    strictEqual(shares.at(-1), 1);
    const range = { projectId: PROJECT, series, segment: "monthly-2021" };
    const year = await answerOf(ask("getFacilityRangeData", range));
    // 31 days of 48 half hours, one unit each.
    strictEqual(year.slots[0]?.value, 31 * 48);
  }));

// @spec imports.formats
Deno.test("importReadings() imports the example of each declared format", async () => {
  for (const { id, example } of FORMATS) {
    await withExample(example, async (built) => {
      const over = { series: seriesNamed(example) };
      const { recognizedFormat, insertedCount, errors } = await importing(
        built,
        example.text,
        [],
        over,
      );
      deepStrictEqual([recognizedFormat.id, errors], [id, []]);
      ok(insertedCount > 0, id);
    });
  }
});

// @spec imports.formats
Deno.test("the file of the page of a series, imported into another series, gives the same file", () =>
  withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ ask, visitor, site }) => {
    const startS = Date.parse("2025-09-30T22:00:00Z") / 1_000;
    const hours = Array.from({ length: 24 * 40 + 1 }, (_, hour) => hour);
    let register = 1_000;
    const valuesOf = {
      GAZV: hours.map((hour) =>
        register = Math.round(1_000 * register + 1_000 + 100 * (hour % 7)) / 1_000
      ),
      TEMP: hours.map((hour) => 20 + hour % 5 / 10),
    };
    // The clock shows an hour twice on 26 October.
    for (
      const [quantity, kind, days] of [
        ["GAZV", "index", ["daily/2025/10", "hourly/2025/10/26"]],
        ["TEMP", "instant", ["hourly/2025/10/26"]],
      ] as const
    ) {
      const own = await aSeries(ask, quantity);
      const readings = valuesOf[quantity].map((value, hour) => ({
        epochS: startS + hour * 3_600,
        value,
      }));
      await storedSeries(site).append([{ seriesId: own, kind, readings }]);
      for (const range of days) {
        const renamed = `${quantity} ${range}`;
        const body = seriesDraft({ dataUnitId: quantity, renamed });
        const { id } = await answerOf(ask("createDataseries", { projectId: PROJECT, body }));
        const fileOf = async (series: string) =>
          (await visitor.get(`/collect/${PROJECT}/facilities/${series}/${range}?csv=semicolon`))
            .html;
        const exported = await fileOf(own);
        const { errors } = await importing(site, exported, [], { series: renamed });
        deepStrictEqual(errors, []);
        strictEqual(await fileOf(id), exported);
      }
    }
  }));

// @spec imports.time-zone
Deno.test("importReadings() reads a file in the zone asked, and tells of an hour that the clock skips", () =>
  withMember({ roles: ["collect:boilerroom:write"] }, async ({ built, ask }) => {
    await aSeries(ask, "GAZV");
    const text = "date;GAZV\n30/03/2025 02:30;1000\n01/07/2025 12:00;1100";
    const read = async (zone: ReadingsFileImport["zone"]) => {
      const report = await importing(built, text, [], { dryRun: true, zone });
      return { last: report.firstReadings.at(-1)?.at, said: reportText(report) };
    };
    const own = await read("residence");
    strictEqual(own.last, "2025-07-01T10:00:00.000Z");
    match(own.said, /try --zone winter, or --zone utc/);
    for (const [zone, last] of [["winter", "11:00"], ["utc", "12:00"]] as const) {
      const { last: at, said } = await read(zone);
      strictEqual(at, `2025-07-01T${last}:00.000Z`);
      strictEqual(said.includes("--zone"), false);
    }
  }));

// @spec imports.chosen-columns, imports.remembered-columns
Deno.test("importReadings() reads a long file by the columns that --columns gives, and the next one without", () =>
  withMember({ roles: ["collect:boilerroom:write"] }, async ({ built, ask }) => {
    await aSeries(ask, "GAZV");
    const text = registers().replace("date;serie;valeur", "Export\n\nZeit;Zähler;Stand");
    await rejects(importing(built, text), /or --columns\. .*ligne 3 \(«\u00A0Zeit\u00A0»/);
    const chosen = { columns: "date,series,index:L" };
    const report = await importing(built, text, [], chosen);
    deepStrictEqual([report.lineCount, report.insertedCount, report.errors], [LINES, LINES, []]);
    deepStrictEqual(report.conversions, [{ series: "Gaz (volume)", from: "L", to: "m³" }]);
    await rejects(importing(built, text, [], { columns: "date,value,value" }), /de nombres/);
    const again = await importing(built, `Autre export\n${text}`);
    deepStrictEqual([again.lineCount, again.unchangedCount, again.errors], [LINES, LINES, []]);
    match(reportText(again), /Columns read as chosen on 20/);
  }));

Deno.test("deno task import explains in a sentence why a file cannot be read", async () => {
  await inFolder(async (folder) => {
    const cut = `${folder}/cut.csv.gz`;
    await Deno.writeFile(cut, new Uint8Array([0x1f, 0x8b, 0x08, 0x00]));
    const said = async (file: string) => {
      const { code, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--lock=tests/deno.lock", IMPORT, "readings", file, "--project", "p"],
        env: { DENO_KV_PATH: `${folder}/store.db`, NO_COLOR: "1" },
      }).output();
      strictEqual(code, 1);
      return new TextDecoder().decode(stderr).trimEnd();
    };
    strictEqual(await said(cut), "The file begins like gzip, and cannot be unzipped.");
    match(await said(folder), /^Is a directory[^\n]*$/);
    match(await said(`${folder}/none.csv`), /^No such file[^\n]*$/);
  });
});

const IMPORT = new URL("../../tools/import.ts", import.meta.url).pathname;

const PCE = "21546987412365";
const FILE = `Type;Du;Au;Volume;Énergie
Publiée;01/01/2025;01/02/2025;180;2032
Publiée;01/02/2025;hier;100;1129
`;

// @spec gas.import
Deno.test("importGas() writes the lines of a file and declares their delivery point; in a dry run, it writes nothing", () =>
  withResidence(async (built) => {
    const { services } = built.platform.own;
    const file = { text: FILE, orgId: ORG, pce: PCE };
    const tried = await importGas(services, { ...file, dryRun: true });
    strictEqual(
      gasReportText(tried),
      "2 lines: 1 inserted, 0 replaced, 0 unchanged, 0 ignored, 1 refused.\n  line 3: date de fin illisible",
    );
    strictEqual((await built.store.get(keys.gasPce(ORG, PCE))).value, null);
    await importGas(services, { ...file, dryRun: false });
    const admin = await someone(built, { isAdmin: true });
    const year = await answerOf(admin("getGasYear", { orgId: ORG, pce: PCE, year: "2025" }));
    deepStrictEqual(year.map(({ energy }) => energy), [2032]);
  }));
