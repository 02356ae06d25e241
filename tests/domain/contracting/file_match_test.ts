import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { matchedFiles } from "@/lib/domain/contracting/file_match.ts";
import type { DepositTarget } from "@/lib/domain/contracting/types.ts";

function aTarget(documentId: string, over: Partial<DepositTarget> = {}): DepositTarget {
  return {
    orgId: "o1",
    requestId: "r-kx41",
    documentId,
    deadline: "2026-03-01",
    organisationName: "Nord Habitat",
    typedocName: "Attestation d’entretien",
    values: [],
    contractCode: "EX-1",
    projectName: "Les Tilleuls",
    projectCode: "0301",
    equipmentName: "",
    equipmentCode: "",
    ...over,
  };
}

const ELMS = { projectName: "Résidence des Ormes", projectCode: "0412" };
const TARGETS = [
  aTarget("r-kx41.aaaa"),
  aTarget("r-kx41.bbbb", ELMS),
  aTarget("r-kx41.cccc", { ...ELMS, deadline: "2027-03-01" }),
  aTarget("r-zz99.dddd", {
    ...ELMS,
    requestId: "r-zz99",
    typedocName: "Carnet sanitaire ECS",
    equipmentName: "Chaudière 2",
    equipmentCode: "CH-02",
  }),
];

/** The document that each file is matched to; null for none. */
function matches(...names: string[]): (string | null)[] {
  const files = names.map((name, rank) => ({ id: String(rank), name }));
  const found = matchedFiles(files, TARGETS);
  return files.map(({ id }) => found.get(id)?.target?.documentId ?? null);
}

// @spec deposits.matched
Deno.test("matchedFiles() finds numbers, types, residences, codes and dates in a name, in any spelling", () => {
  const cases = [
    ["r-kx41.bbbb.pdf", "r-kx41.bbbb"],
    ["scan_BBBB.PDF", "r-kx41.bbbb"],
    ["ATTESTATION_ENTRETIEN_TILLEULS.pdf", "r-kx41.aaaa"],
    ["attestation d'entretien les tilleuls.pdf", "r-kx41.aaaa"],
    ["Attestations entretien - 0301.pdf", "r-kx41.aaaa"],
    ["attestation ormes mars 2027.pdf", "r-kx41.cccc"],
    ["attestation ormes 01-03-2026.pdf", "r-kx41.bbbb"],
    ["attestation ormes 20260301.pdf", "r-kx41.bbbb"],
    ["attestation ormes 2027.pdf", "r-kx41.cccc"],
    ["attestation ormes 2026_03.pdf", "r-kx41.bbbb"],
    ["CH-02.pdf", "r-zz99.dddd"],
    ["carnet sanitaire.pdf", "r-zz99.dddd"],
    ["carnet ECS chaudiere 2.pdf", "r-zz99.dddd"],
    ["r-zz99.pdf", "r-zz99.dddd"],
    ["Tilleuls.pdf", "r-kx41.aaaa"],
  ] as const;
  for (const [name, document] of cases) strictEqual(matches(name)[0], document, name);
});

// @spec deposits.matched
Deno.test("matchedFiles() ignores the plural of a long word, and matches a short one exactly", () => {
  const isMatched = (projectName: string, name: string) =>
    matchedFiles([{ id: "f", name }], [aTarget("r-kx41.eeee", { projectName })]).get("f")
      ?.reasons.includes("residence");
  deepStrictEqual(["tilleuls", "tilleul"].map((name) => isMatched("Les Tilleuls", name)), [
    true,
    true,
  ]);
  deepStrictEqual(["lys", "ly"].map((name) => isMatched("Les Lys", name)), [true, false]);
});

// @spec deposits.matched
Deno.test("matchedFiles() matches nothing where two documents fit equally, or a name contains too little", () => {
  const names = [
    "attestation ormes.pdf",
    "attestation entretien.pdf",
    "ormes.pdf",
    "r-kx41.pdf",
    "scan0001.pdf",
    "2026-03-01.pdf",
    // The code of Les Tilleuls is not in this date.
    "attestation 2026 0301.pdf",
    "",
    ".pdf",
    "../../etc/passwd",
    "\u202Efdp.etser\u0000",
  ];
  deepStrictEqual(names.map((name) => matches(name)[0]), names.map(() => null));
});

// @spec deposits.matched
Deno.test("matchedFiles() assigns a document to the file that fits it best, to none of two that fit equally", () => {
  const named = "attestation entretien tilleuls.pdf";
  deepStrictEqual(matches(named, "r-kx41.aaaa.pdf"), [null, "r-kx41.aaaa"]);
  deepStrictEqual(matches(named, `copie ${named}`, "ch-02.pdf"), [null, null, "r-zz99.dddd"]);
});

// @spec deposits.matched
Deno.test("matchedFiles() returns the reason, and ranks every document, best first, then by deadline", () => {
  const [file] = matchedFiles([{ id: "f", name: "attestation ormes.pdf" }], TARGETS).values();
  deepStrictEqual(file?.ranked.map(({ documentId }) => documentId), [
    "r-kx41.bbbb",
    "r-kx41.cccc",
    "r-zz99.dddd",
    "r-kx41.aaaa",
  ]);
  deepStrictEqual(file?.reasons, []);
  const name = "attestation entretien tilleuls EX-1 2026.pdf";
  const [found] = matchedFiles([{ id: "f", name }], TARGETS).values();
  deepStrictEqual(found?.reasons, ["type", "residence", "contract", "date"]);
});
