import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { ORG, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { gasReportText, importGas } from "@/tools/importing/gas.ts";

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
