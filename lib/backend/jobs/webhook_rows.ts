import { newId } from "@/lib/backend/accounts/secrets.ts";
import type { PlacedReport } from "@/lib/backend/embedded/alarms/placed_reports.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readById } from "@/lib/backend/kv/lists.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import { projectRecord } from "@/lib/backend/records/projects.ts";
import type { WebhookRow } from "@/lib/backend/records/webhooks.ts";
import type { AlarmChange } from "@/lib/domain/alarms/report_mails.ts";
import { links } from "@/lib/links/links.ts";

/** Queues a post for each change, in the commit of its mail. @spec alarms.webhooks */
export async function queueWebhooks(
  { store, now }: Services,
  atomic: Atomic,
  { orgId, placed, changes }: {
    readonly orgId: string;
    readonly placed: PlacedReport;
    readonly changes: readonly AlarmChange[];
  },
): Promise<void> {
  const { report, key } = placed;
  if (report.webhookUrl === "") return;
  const ids = changes.map(({ alarm }) => alarm.projectId);
  const projects = await readById(store, ids, keys.project, projectRecord);
  for (const [rank, { kind, alarm }] of changes.entries()) {
    const { id, projectId, boilerRoomId, buildingId, houseId, equipmentId } = alarm;
    const { handler, scope, message, start, end, childCount } = alarm;
    const row: WebhookRow = {
      report: key.map(String),
      content: {
        event: kind,
        report: { id: placed.id, name: report.name },
        organisation: { id: orgId },
        residence: { id: projectId, name: projects.get(projectId)?.name ?? "" },
        place: { boilerRoomId, buildingId, houseId, equipmentId },
        alarm: { id, handler, scope, message, start, end, childCount },
        path: links.alarm(projectId, id),
      },
      queuedAt: now(),
      putOffMs: 0,
    };
    atomic.set(keys.webhookPost(now(), postId(now(), rank)), row);
  }
}

/** Ids of posts sort in the order of their changes, so that waiting posts are sent in it. */
function postId(nowMs: number, rank: number): string {
  const [time, place] = [nowMs, rank].map((part) => part.toString(36).padStart(9, "0"));
  return `${time}-${place}-${newId()}`;
}
