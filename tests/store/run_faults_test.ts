import { deepStrictEqual, ok, rejects, strictEqual, throws } from "node:assert/strict";
import { RunFaults, withFaults } from "@/lib/store/job_runs.ts";

function failing(text: string) {
  return () => Promise.reject(new Error(text));
}

function thrownBy(faults: RunFaults): AggregateError {
  let thrown: unknown = null;
  throws(() => faults.end(), (fault) => {
    thrown = fault;
    return true;
  });
  ok(thrown instanceof AggregateError);
  return thrown;
}

Deno.test("RunFaults processes every subject, then throws with the names of those that failed", async () => {
  const faults = new RunFaults("residences");
  const done: string[] = [];
  const work = (name: string) => () => Promise.resolve(void done.push(name));
  strictEqual(await faults.try("Les Tilleuls", work("Les Tilleuls")), true);
  strictEqual(await faults.try("Les Ormes", failing("no reply")), false);
  strictEqual(await faults.try(() => Promise.resolve("Les Pins"), failing("full")), false);
  strictEqual(await faults.try("Les Saules", work("Les Saules")), true);
  deepStrictEqual(done, ["Les Tilleuls", "Les Saules"]);
  const thrown = thrownBy(faults);
  strictEqual(
    thrown.message,
    "2 of the residences failed: Les Ormes: Error: no reply; Les Pins: Error: full",
  );
  deepStrictEqual(thrown.errors.map(({ cause }) => String(cause)), [
    "Error: no reply",
    "Error: full",
  ]);
});

Deno.test("RunFaults reports why the name of a failed subject is unreadable", async () => {
  const faults = new RunFaults("residences");
  await faults.try(failing("damaged"), failing("no reply"));
  strictEqual(
    thrownBy(faults).message,
    "1 of the residences failed: unnamed (Error: damaged): Error: no reply",
  );
});

Deno.test("RunFaults records an unreadable row once, by its key", () => {
  const faults = new RunFaults("reports");
  for (let time = 0; time < 2; time++) {
    faults.leaveOut(new Map([["report/o1/2", new Error("no name")]]));
  }
  strictEqual(faults.count, 1);
  strictEqual(thrownBy(faults).message, "1 of the reports failed: report/o1/2: Error: no name");
});

Deno.test("RunFaults reads no name of a successful subject, and does not throw without a fault", async () => {
  const faults = new RunFaults("residences");
  strictEqual(await faults.try(failing("not read"), () => Promise.resolve()), true);
  faults.end();
});

Deno.test("RunFaults stores a hundred faults of a run and counts the others", async () => {
  const faults = new RunFaults("requests");
  for (let rank = 1; rank <= 102; rank++) await faults.try(`n${rank}`, failing("x"));
  const { errors, message } = thrownBy(faults);
  strictEqual(errors.length, 100);
  ok(message.startsWith("102 of the requests failed: n1: "), message);
  ok(message.endsWith("; n100: Error: x"), message);
});

Deno.test("withFaults() returns the result of its work, or throws the faults of work that stopped early", async () => {
  strictEqual(await withFaults("requests", () => Promise.resolve(3)), 3);
  const stopping = withFaults("requests", async (faults) => {
    await faults.try("n1", failing("full"));
    return 1;
  });
  await rejects(stopping, { message: "1 of the requests failed: n1: Error: full" });
});
