import type { Access, Grant } from "../lib/contract/call.ts";
import { AREAS } from "../lib/contract/catalogue.ts";
import { type ErrorCode, ERRORS } from "../lib/contract/errors.ts";

/** What a line of the document needs of a call: every call of the catalogue has it. */
interface ListedCall {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly refusals: readonly ErrorCode[];
  readonly freshForSeconds?: number;
}

/** The text of docs/calls.md: every call by area, with who may ask and what it may refuse. */
export function callsDocument(): string {
  const areas = Object.entries(AREAS).map(([area, calls]) =>
    areaSection(area, Object.entries(calls))
  );
  return [
    "# Calls",
    "",
    "Generated from `lib/contract` by `deno task docs`. Paths stand under `/api`; the shapes of bodies and answers are in `/api/openapi.json`.",
    "Any call may also answer what the door decides: 401 not signed in, 403 forbidden, 400 invalid input, 413 and 408 for its body, 429 too many requests, 501 for a call that is not served yet.",
    "",
    ...areas,
    refusalsSection(),
  ].join("\n");
}

function areaSection(area: string, calls: readonly (readonly [string, ListedCall])[]): string {
  return [
    `## ${area.replaceAll("_", " ")}`,
    "",
    "| Call | Method and path | Does | Who may ask | Refuses with | Fresh for |",
    "| --- | --- | --- | --- | --- | --- |",
    ...calls.map(([name, call]) => callRow(name, call)),
    "",
  ].join("\n");
}

function callRow(name: string, call: ListedCall): string {
  const { method, path, summary, access, refusals, freshForSeconds } = call;
  const cells = [
    `\`${name}\``,
    `${method} \`${path}\``,
    summary,
    access.any.map(grantText).join(", or "),
    refusals.join(", "),
    freshForSeconds === undefined ? "" : `${freshForSeconds} s`,
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function grantText(grant: Grant): string {
  return typeof grant === "string" ? grant : `\`${grant.role}\` on ${grant.on.replace("-", " ")}`;
}

function refusalsSection(): string {
  const rows = Object.entries(ERRORS)
    .map(([code, { status, message }]) => `| \`${code}\` | ${status} | ${message} |`);
  return ["## Codes", "", "| Code | Status | Message |", "| --- | --- | --- |", ...rows, ""].join(
    "\n",
  );
}
