import { z } from "zod";
import type { AuditAction } from "../../contract/audit.ts";
import type { Caller } from "../../contract/caller.ts";
import type { Backend, Input, Outcome } from "../../contract/catalogue.ts";
import {
  type Annotation,
  type AnnotationDraft,
  listedAnnotations,
  MOST_ANNOTATIONS,
} from "../../domain/series/annotation.ts";
import type { SeriesScope } from "../../domain/projects/types.ts";
import type { Role } from "../../domain/roles/roles.ts";
import { dataUnit } from "../../domain/series/units.ts";
import { newId } from "../accounts/secrets.ts";
import { readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import type { MaybeEntry } from "../kv/store.ts";
import { Refused } from "../refused.ts";
import { checkScope } from "./dataseries.ts";
import { mayWrite, readEquipment } from "./equipment.ts";
import { seriesRecord } from "./project_records.ts";
import { isCurrent, retried, saveInProject, unchanged, versionOf } from "./saving.ts";
import type { Services } from "./services.ts";

/** All those of a series or of a boiler room stand in one entry: they are read together. */
export const annotationRecords: z.ZodType<Annotation[]> = z.array(z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  text: z.string(),
  author: z.string(),
  writtenAt: z.string(),
}));

interface AnnotatedAt {
  readonly projectId: string;
  readonly annotatedId: string;
}

/** What annotations are about, and those it has. */
interface Annotated {
  readonly kind: SeriesScope | "boilerroom";
  readonly name: string;
  /** What it is itself: annotations go with it. */
  readonly subject: MaybeEntry<unknown>;
  readonly entry: MaybeEntry<Annotation[]>;
}

/** Annotations on series and boiler rooms. */
export function annotationsArea(services: Services) {
  return {
    listAnnotations: (at, caller) => listAnnotations(services, at, caller),
    addAnnotation: (input, caller) => addAnnotation(services, input, caller),
    putAnnotation: (input, caller) => putAnnotation(services, input, caller),
    deleteAnnotation: (input, caller) => deleteAnnotation(services, input, caller),
  } satisfies Partial<Backend>;
}

async function listAnnotations(
  services: Services,
  at: AnnotatedAt,
  caller: Caller,
): Promise<Outcome<"listAnnotations">> {
  const annotated = await readAnnotated(services, at);
  if (annotated === null) return { ok: false, code: "not-found" };
  if (!(await mayRead(services, caller, { ...at, ...annotated }))) {
    return { ok: false, code: "forbidden" };
  }
  const { entry } = annotated;
  const annotations = listedAnnotations(entry.value ?? []);
  return { ok: true, answer: { version: versionOf(entry), annotations } };
}

function addAnnotation(
  services: Services,
  { body, ...at }: Input<"addAnnotation">,
  caller: Caller,
): Promise<Outcome<"addAnnotation">> {
  return retried(async () => {
    const annotated = await readWritable(services, at, caller);
    if (annotated === null) return { ok: false, code: "not-found" };
    const known = annotated.entry.value ?? [];
    if (known.length >= MOST_ANNOTATIONS) return { ok: false, code: "limit-reached" };
    const added = written(services, body, { id: newId(), caller });
    const change = { ...at, caller, action: "addAnnotation", annotated } as const;
    const saved = await write(services, change, [...known, added]);
    return saved ? { ok: true, answer: { id: added.id } } : null;
  });
}

function putAnnotation(
  services: Services,
  { annotationId, body, ...at }: Input<"putAnnotation">,
  caller: Caller,
): Promise<Outcome<"putAnnotation">> {
  const { version, ...draft } = body;
  return retried(async () => {
    const annotated = await readWritable(services, at, caller);
    const known = annotated?.entry.value ?? [];
    if (annotated === null || !known.some(({ id }) => id === annotationId)) {
      return { ok: false, code: "not-found" };
    }
    if (!isCurrent(version, annotated.entry)) return { ok: false, code: "conflict" };
    const changed = written(services, draft, { id: annotationId, caller });
    const after = known.map((one) => one.id === annotationId ? changed : one);
    const change = { ...at, caller, action: "putAnnotation", annotated } as const;
    return await write(services, change, after) ? { ok: true, answer: null } : null;
  });
}

function deleteAnnotation(
  services: Services,
  { annotationId, version, ...at }: Input<"deleteAnnotation">,
  caller: Caller,
): Promise<Outcome<"deleteAnnotation">> {
  return retried(async () => {
    const annotated = await readWritable(services, at, caller);
    const known = annotated?.entry.value ?? [];
    const after = known.filter(({ id }) => id !== annotationId);
    if (annotated === null || after.length === known.length) {
      return { ok: false, code: "not-found" };
    }
    if (!isCurrent(version, annotated.entry)) return { ok: false, code: "conflict" };
    const change = { ...at, caller, action: "deleteAnnotation", annotated } as const;
    return await write(services, change, after) ? { ok: true, answer: null } : null;
  });
}

/** A series or a boiler room with its annotations; null when there is neither of this id. */
async function readAnnotated(
  services: Services,
  { projectId, annotatedId }: AnnotatedAt,
): Promise<Annotated | null> {
  const { store } = services;
  const [series, equipment, entry] = await Promise.all([
    readEntry(store, keys.dataseries(projectId, annotatedId), seriesRecord),
    readEquipment(services, projectId, annotatedId),
    readEntry(store, keys.annotations(projectId, annotatedId), annotationRecords),
  ]);
  if (series.value !== null) {
    const { scope, renamed, dataUnitId } = series.value;
    return { kind: scope, name: renamed ?? dataUnit(dataUnitId).label, subject: series, entry };
  }
  if (equipment.value?.kind !== "boilerroom") return null;
  return { kind: "boilerroom", name: equipment.value.name, subject: equipment, entry };
}

/** The same for whoever may change it. @throws Refused when the caller may not */
async function readWritable(
  services: Services,
  at: AnnotatedAt,
  caller: Caller,
): Promise<Annotated | null> {
  const annotated = await readAnnotated(services, at);
  const { projectId } = at;
  if (annotated === null) return null;
  if (annotated.kind !== "boilerroom") {
    await checkScope(services, caller, { projectId, scope: annotated.kind });
  } else if (!(await mayWrite(services, caller, { projectId, place: "boilerroom" }))) {
    throw new Refused("forbidden");
  }
  return annotated;
}

/** Who reads the figures that annotations stand beside. */
const READERS: Readonly<Record<Annotated["kind"], readonly Role[]>> = {
  facilities: ["collect:boilerroom:read", "collect:building:read"],
  boilerroom: ["collect:boilerroom:read"],
  housing: ["collect:agg:daily"],
};

/** The door lets whoever reads any of them in. */
async function mayRead(
  services: Services,
  caller: Caller,
  { projectId, kind }: Pick<AnnotatedAt, "projectId"> & Pick<Annotated, "kind">,
): Promise<boolean> {
  const { rolesOn, organisationOf, isAdminOf } = services.standings.of(caller);
  const roles = await rolesOn(projectId);
  if (READERS[kind].some((role) => roles.has(role))) return true;
  const orgId = await organisationOf(projectId);
  return orgId !== null && await isAdminOf(orgId);
}

function written(
  services: Services,
  { from, to, text }: AnnotationDraft,
  { id, caller }: { id: string; caller: Caller },
): Annotation {
  const author = caller.kind === "account" ? caller.email : "";
  return { id, from, to, text, author, writtenAt: new Date(services.now()).toISOString() };
}

interface AnnotationsChange extends AnnotatedAt {
  readonly caller: Caller;
  readonly action: AuditAction;
  readonly annotated: Annotated;
}

/** Writes the annotations while what they are about is still there; false when somebody wrote meanwhile. */
async function write(
  services: Services,
  { projectId, annotatedId, caller, action, annotated }: AnnotationsChange,
  after: readonly Annotation[],
): Promise<boolean> {
  const { name, subject, entry } = annotated;
  const key = keys.annotations(projectId, annotatedId);
  const change = { caller, action, projectId, subject: name };
  const saved = await saveInProject(services, change, (atomic) => {
    atomic.check(unchanged(subject), unchanged(entry));
    if (after.length === 0) atomic.delete(key);
    else atomic.set(key, after);
  });
  return saved.ok;
}
