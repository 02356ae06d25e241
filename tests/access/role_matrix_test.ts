import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { Dispatcher } from "@/lib/api/dispatch.ts";
import { Attempts } from "@/lib/api/rate_counters.ts";
import { parameterNames } from "@/lib/api/routing.ts";
import { AREAS, type CallName, CALLS, isCallName } from "@/lib/app/catalogue.ts";
import { CallError } from "@/lib/base/errors.ts";
import {
  ANONYMOUS,
  type Caller,
  type CallerRoles,
  type ProviderCaller,
} from "@/lib/identity/caller.ts";
import { type Role, ROLE_NAMES } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import { HOLDERS, type Opened, ROLE_TABLE, type Row } from "@/tests/access/role_table.ts";
import { writeOccupant } from "@/tests/helpers/a_dwelling.ts";
import { type TestPlatform, withPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject } from "@/tests/helpers/a_residence.ts";
import { EXAMPLES } from "@/tests/helpers/schema_examples.ts";

const NAMES = Object.keys(CALLS).filter(isCallName);

Deno.test("the role table names every call once", () => {
  deepStrictEqual(ROLE_TABLE.flatMap(({ calls }) => calls).toSorted(), NAMES.toSorted());
});

Deno.test("the matrix calls with each of the 38 roles, on three residences, and without any", () => {
  strictEqual(ROLE_NAMES.length, 38);
  strictEqual(SUBJECTS.length, 38 * 3 + 18);
  strictEqual(new Set(SUBJECTS.map(({ name }) => name)).size, SUBJECTS.length);
});

for (const [area, calls] of Object.entries(AREAS)) {
  // @spec roles.no-role, roles.administrators, platform.scope
  Deno.test(`access to the calls of ${area}: refused exactly where the specification says`, () =>
    withPlatform(async (built) => {
      await writeSubjects(built);
      const probe = new DispatcherProbe(built);
      const wrong: string[] = [];
      let pairCount = 0;
      for (const name of Object.keys(calls).filter(isCallName)) {
        for (const line of await wrongPairs(probe, name)) wrong.push(line);
        pairCount += SUBJECTS.length * targetsOf(name).length;
      }
      deepStrictEqual(wrong.slice(0, 20), [], `${wrong.length} of ${pairCount}`);
    }));
}

async function wrongPairs(probe: DispatcherProbe, name: CallName): Promise<string[]> {
  const row = ROLE_TABLE.find(({ calls }) => calls.includes(name));
  if (row === undefined) return [`${name} stands in no row of the role table`];
  const wrong: string[] = [];
  for (const target of targetsOf(name)) {
    for (const subject of SUBJECTS) {
      const should = expected(row, name, subject, target);
      const heard = await probe.heard(name, subject, target);
      if (heard === should) continue;
      wrong.push(`${name}, ${target.name}, ${subject.name}: ${heard}, not ${should}`);
    }
  }
  return wrong;
}

/**
 * Organisation o1 has residences p1 and p2, organisation o2 has p3; documents d1 and d3 are on p1
 * and p3.
 */
const ORGANISATION_OF: Readonly<Record<string, string>> = { p1: "o1", p2: "o1", p3: "o2" };
const RESIDENCE_OF_DOCUMENT: Readonly<Record<string, string>> = {
  "o1/r1/d1": "p1",
  "o2/r3/d3": "p3",
};
const ADDRESSEE_OF_REQUEST: Readonly<Record<string, string>> = { "o1/r1": "A", "o2/r3": "C" };

/** A caller, with all their rights. */
interface Subject {
  readonly name: string;
  readonly caller: Caller;
  /** Organisation they belong to. */
  readonly org: string | null;
  readonly isAdmin: boolean;
  /** The role stored for them. */
  readonly given: Given | null;
  /** Residence of the dwelling they live in and may open the page of. */
  readonly home: string | null;
}

interface Given {
  readonly name: Role;
  readonly residence: string;
}

/** A place that a path may name. */
interface Target {
  readonly name: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly requestId: string;
  readonly documentId: string;
}

/** The places of each call. */
const TARGETS: readonly Target[] = [
  { name: "own", orgId: "o1", projectId: "p1", requestId: "r1", documentId: "d1" },
  { name: "other", orgId: "o2", projectId: "p3", requestId: "r3", documentId: "d3" },
  { name: "absent", orgId: "o9", projectId: "p9", requestId: "r9", documentId: "d9" },
  { name: "mixed", orgId: "o1", projectId: "p3", requestId: "r3", documentId: "d3" },
];

/** The answer: the call continues ("reached"), or the status of its refusal. */
type Heard = "reached" | 401 | 403 | 404 | number;

function person(name: string, over: Partial<Subject> = {}, platformAdmin = false): Subject {
  const caller: Caller = {
    kind: "account",
    accountId: name.replaceAll(/[^a-z0-9]/g, "-"),
    email: "x@bailleur.fr",
    platformAdmin,
    demo: false,
  };
  return { name, caller, org: null, isAdmin: false, given: null, home: null, ...over };
}

function notPerson(name: string, caller: Caller): Subject {
  return { name, caller, org: null, isAdmin: false, given: null, home: null };
}

function provider(providerId: string, orgId: string): Subject {
  const providers = [{ orgId, providerId }];
  const caller = { kind: "provider", providers, email: "p@x.fr", demo: false } as const;
  return notPerson(`provider ${providerId} of ${orgId}`, caller);
}

function holders(residence: string): Subject[] {
  const org = ORGANISATION_OF[residence] ?? null;
  return ROLE_NAMES.map((name) =>
    person(`${name} on ${residence}`, { org, given: { name, residence } })
  );
}

/** The effective role: `admin` is on the platform, on no project. @spec domain §3 "Who is who" */
function roleOf({ given }: Subject): Given | null {
  return given?.name === "admin" ? null : given;
}

/** The 38 roles on each residence, and every caller without a role. */
const SUBJECTS: readonly Subject[] = [
  notPerson("nobody", ANONYMOUS),
  person("stranger"),
  person("member of o1 without role", { org: "o1" }),
  person("member of o2 without role", { org: "o2" }),
  person("administrator of o1", { org: "o1", isAdmin: true }),
  person("administrator of o2", { org: "o2", isAdmin: true }),
  person("platform administrator", {}, true),
  person("occupant in p1", { home: "p1" }),
  person("occupant in p3", { home: "p3" }),
  provider("A", "o1"),
  provider("B", "o1"),
  provider("C", "o2"),
  ...["p1", "p2", "p3"].flatMap((projectId) => [
    notPerson(`screen of ${projectId}`, { kind: "display", projectId }),
    notPerson(`collector of ${projectId}`, { kind: "ingest", projectId }),
    ...holders(projectId),
  ]),
];

/** Writes the organisations, the residences, and the roles of each caller. */
async function writeSubjects({ store }: TestPlatform): Promise<void> {
  const atomic = store.atomic();
  for (const org of ["o1", "o2"]) atomic.set(keys.org(org), { name: org });
  for (const [projectId, orgId] of Object.entries(ORGANISATION_OF)) {
    atomic.set(keys.project(projectId), aProject({ orgId, ecotouchAdmin: 1 }))
      .set(keys.projectOfOrg(orgId, projectId), true);
  }
  for (const { caller, org, isAdmin, given } of SUBJECTS) {
    if (caller.kind !== "account" || org === null) continue;
    atomic.set(keys.member(org, caller.accountId), { isAdmin });
    if (given !== null) atomic.set(keys.roles(given.residence, caller.accountId), [given.name]);
  }
  await atomic.commit();
  for (const { caller, home: projectId } of SUBJECTS) {
    if (caller.kind !== "account" || projectId === null) continue;
    await writeOccupant(store, { projectId, houseId: EXAMPLES.houseId }, caller.accountId);
  }
}

/**
 * Calls the platform's dispatcher, with a backend that knows two documents and does nothing else.
 */
class DispatcherProbe {
  #dispatcher: Dispatcher;

  constructor({ platform, store, clock, faults }: TestPlatform) {
    const { answerer } = platform.own;
    const rolesOf = (caller: Caller): CallerRoles => ({
      ...answerer.rolesOf(caller),
      projectOfDocument: (...path) =>
        Promise.resolve(RESIDENCE_OF_DOCUMENT[path.join("/")] ?? null),
      providerOfRequest: (...path) => Promise.resolve(ADDRESSEE_OF_REQUEST[path.join("/")] ?? null),
    });
    this.#dispatcher = new Dispatcher({
      calls: CALLS,
      responderFor: () => Promise.resolve({ ...answerer, rolesOf }),
      attempts: new Attempts(store, clock.now),
      rates: platform.options.rates,
      now: clock.now,
      logFault: (_, fault) => faults.push(fault),
    });
  }

  /**
   * The answer to the caller; an unimplemented call is also reached, since access is decided
   * before.
   */
  async heard(name: CallName, { caller }: Subject, target: Target): Promise<Heard> {
    const input = inputOf(name, target);
    const readBody = () => Promise.reject(new CallError("too-slow"));
    const context = { caller, clientAddress: "192.0.2.1", requestId: "matrix" };
    const result = await this.#dispatcher.answerRequest(CALLS[name], { input, readBody }, context);
    if (result.ok) throw new Error(`${name} answered without its body`);
    return result.status === 408 || result.status === 501 ? "reached" : result.status;
  }
}

/** The path parameters of a call, on a target. */
function inputOf(name: CallName, target: Target): Record<string, string> {
  const given: Readonly<Record<string, string>> = { ...EXAMPLES, ...placesOf(target) };
  return Object.fromEntries(parameterNames(CALLS[name].path).map((key) => [key, given[key] ?? ""]));
}

function placesOf({ orgId, projectId, requestId, documentId }: Target): Record<string, string> {
  return { orgId, projectId, requestId, documentId };
}

/** The different targets of a call: the mixed one only where a path names two places. */
function targetsOf(name: CallName): readonly Target[] {
  const named = parameterNames(CALLS[name].path);
  const places = ["orgId", "projectId", "requestId"].filter((key) => named.includes(key));
  if (places.length === 0) return TARGETS.slice(0, 1);
  return places.length === 1 ? TARGETS.slice(0, 3) : TARGETS;
}

/** The expected answer to a caller, by the row of the table. @spec F §6, B §6 */
function expected(row: Row, name: CallName, subject: Subject, target: Target): Heard {
  if (row.to.includes("everybody")) return "reached";
  if (subject.caller.kind === "anonymous") return 401;
  const named = parameterNames(CALLS[name].path);
  const org = named.includes("orgId") ? target.orgId : null;
  const residence = named.includes("projectId") ? target.projectId : null;
  const owner = residence === null ? org : ORGANISATION_OF[residence] ?? null;
  // A residence outside the organisation of the path is nowhere.
  if (residence !== null && (owner === null || (org !== null && org !== owner))) return 404;
  if (row.to.some((opened) => isOpen(opened, subject, { owner, residence, target }))) {
    return "reached";
  }
  if (residence !== null) return seesResidence(subject, residence) ? 403 : 404;
  // Requests to others are not found for a provider.
  if (subject.caller.kind === "provider" && named.includes("requestId")) {
    return isAddressee(subject.caller, target) ? 403 : 404;
  }
  return org === null || belongsTo(subject, org) ? 403 : 404;
}

/**
 * The place of a call: the organisation and the residence of its path, or the owner of that
 * residence.
 */
interface Standpoint {
  readonly owner: string | null;
  readonly residence: string | null;
  readonly target: Target;
}

function isOpen(opened: Opened, subject: Subject, at: Standpoint): boolean {
  const { caller, org, isAdmin } = subject;
  const { owner, residence, target } = at;
  if (typeof opened !== "string") return isOpenByRole(opened, subject, at);
  switch (opened) {
    case "everybody":
      return true;
    case "accounts":
      return caller.kind === "account";
    case "providers":
      return caller.kind === "provider" && (owner === null || isProviderIn(caller, owner));
    case "platform":
      return caller.kind === "account" && caller.platformAdmin;
    case "members":
      return owner !== null && isMemberIn(subject, owner);
    case "administrators":
      return isAdmin && org !== null && org === owner;
    case "residence":
      return residence !== null && roleOf(subject)?.residence === residence;
    case "addressee":
      return isAddressee(caller, target);
    case "screen":
      return caller.kind === "display" && caller.projectId === residence;
    case "occupant":
      return residence !== null && subject.home === residence;
  }
}

function isOpenByRole(
  { on, by }: Exclude<Opened, string>,
  subject: Subject,
  { owner, residence, target }: Standpoint,
): boolean {
  const role = roleOf(subject);
  const roles: readonly Role[] = HOLDERS[by];
  if (role === null || !roles.includes(role.name)) return false;
  if (on === "any") return ORGANISATION_OF[role.residence] === owner;
  if (on === "residence") return role.residence === residence;
  const { orgId, requestId, documentId } = target;
  return RESIDENCE_OF_DOCUMENT[`${orgId}/${requestId}/${documentId}`] === role.residence;
}

/** "Projects for which no role results are hidden", except for their administrators. @spec F §6 */
function seesResidence(subject: Subject, residence: string): boolean {
  const { caller, org, isAdmin } = subject;
  if (caller.kind === "display" || caller.kind === "ingest") return caller.projectId === residence;
  return roleOf(subject)?.residence === residence ||
    (isAdmin && ORGANISATION_OF[residence] === org);
}

function belongsTo(subject: Subject, wanted: string): boolean {
  const { caller } = subject;
  return caller.kind === "provider" ? isProviderIn(caller, wanted) : isMemberIn(subject, wanted);
}

/** Without a role and without administration, a person opens nothing of an organisation. */
function isMemberIn(subject: Subject, wanted: string): boolean {
  return subject.org === wanted && (subject.isAdmin || roleOf(subject) !== null);
}

function isProviderIn({ providers }: ProviderCaller, wanted: string): boolean {
  return providers.some(({ orgId }) => orgId === wanted);
}

function isAddressee(caller: Caller, { orgId, requestId }: Target): boolean {
  const addressee = ADDRESSEE_OF_REQUEST[`${orgId}/${requestId}`];
  return caller.kind === "provider" &&
    caller.providers.some((one) => one.orgId === orgId && one.providerId === addressee);
}
