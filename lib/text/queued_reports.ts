import type { QueuedReportState } from "@/lib/domain/queued_reports/types.ts";

export const QUEUED_STATE_LABELS: Readonly<Record<QueuedReportState, string>> = {
  queued: "En attente",
  running: "En préparation",
  done: "Prêt",
  failed: "Échec",
};
