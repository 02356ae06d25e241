import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { CallError } from "@/lib/base/errors.ts";
import { readEachProject } from "@/lib/residences/residences.ts";
import { aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { aSeries, ORG, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { LOCATION } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

Deno.test("readEachProject() leaves out a residence that is gone, and hides no other fault", async () => {
  const reading = (fault: unknown) => (id: string) =>
    id === "gone" ? Promise.reject(fault) : Promise.resolve(id);
  const read = (fault: unknown) => readEachProject(["a", "gone", "b"], reading(fault));
  deepStrictEqual(await read(new CallError("not-found")), ["a", "b"]);
  await rejects(read(new CallError("store-unavailable")), CallError);
  await rejects(read(new TypeError("damaged")), TypeError);
});

Deno.test("getProject() says whether the residence has a collective self-consumption", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const at = { projectId: PROJECT };
    const isShown = async () => {
      return (await answerOf(ask("getProject", at))).hasAutoconsumption;
    };
    strictEqual(await isShown(), false);
    const body = {
      name: "Soleil des Lilas",
      operationNumber: "ACC1",
      startDate: "2026-01-01",
      sharing: "full-dynamic" as const,
    };
    ok((await ask("putAutoconsumptionInfo", { ...at, body })).ok);
    strictEqual(await isShown(), true);
  }));

Deno.test("getProject() lists the series of dwellings and those of facilities apart", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask }) => {
    const [facility, dwelling] = [await aSeries(ask, "GAZV"), await aHousingSeries(ask, "EFSV")];
    const { facilitiesDataseries, housesDataseries } = await answerOf(
      ask("getProject", { projectId: PROJECT }),
    );
    deepStrictEqual(
      [facilitiesDataseries, housesDataseries].map((all) => all.map(({ id }) => id)),
      [
        [facility],
        [dwelling],
      ],
    );
  }));

// @spec projects.installation
Deno.test("createProject() makes a residence with sensors, without pilot nor pages for its occupants", () =>
  withMember({ isAdmin: true }, async ({ ask }) => {
    const body = { name: "Les Tilleuls", code: "", location: LOCATION, tags: [] };
    const made = await answerOf(ask("createProject", { orgId: ORG, body }));
    const { version: _, ...installation } = await answerOf(
      ask("getProjectInstallation", { projectId: made.id }),
    );
    deepStrictEqual(installation, {
      hasPilot: false,
      hasTempPilot: false,
      instrumented: true,
      ecotouchAdmin: 0,
    });
  }));
