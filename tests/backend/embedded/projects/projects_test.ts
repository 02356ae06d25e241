import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { Refused } from "@/lib/backend/core/refused.ts";
import { readEachProject } from "@/lib/backend/embedded/projects/projects.ts";
import { PROJECT, withMember } from "@/tests/backend/a_residence.ts";

Deno.test("readEachProject() leaves out a residence that is gone, and hides no other fault", async () => {
  const reading = (fault: unknown) => (id: string) =>
    id === "gone" ? Promise.reject(fault) : Promise.resolve(id);
  const read = (fault: unknown) => readEachProject(["a", "gone", "b"], reading(fault));
  deepStrictEqual(await read(new Refused("not-found")), ["a", "b"]);
  await rejects(read(new Refused("store-unavailable")), Refused);
  await rejects(read(new TypeError("damaged")), TypeError);
});

Deno.test("getProject() says whether the residence has a collective self-consumption", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const at = { projectId: PROJECT };
    const isShown = async () => {
      const read = await ask("getProject", at);
      return read.ok && read.answer.hasAutoconsumption;
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
