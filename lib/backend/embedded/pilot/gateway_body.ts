import * as z from "zod";
import type { ModuleReport, ReportedStatus } from "@/lib/domain/pilot/reports.ts";
import { FUTURE_S } from "@/lib/domain/series/plausible.ts";

/** Maximum number of modules in one body. */
const MOST_REPORTS = 500;

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

/**
 * Parses the reports of a gateway: an invalid body is refused whole. A state with a wrong date is named and ignored, so
 * that a gateway whose clock is wrong can still acknowledge settings.
 *
 * @spec pilot.gateway
 * @returns the reports, and the serials whose state has a future date, or one before 1970; or the error in the body
 */
export function parseReports(sent: unknown, nowS: number) {
  const parsed = body.safeParse(sent);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const message = `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`;
    return { ok: false, message } as const;
  }
  const misdated = new Set<string>();
  const reports = parsed.data.modules.map(({ serial, revision, status }): ModuleReport => {
    const atS = status?.at ? Math.floor(Date.parse(status.at) / 1_000) : null;
    const isMisdated = atS !== null && (atS > nowS + FUTURE_S || atS < 0);
    if (isMisdated) misdated.add(serial);
    const own = status && !isMisdated ? statusOf(status, atS) : null;
    return { serial, revision: revision ?? 0, status: own };
  });
  return { ok: true, reports, misdated: [...misdated] } as const;
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
