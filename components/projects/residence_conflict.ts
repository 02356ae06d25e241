import type { ConflictLine } from "@/components/forms/Refusal.tsx";
import type { TagGroup } from "@/lib/domain/organisations/types.ts";
import type { StoredResidence } from "@/lib/domain/projects/residence_editing.ts";
import { RESIDENCE_RULES } from "@/lib/domain/projects/residence_form.ts";
import { RESIDENCE_LABELS } from "@/lib/text/projects/projects.ts";

/** The fields and tags that another user saved differently meanwhile. */
export function residenceConflict(
  typed: StoredResidence,
  stored: StoredResidence,
  groups: readonly TagGroup[],
): ConflictLine[] {
  const fields = RESIDENCE_RULES.map(({ name }) => ({
    label: RESIDENCE_LABELS[name],
    typed: typed.values[name],
    stored: stored.values[name],
  }));
  const tags = groups.map(({ name, values }) => {
    const labelOf = (chosen: readonly string[]) =>
      values.find(({ id }) => chosen.includes(id))?.label ?? "";
    return { label: name, typed: labelOf(typed.tags), stored: labelOf(stored.tags) };
  });
  return [...fields, ...tags].filter((line) => line.typed !== line.stored);
}
