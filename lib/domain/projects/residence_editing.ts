import { dirtyFields } from "@/lib/domain/forms/dirtiness.ts";
import { type FieldErrors, shownErrors } from "@/lib/domain/forms/field_errors.ts";
import { fieldNames } from "@/lib/domain/forms/typed_fields.ts";
import {
  type LookupEnd,
  lookupEnd,
  metByLookup,
  typedPlace,
  withAddress,
  withAddressOfPlace,
} from "./address.ts";
import { RESIDENCE_RULES, residenceErrors, type ResidenceField } from "./residence_form.ts";
import type { FoundAddress } from "./types.ts";

export type ResidenceValues = Readonly<Record<ResidenceField, string>>;

/** A residence's form as saved or as initially displayed. */
export interface StoredResidence {
  readonly values: ResidenceValues;
  /** Ids of the chosen tag values. */
  readonly tags: readonly string[];
}

export interface ResidenceEditing extends StoredResidence {
  /** Touched fields, besides the changed ones. */
  readonly touched: ReadonlySet<ResidenceField>;
  /** Whether an address was looked up since the form was opened. */
  readonly isLookedUp: boolean;
  /** Result of the last lookup; null before the first one. */
  readonly lookup: LookupEnd | null;
}

/** The form when its page opens; `lookup` is the result of a lookup sent without a script. */
export function openedResidence(
  stored: StoredResidence,
  lookup: LookupEnd | null = null,
): ResidenceEditing {
  const opened = { ...stored, touched: new Set<ResidenceField>(), isLookedUp: false, lookup };
  return lookup === null ? opened : lookedUp(opened, true);
}

export function withTyped(
  editing: ResidenceEditing,
  { values, tags }: StoredResidence,
): ResidenceEditing {
  return { ...editing, values, tags };
}

/** The form after a field lost focus. @spec projects.errors */
export function withTouchedField(
  editing: ResidenceEditing,
  field: ResidenceField,
): ResidenceEditing {
  if (editing.touched.has(field)) return editing;
  return { ...editing, touched: new Set([...editing.touched, field]) };
}

/** The form after a submission with errors: every field is touched. @spec forms.touched */
export function withAllTouched(editing: ResidenceEditing): ResidenceEditing {
  return { ...editing, touched: new Set(fieldNames(RESIDENCE_RULES)) };
}

/**
 * The form after an address search.
 *
 * @spec projects.editing, projects.errors
 * @param found null without result: the fields are unchanged
 */
export function afterSearch(
  editing: ResidenceEditing,
  found: FoundAddress | null,
): ResidenceEditing {
  const values = found === null ? editing.values : withAddress(editing.values, found);
  return lookedUp({ ...editing, values, lookup: lookupEnd(found) }, found !== null);
}

/** The form after the marker was moved, degrees: its place is set immediately, its address once known. */
export function afterMove(
  editing: ResidenceEditing,
  place: { readonly latitude: number; readonly longitude: number },
): ResidenceEditing {
  return { ...editing, values: { ...editing.values, ...typedPlace(place) }, isLookedUp: true };
}

/** The form after the lookup of the marker's address. */
export function afterReverse(
  editing: ResidenceEditing,
  found: FoundAddress | null,
): ResidenceEditing {
  const values = found === null ? editing.values : withAddressOfPlace(editing.values, found);
  return lookedUp({ ...editing, values, lookup: lookupEnd(found) }, true);
}

/** The form after a failed lookup: no field changes. @spec projects.errors */
export function afterFailure(editing: ResidenceEditing, lookup: LookupEnd): ResidenceEditing {
  return lookedUp({ ...editing, lookup }, false);
}

/** Whether the form has changes to save. @spec projects.editing */
export function isEdited(editing: ResidenceEditing, stored: StoredResidence): boolean {
  return editing.isLookedUp || dirtyFields(stored.values, editing.values).size > 0 ||
    [...editing.tags].sort().join() !== [...stored.tags].sort().join();
}

/** The displayed errors: those of touched or changed fields. */
export function editingErrors(
  editing: ResidenceEditing,
  stored: StoredResidence,
): FieldErrors<ResidenceField> {
  const changed = dirtyFields(stored.values, editing.values);
  return shownErrors(residenceErrors(editing.values), new Set([...editing.touched, ...changed]));
}

function lookedUp(editing: ResidenceEditing, hasFilled: boolean): ResidenceEditing {
  const met = metByLookup(residenceErrors(editing.values));
  return {
    ...editing,
    touched: new Set([...editing.touched, ...met]),
    isLookedUp: editing.isLookedUp || hasFilled,
  };
}
