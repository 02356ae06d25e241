import { z } from "zod";
import type { ModuleReport, ReportedStatus } from "@/lib/domain/pilot/reports.ts";
import { FUTURE_S } from "@/lib/domain/series/plausible.ts";

/** Modules of one body. */
export const MOST_REPORTS = 500;

const temperature = z.number().min(-50).max(100).nullish();
const flag = z.boolean().nullish();

const status = z.object({
  at: z.iso.datetime({ offset: true }).nullish(),
  temperature,
  setpoint: temperature,
  heating: flag,
  cooling: flag,
  water_heating: flag,
  house_status: z.enum(["present", "absent"]).nullish(),
});

const body = z.object({
  modules: z.array(z.object({
    serial: z.string().min(1).max(100),
    revision: z.int().min(0).nullish(),
    status: status.nullish(),
  })).min(1).max(MOST_REPORTS),
});

/** Reports as a gateway sent them, or what is wrong with them. */
export type ParsedReports =
  | { readonly ok: true; readonly reports: readonly ModuleReport[] }
  | { readonly ok: false; readonly message: string };

/** Reads what a gateway posts: nothing is taken of a body of which something is wrong. */
export function parseReports(sent: unknown, nowS: number): ParsedReports {
  const parsed = body.safeParse(sent);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { ok: false, message: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}` };
  }
  const reports: ModuleReport[] = [];
  for (const [rank, { serial, revision, status }] of parsed.data.modules.entries()) {
    const atS = status?.at ? Math.floor(Date.parse(status.at) / 1_000) : null;
    if (atS !== null && (atS > nowS + FUTURE_S || atS < 0)) {
      return { ok: false, message: `modules.${rank}.status.at: in the future, or before 1970` };
    }
    const own = status ? statusOf(status, atS) : null;
    reports.push({ serial, revision: revision ?? 0, status: own });
  }
  return { ok: true, reports };
}

function statusOf(sent: z.output<typeof status>, atS: number | null): ReportedStatus {
  return {
    atS,
    temperature: sent.temperature ?? null,
    setpoint: sent.setpoint ?? null,
    heating: sent.heating ?? null,
    cooling: sent.cooling ?? null,
    water_heating: sent.water_heating ?? null,
    house_status: sent.house_status ?? null,
  };
}
