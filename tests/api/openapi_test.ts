import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { openApiDocument } from "@/lib/api/openapi.ts";
import { AREAS } from "@/lib/app/catalogue.ts";
import { Validator } from "@/tests/npm/openapi.ts";

/** The document as a reader of the JSON gets it. */
interface Read {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

interface Operation {
  operationId: string;
  security: unknown[];
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { description: string; headers?: unknown; content?: unknown }>;
}

const text = JSON.stringify(openApiDocument(AREAS, "1.2.3"));
const read: Read = JSON.parse(text);

function operationOf(path: string, method: string): Operation {
  const operation = read.paths[path]?.[method];
  if (!operation) throw new TypeError(`No ${method} ${path}`);
  return operation;
}

Deno.test("openApiDocument() is accepted by an independent validator", async () => {
  deepStrictEqual(await new Validator().validate(JSON.parse(text)), { valid: true });
});

Deno.test("openApiDocument() has each named schema once, all of them reachable", () => {
  ok(!text.includes("$defs"), "a definition was left where it was");
  const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  deepStrictEqual([...new Set(names)].toSorted(), Object.keys(read.components.schemas).toSorted());
});

Deno.test("openApiDocument() writes a parameter that follows a literal", () => {
  const path = "/collect/projects/{projectId}/outdoordju/{outdoorSourceId}/dailyYear-{year}";
  const { parameters = [] } = operationOf(path, "get");
  deepStrictEqual(parameters.map(({ name, in: where, required }) => [name, where, required]), [
    ["projectId", "path", true],
    ["outdoorSourceId", "path", true],
    ["year", "path", true],
  ]);
});

Deno.test("openApiDocument() documents the token in the query for reads only", () => {
  const teams = "/collect/orgs/{orgId}/teams";
  deepStrictEqual(operationOf(teams, "get").security, [
    { token: [] },
    { bearer: [] },
    { tokenInQuery: [] },
  ]);
  deepStrictEqual(operationOf(teams, "post").security, [{ token: [] }, { bearer: [] }]);
  deepStrictEqual(operationOf("/auth/login", "post").security, []);
});

Deno.test("openApiDocument() documents the content type of each body and file", () => {
  const types = (path: string, method: string) =>
    Object.keys(operationOf(path, method).requestBody?.content ?? {});
  deepStrictEqual(types("/oauth/token", "post"), ["application/x-www-form-urlencoded"]);
  deepStrictEqual(types("/auth/login", "post"), ["application/json"]);
  const document = "/collect/orgs/{orgId}/contracting/requests/{requestId}/documents/{documentId}";
  deepStrictEqual(types(document, "put"), ["multipart/form-data"]);
  const pdf = operationOf(`${document}/pdf`, "get").responses["200"]?.content ?? {};
  deepStrictEqual(Object.keys(pdf), ["application/pdf", "application/octet-stream"]);
  const text = "/collect/projects/{projectId}/readings/csv";
  deepStrictEqual(types(text, "post"), ["application/octet-stream"]);
});

Deno.test("openApiDocument() lists the codes of each status", () => {
  const { responses } = operationOf("/auth/login", "post");
  strictEqual(responses["401"]?.description, "user-not-found, bad-password");
  const found = (path: string, method: string) =>
    Object.keys(operationOf(path, method).responses).join(" ");
  strictEqual(found("/auth/login", "post"), "200 400 401 403 408 413 415 429 503");
  strictEqual(found("/auth/features", "get"), "200 304 400 429 503");
  const team = "/collect/orgs/{orgId}/teams/{teamId}";
  strictEqual(found(team, "put"), "200 400 401 403 404 408 409 413 415 429 503");
});

Deno.test("openApiDocument() lists 501 and 502 where another host answers", () => {
  const { paths }: Read = JSON.parse(
    JSON.stringify(openApiDocument(AREAS, "1", { isRelayed: true })),
  );
  const codes = (path: string) => Object.keys(paths[path]?.get?.responses ?? {});
  deepStrictEqual(codes("/auth/me").filter((status) => status > "5"), ["501", "502", "503"]);
  deepStrictEqual(codes("/auth/features").filter((status) => status > "5"), ["501", "502", "503"]);
});
