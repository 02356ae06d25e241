/** Counts the open alarms of a list: those of a silent gateway count once. @module */

/** Fields that identify an alarm and its parent. */
export interface ListedAlarm {
  readonly id: string;
  readonly projectId: string;
  /** null for none. */
  readonly parentId: string | null;
}

/** Key of an alarm among several residences: two may have the same id. */
export function alarmKey({ projectId, id }: Pick<ListedAlarm, "projectId" | "id">): string {
  return `${projectId}/${id}`;
}

/** Key of the parent of an alarm; null for none. */
export function parentKey(
  { projectId, parentId }: Pick<ListedAlarm, "projectId" | "parentId">,
): string | null {
  return parentId === null ? null : alarmKey({ projectId, id: parentId });
}

/** Number of alarms in a list, children excluded. */
export function openAlarmCount(alarms: readonly ListedAlarm[]): number {
  return withoutChildren(alarms).length;
}

export function withoutChildren<One extends ListedAlarm>(list: readonly One[]): One[] {
  const known = new Set(list.map(alarmKey));
  return list.filter((one) => !known.has(parentKey(one) ?? ""));
}
