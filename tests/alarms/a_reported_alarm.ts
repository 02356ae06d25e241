import type { ReportedAlarm } from "@/lib/alarms/report_mails.ts";

/** A circuit that is too hot since noon in Paris. */
export function aReportedAlarm(over: Partial<ReportedAlarm> = {}): ReportedAlarm {
  return {
    id: "a1",
    projectId: "p1",
    handler: "boilerroom-circuit",
    scope: "boilerroom",
    boilerRoomId: "b1",
    buildingId: null,
    houseId: null,
    equipmentId: "c1",
    seriesId: "s1",
    start: "2026-02-10T11:00:00Z",
    end: null,
    message: "Circuit Nord : départ à 82,4 °C, au-dessus de 80 °C",
    parentId: null,
    childCount: 0,
    archived: false,
    mutedUntil: null,
    ...over,
  };
}
