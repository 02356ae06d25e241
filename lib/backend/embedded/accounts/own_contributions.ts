import { readEach } from "@/lib/backend/core/at_once.ts";
import { readAlarms } from "@/lib/backend/embedded/alarms/stored_alarms.ts";
import { projectIds } from "@/lib/backend/embedded/projects/projects.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listEntries, readEntries, type Store } from "@/lib/backend/kv/store.ts";
import { alarmCommentRecord, alarmMuteRecord } from "@/lib/backend/records/alarms.ts";
import { projectRecord } from "@/lib/backend/records/projects.ts";
import type { ExportedRows } from "@/lib/text/accounts/account_export.ts";

type Contributions = Pick<ExportedRows, "alarmComments" | "alarmMutes">;

/** Comments on alarms and planned works written by a user in the residences of their organisations. */
export async function ownContributions(
  services: Services,
  { id, orgIds }: { readonly id: string; readonly orgIds: readonly string[] },
): Promise<Contributions> {
  const { store } = services;
  const lists = await Promise.all(orgIds.map((orgId) => projectIds(services, orgId)));
  const ids = lists.flat();
  const projects = await readEntries(store, ids.map((one) => keys.project(one)), projectRecord);
  const all = await readEach(ids, (projectId, index) => {
    const residence = projects[index]?.value?.name ?? "";
    return inResidence(store, { accountId: id, projectId, residence });
  });
  return {
    alarmComments: all.flatMap(({ alarmComments }) => alarmComments),
    alarmMutes: all.flatMap(({ alarmMutes }) => alarmMutes),
  };
}

async function inResidence(
  store: Store,
  { accountId, projectId, residence }: {
    readonly accountId: string;
    readonly projectId: string;
    readonly residence: string;
  },
): Promise<Contributions> {
  const [comments, mutes] = await Promise.all([
    listEntries(store, { prefix: keys.alarmComment.under(projectId) }, alarmCommentRecord),
    listEntries(store, { prefix: keys.alarmMute.under(projectId) }, alarmMuteRecord),
  ]);
  const own = comments.filter(({ value }) => value.accountId === accountId).map((entry) => ({
    alarmId: String(entry.key.at(-2)),
    ...entry.value,
  }));
  const alarms = await readAlarms({ store }, projectId, own.map(({ alarmId }) => alarmId));
  return {
    alarmComments: own.map(({ alarmId, date, text }) => ({
      residence,
      alarm: alarms.get(alarmId)?.record.message ?? "",
      date,
      text,
    })),
    alarmMutes: mutes.filter(({ value }) => value.accountId === accountId)
      .map(({ value: { reason, from, to } }) => ({ residence, reason, from, to })),
  };
}
