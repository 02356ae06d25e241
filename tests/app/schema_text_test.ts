import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { referredNames, schemaText } from "@/lib/app/api_document.ts";

Deno.test("schemaText() writes a schema as a TypeScript type", () => {
  strictEqual(schemaText({ type: "string", format: "date" }), "string<date>");
  strictEqual(schemaText({ anyOf: [{ type: "number" }, { type: "null" }] }), "number | null");
  strictEqual(schemaText({ anyOf: [{ type: "number" }] }), "number");
  strictEqual(schemaText({ enum: ["a"] }), '"a"');
  strictEqual(schemaText({ enum: ["a", "b"] }), '"a" | "b"');
  strictEqual(schemaText({ type: "array", items: { enum: ["a", "b"] } }), '("a" | "b")[]');
  strictEqual(schemaText({ $ref: "#/components/schemas/Org" }), "Org");
  strictEqual(
    schemaText({ type: "object", additionalProperties: { type: "number" } }),
    "Record<string, number>",
  );
  strictEqual(
    schemaText({
      type: "object",
      required: ["id"],
      properties: { id: { type: "string" }, tags: { type: "array", items: { type: "string" } } },
    }),
    "{\n  id: string;\n  tags?: string[];\n}",
  );
});

Deno.test("referredNames() finds every name once, at any depth", () => {
  const schema = { anyOf: [{ $ref: "#/c/A" }, { items: [{ $ref: "#/c/B" }, { $ref: "#/c/A" }] }] };
  deepStrictEqual(referredNames(schema), ["A", "B"]);
});
