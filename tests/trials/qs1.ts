import { OPERATIONS, runCases, withWorld } from "@/tests/helpers/generated_runs.ts";

const CASES = 500;
const SEED = 20260101;

/**
 * QS1: 500 generated requests to every operation, valid and invalid; a new organisation for each.
 */
export default async function qs1(): Promise<void> {
  const statuses: Record<string, number> = {};
  const faults: string[] = [];
  /** Endpoints that never received a valid request. */
  const neverAnswered: string[] = [];
  let caseCount = 0;
  for (const operation of OPERATIONS) {
    await withWorld(async (world) => {
      const run = await runCases(operation, world, { count: CASES, seed: SEED });
      caseCount += run.caseCount;
      faults.push(...run.faults);
      const { 200: done = 0, 201: created = 0 } = run.statuses;
      if (done + created === 0) neverAnswered.push(operation.name);
      for (const [status, count] of Object.entries(run.statuses)) {
        statuses[status] = (statuses[status] ?? 0) + count;
      }
    });
  }
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  console.log(`${caseCount} requests to ${OPERATIONS.length} operations; ${counts.join(", ")}`);
  console.log(`never answered with success: ${neverAnswered.join(", ") || "none"}`);
  console.log(`${faults.length} faults, breaches or wrong inputs accepted`);
  if (faults.length > 0) throw new Error(faults.slice(0, 20).join("\n"));
}

if (import.meta.main) await qs1();
