import type { Call, Grant } from "@/lib/api/call.ts";
import { callSchemas, type JsonSchema, type JsonSchemas, jsonSchemas } from "@/lib/api/openapi.ts";
import { parametersOf } from "@/lib/api/parameters.ts";
import { schemaText } from "@/lib/app/api_document.ts";
import { AREAS, CALLS } from "@/lib/app/catalogue.ts";
import { ERRORS } from "@/lib/base/errors.ts";
import { pagesOfCalls } from "./calls_pages.ts";

const INTRODUCTION = [
  "# Calls",
  "",
  "Generated from the calls of the areas by `deno task docs`; `/api/openapi.json` says the same to programs.",
  "",
  "Paths stand under `/api`. Reads take the token as `X-AuthToken`, as a bearer or as the query parameter `authtoken`; writes take it in a header.",
  "A creation answers 201 with the new id in `x-created-id` and in its body. An edit may send the `version` it was based on: when another one is stored, it answers 409 `conflict` and changes nothing.",
  "Any call may also answer what the dispatcher decides: 401 not signed in, 403 forbidden, 404 for what is hidden, 400 invalid input, 415, 413 and 408 for its body, 429 too many requests, 503 when the server or its store cannot take it at the moment, 501 where it relays to another host that does not know the call. `/api/openapi.json` lists the statuses of each call.",
  "« Used by » names the pages that make the call; `/…` ends the address of a layout, for all pages under it. A call without a page is for programs.",
  "",
];

/** Maximum number of pages named beside a call; the others are counted. */
const NAMED_PAGES = 3;

/** The text of docs/calls.md: every call by area with its access, input, answer and refusals. */
export function callsDocument(): string {
  const schemas = jsonSchemas(callSchemas(AREAS));
  const pages = pagesOfCalls();
  return [
    ...INTRODUCTION,
    ...Object.entries(AREAS).flatMap(([area, calls]) =>
      areaLines(area, Object.entries<Call>(calls), { schemas, pages })
    ),
    ...shapeLines(schemas),
    ...parameterLines(),
    ...codeLines(),
  ].join("\n");
}

type CallPages = ReturnType<typeof pagesOfCalls>;

function areaLines(
  area: string,
  calls: readonly (readonly [string, Call])[],
  { schemas, pages }: { readonly schemas: JsonSchemas; readonly pages: CallPages },
): string[] {
  return [
    `## ${area.replaceAll("_", " ")}`,
    "",
    ...table([
      "Call",
      "Method and path",
      "Does",
      "Who may ask",
      "Refuses with",
      "Fresh for",
      "Used by",
    ]),
    ...calls.map(([name, call]) => row([...callCells(name, call), pagesCell(pages.get(name))])),
    "",
    "What they take and answer (`?` may be left out):",
    "",
    ...calls.map(([name, call]) => partsLine(name, call, schemas)),
    "",
  ];
}

function callCells(name: string, call: Call): string[] {
  const { method, path, summary, access, refusals, freshForSeconds } = call;
  return [
    `\`${name}\``,
    `${method} \`${path}\``,
    summary,
    access.any.map(grantCell).join(", or "),
    refusals.join(", "),
    freshForSeconds === undefined ? "" : `${freshForSeconds} s`,
  ];
}

function pagesCell(pages: readonly string[] = []): string {
  const named = pages.slice(0, NAMED_PAGES).map((page) => `\`${page}\``).join(", ");
  const moreCount = pages.length - NAMED_PAGES;
  return moreCount > 0 ? `${named} and ${moreCount} more` : named;
}

function grantCell(grant: Grant): string {
  return typeof grant === "string" ? grant : `\`${grant.role}\` on ${grant.on.replace("-", " ")}`;
}

function partsLine(name: string, { bodyKind, answerKind }: Call, { byKey }: JsonSchemas): string {
  const query = byKey[`${name} query`];
  const body = byKey[`${name} body`];
  const answer = byKey[`${name} answer`];
  const taken = [
    query ? `query \`${typeText(query)}\`` : "",
    body ? `${bodyKind ?? "body"} \`${typeText(body)}\`` : "",
  ].filter((part) => part !== "").join(", ");
  const answered = answer ? typeText(answer) : answerKind ?? "";
  return `- \`${name}\`: ${taken === "" ? "" : `${taken} → `}\`${answered}\``;
}

function typeText(schema: JsonSchema): string {
  return schemaText(schema)
    .replace(/\{\n\s*/g, "{ ")
    .replace(/;\n\s*\}/g, " }")
    .replace(/;\n\s*/g, "; ");
}

function shapeLines({ named }: JsonSchemas): string[] {
  const shapes = Object.entries(named).toSorted(([a], [b]) => a < b ? -1 : 1);
  return [
    "## Shapes",
    "",
    ...shapes.map(([name, schema]) => `- **${name}**: \`${typeText(schema)}\``),
    "",
  ];
}

function parameterLines(): string[] {
  return [
    "## Parameters of the paths",
    "",
    ...table(["Parameter", "What it is", "Refused with"]),
    ...Object.entries(parametersOf(CALLS)).map(([name, { description, refusal }]) =>
      row([`\`${name}\``, description, refusal ?? "invalid-input"])
    ),
    "",
  ];
}

function codeLines(): string[] {
  return [
    "## Codes",
    "",
    ...table(["Code", "Status", "Message"]),
    ...Object.entries(ERRORS).map(([code, { status, message }]) =>
      row([`\`${code}\``, String(status), message])
    ),
    "",
  ];
}

function table(heads: readonly string[]): string[] {
  return [row(heads), row(heads.map(() => "---"))];
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
