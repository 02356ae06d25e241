import { deepStrictEqual } from "node:assert/strict";
import { EXPORT_COLUMNS } from "@/lib/accounts/export_columns.ts";

const VERDICT = {
  residence: "Les Lilas",
  document: "Carnet ECS",
  dueDate: "2026-03-01",
  state: "valid",
  comment: "",
  validatedAt: "2026-02-10T11:00:00.000Z",
} as const;

Deno.test("EXPORT_COLUMNS says whether a document was compliant, and nothing of a refused one", () => {
  const column = EXPORT_COLUMNS.verdicts.find(({ header }) => header === "Conforme");
  deepStrictEqual(
    [true, false, null].map((compliance) => column?.value({ ...VERDICT, compliance })),
    ["oui", "non", ""],
  );
});
