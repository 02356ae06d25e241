import type { StockRow } from "@/lib/backend/ingest/stock_file.ts";
import { STOCK_MESSAGES } from "@/lib/text/projects/stock.ts";
import { idle, type PlannedLine, type StockPlanner, type StockWorld } from "./plan.ts";
import { residenceCodes } from "./residences.ts";

export interface StockPlace<Known> {
  readonly projectId: string;
  /** Name of the line in the report. */
  readonly label: string;
  readonly known: Known;
}

interface LinesInResidences<Known> {
  /** The cells that identify a line in its residence. */
  readonly naming: readonly string[];
  /** Reads the known records of a residence, once for all its lines. */
  read(projectId: string): Promise<Known>;
  plan(row: StockRow, place: StockPlace<Known>): PlannedLine;
}

/** Plans rows whose residence is given by code; an unknown code is refused. */
export async function plannerInResidences<Known>(
  world: StockWorld,
  lines: LinesInResidences<Known>,
): Promise<StockPlanner> {
  const { ids, codes } = await residenceCodes(world);
  const byResidence = new Map<string, Known>();
  const knownOf = async (projectId: string) => {
    const known = byResidence.get(projectId) ?? await lines.read(projectId);
    byResidence.set(projectId, known);
    return known;
  };
  return {
    // A residence is read once it is named.
    prepare: () => Promise.resolve(),
    async plan(row) {
      const { residence = "" } = row.cells;
      const names = [residence, ...lines.naming.map((field) => row.cells[field])];
      const label = names.filter(Boolean).join(" ");
      const projectId = ids.get(codes.of(residence));
      if (projectId === undefined) {
        const messages = [STOCK_MESSAGES.unknownResidence(residence)];
        return idle("refused", row, { label, messages });
      }
      return lines.plan(row, { projectId, label, known: await knownOf(projectId) });
    },
  };
}
