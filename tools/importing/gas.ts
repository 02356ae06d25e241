import type { Services } from "@/lib/api/services.ts";
import { everyGasPce } from "@/lib/gas/delivery_points.ts";
import { importGasFile } from "@/lib/gas/import.ts";
import type { GasImport } from "@/lib/gas/schema.ts";
import { gasLineFaultText } from "@/lib/gas/text.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { keys } from "@/lib/store/keys.ts";
import { UserError } from "@/tools/user_error.ts";
import { countsText } from "./report_text.ts";

/** A CSV file of lines, and the options of its import. */
export interface GasFileImport {
  text: string;
  orgId: string;
  /** Delivery point of the lines without one; "" when all have one. */
  pce: string;
  dryRun: boolean;
}

/**
 * Imports a file with the code of the page and the call.
 *
 * @throws UserError when the organisation does not exist, or the file is not a file of lines
 */
export async function importGas(
  services: Services,
  { text, orgId, pce, dryRun }: GasFileImport,
): Promise<GasImport> {
  const organisation = await services.store.get(keys.org(orgId));
  if (organisation.versionstamp === null) throw new UserError(`No organisation ${orgId}.`);
  const named = await everyGasPce(services.store);
  const known = new Set(named.flatMap((one) => one.orgId === orgId ? [one.pce] : []));
  const importer = { orgId, caller: ANONYMOUS, known, mayWrite: () => true, mayDeclare: true };
  const done = await importGasFile(services, importer, { body: text, pce, isDry: dryRun });
  if (done.ok) return done.answer;
  if (done.code === "conflict") throw new UserError("Others are writing: try again.");
  const { message = "" } = done.issues?.[0] ?? {};
  throw new UserError(`A CSV file with the columns Type, Du and Au is expected. ${message}`);
}

export function gasReportText(report: GasImport): string {
  const counts = `${countsText(report)}.`;
  const wrong = report.errors.map((error) => `  line ${error.line}: ${gasLineFaultText(error)}`);
  return [counts, ...wrong].join("\n");
}
