/**
 * Errors of the contract's types: each line under a `@ts-expect-error` must not compile.
 *
 * Type-checked by `deno task check`; never run.
 * @module
 */

import { type Call, callFor, publicCall } from "@/lib/api/call.ts";
import type { Answer, Backend, CallFunction, Input, Outcome } from "@/lib/app/catalogue.ts";

declare const ask: CallFunction;
declare const wholeBackend: Backend;

/** A backend serves every call. */
export const served: Pick<Backend, "listOrgs"> = {
  listOrgs: () => Promise.resolve({ ok: true, answer: [{ id: "o", name: "OPH", isAdmin: false }] }),
};

// @ts-expect-error a call is missing
export const missing: Pick<Backend, "listOrgs" | "getMe"> = served;

const { login: _, ...withoutLogin } = wholeBackend;
// @ts-expect-error a backend without login is no backend
export const incomplete: Backend = withoutLogin;

export const wrongAnswer: Pick<Backend, "listOrgs"> = {
  // @ts-expect-error isAdmin is missing from the answer
  listOrgs: () => Promise.resolve({ ok: true, answer: [{ id: "o", name: "OPH" }] }),
};

export const unlistedRefusal: Pick<Backend, "login"> = {
  // @ts-expect-error login is not refused with 'conflict'
  login: () => Promise.resolve({ ok: false, code: "conflict" }),
};

export const listedRefusal: Pick<Backend, "login"> = {
  login: () => Promise.resolve({ ok: false, code: "bad-password" }),
};

export const unknownParameter: Pick<Backend, "getProject"> = {
  // @ts-expect-error the path of getProject has no orgId
  getProject: (input) => Promise.reject(input.orgId),
};

export const readsItsParts: Pick<Backend, "putHeatingSeasons"> = {
  putHeatingSeasons: ({ projectId, boilerRoomId, version, body }) =>
    Promise.reject([projectId, boilerRoomId, version ?? "", body[0]?.yearStart]),
};

// @ts-expect-error the path needs a projectId
export const withoutParameter = ask("getProject", {});
// @ts-expect-error a path parameter is a text
export const numberParameter = ask("getProject", { projectId: 7 });
// @ts-expect-error getProject takes no year
export const oneTooMany = ask("getProject", { projectId: "p", year: "2024" });
// @ts-expect-error login takes a body
export const withoutBody = ask("login", {});
// @ts-expect-error the password is missing
export const wrongBody = ask("login", { body: { email: "a@b.fr" } });
// @ts-expect-error closed is "true" or "false"
export const wrongQuery = ask("listOrgAlarms", { orgId: "o", closed: true });
// @ts-expect-error no such call
export const wrongName = ask("listEverything", {});
export const asked = ask("listOrgAlarms", { orgId: "o", closed: "true" });

// @ts-expect-error a role is one of the 38
export const wrongRole: Input<"putProjectUserRoles">["body"] = { roles: ["collect:everything"] };
// @ts-expect-error an answer is not an outcome
export const wrongOutcome: Outcome<"listOrgs"> = { ok: true, code: "not-found" };
export const emptyAnswer: Answer<"logout"> = null;

export const badRefusal = publicCall({
  request: "GET /x",
  summary: "x",
  // @ts-expect-error no such code
  refusals: ["no-such-code"],
});

// @ts-expect-error no such role
export const badGrant = callFor({ any: [{ role: "collect:nothing", on: "project" }] });

// @ts-expect-error no such method
export const badMethod: Call["method"] = "HEAD";
