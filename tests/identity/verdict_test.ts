import { strictEqual } from "node:assert/strict";
import { decideAccess, type Places } from "@/lib/api/access.ts";
import type { Grant } from "@/lib/api/call.ts";
import { ANONYMOUS, type Caller, type CallerRoles } from "@/lib/identity/caller.ts";
import { expandRoles } from "@/lib/identity/effective_roles.ts";
import type { Role } from "@/lib/identity/roles.ts";

const ACCOUNT: Caller = {
  kind: "account",
  accountId: "a1",
  email: "ada@bailleur.fr",
  platformAdmin: false,
  demo: false,
};
const PROVIDER: Caller = {
  kind: "provider",
  providers: [{ orgId: "o1", providerId: "v1" }, { orgId: "o3", providerId: "v3" }],
  email: "t@exploitant.fr",
  demo: false,
};

/** The provider of each request, by organisation. */
const ADDRESSEES = new Map([["o1/r1", "v1"], ["o1/r3", "v3"], ["o3/r3", "v3"]]);

/** A caller with these roles on residence p1 of organisation o1, which has document d1 of request r1. */
function rolesOf(roles: readonly Role[] = [], isAdmin = false): CallerRoles {
  const held = expandRoles(roles);
  const none: ReadonlySet<Role> = new Set();
  return {
    rolesOn: (id) => Promise.resolve(id === "p1" ? held : none),
    rolesOnAnyProject: (id) => Promise.resolve(id === "o1" ? held : none),
    rolesAtHome: ({ projectId, houseId }) =>
      Promise.resolve(
        new Set(projectId === "p1" && houseId === "h1" ? ["ecotouch:houses:read"] : []),
      ),
    isAdminOf: (id) => Promise.resolve(id === "o1" && isAdmin),
    isMemberOf: (id) => Promise.resolve(id === "o1" && (isAdmin || held.size > 0)),
    organisationOf: (id) => Promise.resolve({ p1: "o1", p2: "o2" }[id] ?? null),
    projectOfDocument: (orgId, _request, id) =>
      Promise.resolve(orgId === "o1" && id === "d1" ? "p1" : null),
    providerOfRequest: (orgId, id) => Promise.resolve(ADDRESSEES.get(`${orgId}/${id}`) ?? null),
  };
}

function verdictOf(grant: Grant, places: Places, caller: Caller, callerRoles = rolesOf()) {
  return decideAccess({ any: [grant] }, places, { caller, callerRoles });
}

const DOCUMENT = { orgId: "o1", requestId: "r1", documentId: "d1" };

Deno.test("verdict() on a document checks the roles on the document's own residence", async () => {
  const grant: Grant = { role: "collect:documents:validate:write", on: "document" };
  const validator = rolesOf(["collect:documents:write"]);
  strictEqual(await verdictOf(grant, DOCUMENT, ACCOUNT, validator), "allowed");
  strictEqual(await verdictOf(grant, DOCUMENT, ACCOUNT, rolesOf(["collect:read"])), "forbidden");
  const other = { ...DOCUMENT, documentId: "d2" };
  strictEqual(await verdictOf(grant, other, ACCOUNT, validator), "forbidden");
  strictEqual(await verdictOf(grant, DOCUMENT, ACCOUNT), "not-found");
});

Deno.test("verdict() lets a provider read their own requests only", async () => {
  const grant: Grant = "provider-of-request";
  strictEqual(await verdictOf(grant, { orgId: "o1", requestId: "r1" }, PROVIDER), "allowed");
  strictEqual(await verdictOf(grant, { orgId: "o1", requestId: "r2" }, PROVIDER), "not-found");
  strictEqual(await verdictOf(grant, { orgId: "o2", requestId: "r1" }, PROVIDER), "not-found");
  strictEqual(await verdictOf(grant, { orgId: "o1", requestId: "r1" }, ACCOUNT), "not-found");
  strictEqual(await verdictOf(grant, { orgId: "o3", requestId: "r3" }, PROVIDER), "allowed");
  // Another landlord's provider with the same id.
  strictEqual(await verdictOf(grant, { orgId: "o1", requestId: "r3" }, PROVIDER), "not-found");
  strictEqual(await verdictOf("provider", { orgId: "o3" }, PROVIDER), "allowed");
  strictEqual(await verdictOf("provider", { orgId: "o2" }, PROVIDER), "not-found");
  strictEqual(await verdictOf("signed-in", {}, PROVIDER), "forbidden");
});

Deno.test("verdict() gives a token of a residence access to that residence only", async () => {
  const display: Caller = { kind: "display", projectId: "p1" };
  const ingest: Caller = { kind: "ingest", projectId: "p1" };
  strictEqual(await verdictOf("display-token", { projectId: "p1" }, display), "allowed");
  strictEqual(await verdictOf("display-token", { projectId: "p2" }, display), "not-found");
  strictEqual(await verdictOf("display-token", { projectId: "p1" }, ingest), "forbidden");
  strictEqual(await verdictOf("ingest-token", { projectId: "p1" }, ingest), "allowed");
  strictEqual(await verdictOf("project-member", { projectId: "p1" }, ingest), "forbidden");
});

Deno.test('verdict() is "not found" for a path with a residence of another organisation', async () => {
  const grant: Grant = { role: "collect:boilerroom:read", on: "any-project" };
  const reader = rolesOf(["collect"]);
  strictEqual(await verdictOf(grant, { orgId: "o1", projectId: "p1" }, ACCOUNT, reader), "allowed");
  strictEqual(
    await verdictOf(grant, { orgId: "o1", projectId: "p2" }, ACCOUNT, reader),
    "not-found",
  );
  strictEqual(
    await verdictOf(grant, { orgId: "o1", projectId: "p9" }, ACCOUNT, reader),
    "not-found",
  );
});

Deno.test("verdict() asks anonymous callers to sign in, and opens public calls to everyone", async () => {
  strictEqual(await verdictOf("signed-in", {}, ANONYMOUS), "not-signed-in");
  strictEqual(await verdictOf("project-member", { projectId: "p9" }, ANONYMOUS), "not-signed-in");
  strictEqual(await verdictOf("public", { projectId: "p9" }, ANONYMOUS), "allowed");
  strictEqual(await verdictOf("platform-admin", {}, ACCOUNT), "forbidden");
  strictEqual(
    await verdictOf("platform-admin", {}, { ...ACCOUNT, platformAdmin: true }),
    "allowed",
  );
});

Deno.test("verdict() shows a dwelling to its occupant and hides it from others", async () => {
  const grant: Grant = { role: "ecotouch:houses:read", on: "own-house" };
  strictEqual(await verdictOf(grant, { projectId: "p1", houseId: "h1" }, ACCOUNT), "allowed");
  strictEqual(await verdictOf(grant, { projectId: "p1", houseId: "h2" }, ACCOUNT), "not-found");
  strictEqual(await verdictOf(grant, { projectId: "p1" }, ACCOUNT), "not-found");
  const writer: Grant = { role: "ecotouch:houses:write", on: "own-house" };
  strictEqual(await verdictOf(writer, { projectId: "p1", houseId: "h1" }, ACCOUNT), "not-found");
});
