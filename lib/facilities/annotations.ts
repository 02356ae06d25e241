/** Lists, adds, changes and deletes annotations of series and boiler rooms. @module */

import * as z from "zod";
import type { Refusal } from "@/lib/api/call.ts";
import type { Services } from "@/lib/api/services.ts";
import {
  isCurrent,
  transact,
  type Transaction,
  versionOf,
  type Written,
} from "@/lib/api/writes.ts";
import { CallError, type ErrorCode } from "@/lib/base/errors.ts";
import { newId } from "@/lib/base/secrets.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { askStarts } from "@/lib/residences/residences.ts";
import { listedAnnotations } from "@/lib/series/range_notes.ts";
import { seriesRecord } from "@/lib/series/records.ts";
import { type Annotation, annotation, type AnnotationDraft } from "@/lib/series/schema.ts";
import { SIGNATURE_EFFECT_LABELS } from "@/lib/series/text.ts";
import { keys } from "@/lib/store/keys.ts";
import { type MaybeEntry, readEntry } from "@/lib/store/store.ts";
import type { SeriesScope } from "@/lib/timeseries/schema.ts";
import { dataUnit } from "@/lib/timeseries/units.ts";
import type { AnnotatedAt, Handler } from "./calls.ts";
import { checkScope, mayWrite, readEquipment } from "./equipment.ts";

/** Maximum number of annotations of one subject: they are read together. */
export const MOST_ANNOTATIONS = 50;

/** All annotations of a series or of a boiler room are in one entry: they are read together. */
export const annotationRecords = z.array(z.object(annotation.shape));

interface Annotated {
  readonly kind: SeriesScope | "boilerroom";
  readonly name: string;
  readonly entry: MaybeEntry<Annotation[]>;
}

/** The annotations of a series or a boiler room. @spec series.annotations */
export const listAnnotations: Handler<"listAnnotations"> = async (services, at, caller) => {
  const annotated = await readAnnotated(services, at);
  if (annotated === null) return { ok: false, code: "not-found" };
  if (!(await services.callerRoles.holds(caller, at.projectId, READERS[annotated.kind]))) {
    return { ok: false, code: "forbidden" };
  }
  const { entry } = annotated;
  const annotations = listedAnnotations(entry.value ?? []);
  return { ok: true, answer: { version: versionOf(entry), annotations } };
};

export const addAnnotation: Handler<"addAnnotation"> = (services, { body, ...at }, caller) => {
  const change = { projectId: at.projectId, caller, action: "addAnnotation" } as const;
  return transact(services, change, async (atomic) => {
    const annotated = await readWritable(services, at, caller);
    if (annotated === null) return { ok: false, code: "not-found" };
    const known = annotated.entry.value ?? [];
    if (known.length >= MOST_ANNOTATIONS) return { ok: false, code: "limit-reached" };
    const confirmation = await askStarts(services, { ...at, caller }, [{ date: body.from }]);
    if (confirmation !== null) return confirmation;
    const id = newId();
    atomic.set(annotated.entry.key, [...known, written(services, body, { id, caller })]);
    return { ok: true, answer: { id }, subject: subjectOf(annotated, body) };
  });
};

export const putAnnotation: Handler<"putAnnotation"> = (services, { body, ...at }, caller) => {
  const { version, ...draft } = body;
  const change = { ...at, caller, version, action: "putAnnotation" } as const;
  return writeOne(services, change, async (known) => {
    const before = known.find(({ id }) => id === change.annotationId)?.from;
    const confirmation = await askStarts(services, change, [{ date: draft.from, before }]);
    if (confirmation !== null) return confirmation;
    const changed = written(services, draft, { id: change.annotationId, caller });
    return known.map((one) => one.id === changed.id ? changed : one);
  });
};

export const deleteAnnotation: Handler<"deleteAnnotation"> = (services, at, caller) => {
  const change = { ...at, caller, action: "deleteAnnotation" } as const;
  return writeOne(
    services,
    change,
    (known) => known.filter(({ id }) => id !== change.annotationId),
  );
};

interface AnnotationsChange extends AnnotatedAt {
  readonly caller: Caller;
  readonly action: "putAnnotation" | "deleteAnnotation";
  readonly annotationId: string;
  readonly version?: string | undefined;
}

/** Writes the changed annotations that contain a given id, if the caller may. */
function writeOne<Code extends ErrorCode = never>(
  services: Services,
  { caller, action, annotationId, version, ...at }: AnnotationsChange,
  changed: (
    known: readonly Annotation[],
  ) => readonly Annotation[] | Promise<readonly Annotation[] | Refusal<Code>>,
): Promise<Written<null, Code | "not-found" | "conflict">> {
  const plan: Transaction<null, Code | "not-found" | "conflict"> = async (atomic) => {
    const annotated = await readWritable(services, at, caller);
    const known = annotated?.entry.value ?? [];
    if (annotated === null || !known.some(({ id }) => id === annotationId)) {
      return { ok: false, code: "not-found" };
    }
    const { entry, name: subject } = annotated;
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    const after = await changed(known);
    if ("code" in after) return after;
    if (after.length === 0) atomic.delete(entry.key);
    else atomic.set(entry.key, after);
    return { ok: true, answer: null, subject };
  };
  return transact(services, { projectId: at.projectId, caller, action }, plan);
}

/** A series or a boiler room with its annotations; null when neither has this id. */
async function readAnnotated(
  services: Services,
  { projectId, annotatedId }: AnnotatedAt,
): Promise<Annotated | null> {
  const { store } = services;
  const [series, equipment, entry] = await Promise.all([
    readEntry(store, keys.dataseries(projectId, annotatedId), seriesRecord),
    readEquipment(services, { projectId, equipmentId: annotatedId }),
    readEntry(store, keys.annotations(projectId, annotatedId), annotationRecords),
  ]);
  if (series.value !== null) {
    const { scope, renamed, dataUnitId } = series.value;
    return { kind: scope, name: renamed ?? dataUnit(dataUnitId).label, entry };
  }
  if (equipment.value?.kind !== "boilerroom") return null;
  return { kind: "boilerroom", name: equipment.value.name, entry };
}

/** As `readAnnotated()`, for users who may change it. @throws CallError when the caller may not */
async function readWritable(services: Services, at: AnnotatedAt, caller: Caller) {
  const annotated = await readAnnotated(services, at);
  const { projectId } = at;
  if (annotated === null) return null;
  if (annotated.kind !== "boilerroom") {
    await checkScope(services, caller, { projectId, scope: annotated.kind });
  } else if (!(await mayWrite(services, caller, { projectId, place: "boilerroom" }))) {
    throw new CallError("forbidden");
  }
  return annotated;
}

const READERS: Readonly<Record<Annotated["kind"], readonly Role[]>> = {
  facilities: ["collect:boilerroom:read", "collect:building:read"],
  boilerroom: ["collect:boilerroom:read"],
  housing: ["collect:agg:daily"],
};

/** The subject of an audit line: what the annotation does to the energy signature is told too. */
function subjectOf({ name }: Annotated, { signature = null }: AnnotationDraft): string {
  return signature === null ? name : `${name}, ${SIGNATURE_EFFECT_LABELS[signature]}`;
}

function written(
  services: Services,
  draft: AnnotationDraft,
  { id, caller }: { id: string; caller: Caller },
): Annotation {
  const author = caller.kind === "account" ? caller.email : "";
  return { id, ...draft, author, writtenAt: new Date(services.now()).toISOString() };
}
