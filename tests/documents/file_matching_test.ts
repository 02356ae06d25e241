import { deepStrictEqual, strictEqual } from "node:assert/strict";
import {
  DISCARD,
  lineField,
  matchedFiles,
  namedDates,
  targetKey,
  waitingLines,
} from "@/lib/documents/file_matching.ts";
import { targetText } from "@/lib/documents/portal_text.ts";
import type { DepositTarget, WaitingFile } from "@/lib/documents/upload_schema.ts";

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
    equipmentPlace: "",
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

/** An attribute that a file name may contain, in a document that has no other of them. */
const OTHER = { typedocName: "Autre", projectName: "Ailleurs", projectCode: "", contractCode: "" };

/** Which of two documents a file name fits best: "a", "b", or null when it fits both equally. */
function winner(name: string, a: Partial<DepositTarget>, b: Partial<DepositTarget>) {
  const [first, second] = [a, b].map((over, rank) =>
    aTarget(`r-000${rank}.doc${rank}`, { ...OTHER, requestId: `r-000${rank}`, ...over })
  );
  if (first === undefined || second === undefined) return null;
  const target = matchedFiles([{ id: "f", name }], [first, second]).get("f")?.target;
  return target === first ? "a" : target === second ? "b" : null;
}

// @spec deposits.matched
Deno.test("matchedFiles() trusts a number most, then the type, the residence, the equipment, the contract, the date", () => {
  const number = {};
  const type = { typedocName: "Carnet" };
  const residence = { projectName: "Ormes" };
  const equipment = { equipmentName: "Chaudière" };
  const [later, sooner] = [{ deadline: "2027-05-31" }, { deadline: "2026-03-01" }];
  const cases: readonly [string, Partial<DepositTarget>, Partial<DepositTarget>, string | null][] =
    [
      ["carnet ormes r-0000", number, { ...type, ...residence }, "b"],
      ["carnet ormes r-0000.doc0", number, { ...type, ...residence }, "a"],
      ["carnet ormes doc0", number, { ...type, ...residence }, "a"],
      ["carnet r-0000", number, type, null],
      ["carnet ormes", type, residence, "a"],
      ["ormes chaudiere", residence, equipment, "a"],
      ["0412 ormes", { projectCode: "0412" }, residence, null],
      ["ch-02 ormes", { equipmentCode: "CH-02" }, residence, null],
      ["ch-02 chaudiere", { equipmentCode: "CH-02" }, equipment, "a"],
      ["ex-1 0412", { contractCode: "EX-1" }, { projectCode: "0412" }, "b"],
      ["ex-1 chaudiere 2026-03", { contractCode: "EX-1" }, equipment, null],
      // A deadline counts 1 by its year, 2 with its month, 3 with its day.
      ["carnet 2027", { ...type, ...later }, { ...type, ...sooner }, "a"],
      ["carnet 2027-05", { ...type, ...later }, { ...type, deadline: "2027-04-30" }, "a"],
      ["carnet 2027-05-31", { ...type, ...later }, { ...type, deadline: "2027-05-30" }, "a"],
      ["carnet ormes 2027", { ...type, ...sooner }, { ...residence, ...later }, null],
      ["carnet chaudiere 2027-05", { ...type, ...sooner }, { ...equipment, ...later }, null],
      [
        "0412 ex-1 chaudiere 2027-05-31",
        { projectCode: "0412", contractCode: "EX-1", ...sooner },
        { ...equipment, ...later },
        null,
      ],
      // The number is worth all the rest together without the date.
      [
        "doc0 carnet 0412 ch-02 ex-1",
        number,
        { ...type, projectCode: "0412", equipmentCode: "CH-02", contractCode: "EX-1" },
        null,
      ],
    ];
  for (const [name, a, b, expected] of cases) strictEqual(winner(name, a, b), expected, name);
});

// @spec deposits.matched
Deno.test("matchedFiles() prefers a longer type that is whole in a name, and accepts half of its words", () => {
  const typed = (typedocName: string) => ({ typedocName });
  const cases = [
    ["carnet sanitaire", typed("Carnet"), typed("Carnet sanitaire"), "b"],
    ["un deux trois quatre", typed("Deux trois"), typed("Deux trois quatre"), "b"],
    // Five words count as four.
    ["alpha beta gamma delta zeta", typed("Alpha beta gamma delta"), {
      typedocName: "Alpha beta gamma delta zeta",
    }, null],
    // Half of the words, more than half, and all of them.
    ["alpha beta", typed("Alpha beta gamma delta"), {}, "a"],
    ["alpha", typed("Alpha beta gamma delta"), {}, null],
    ["alpha beta gamma", typed("Alpha beta gamma delta"), typed("Alpha beta zeta eta"), "a"],
    ["alpha beta gamma carnet", typed("Alpha beta gamma delta"), typed("Carnet"), "b"],
    ["alpha beta gamma epsilon", typed("Alpha beta gamma delta"), {
      typedocName: "Alpha beta gamma epsilon zeta eta",
    }, null],
    // Half of a type of two words is too little without the year.
    ["carnet", typed("Carnet sanitaire"), {}, null],
    ["carnet 2026", typed("Carnet sanitaire"), { deadline: "2027-01-01" }, "a"],
    // A residence and an equipment are found by their whole name only.
    ["bois joli grand 2026", { projectName: "Bois joli grand parc" }, {}, null],
    [
      "ex-1 chaudiere gaz nord",
      {
        contractCode: "EX-1",
        equipmentName: "Chaudière gaz nord est",
      },
      {},
      null,
    ],
  ] as const;
  for (const [name, a, b, expected] of cases) strictEqual(winner(name, a, b), expected, name);
});

// @spec deposits.matched
Deno.test("matchedFiles() needs more than a date, an equipment or a contract, and reads no code of one character", () => {
  const cases = [
    ["chaudiere", { equipmentName: "Chaudière" }, null],
    ["chaudiere 2026", { equipmentName: "Chaudière" }, "a"],
    ["ex-1", { contractCode: "EX-1" }, null],
    ["ex-1 2026", { contractCode: "EX-1" }, "a"],
    ["bon 4", { projectCode: "4" }, null],
    ["bon 42", { projectCode: "42" }, "a"],
    // A number of three characters may be part of any name; small words count where a name has no other.
    ["r-1 scan", { requestId: "r-1", documentId: "r-1.abc" }, null],
    ["abc scan", { requestId: "r-1", documentId: "r-1.abc" }, null],
    ["r-1 abc", { requestId: "r-1", documentId: "r-1.abc" }, "a"],
    ["r-10 scan", { requestId: "r-10", documentId: "r-10.abcd" }, "a"],
    ["b2", { projectName: "B2" }, "a"],
    ["les", { projectName: "Les" }, "a"],
    ["pin", { projectName: "Les Pins" }, "a"],
    ["lac", { projectName: "Au Lac" }, "a"],
    ["bleu", { projectName: "Lac bleu" }, null],
    ["lacs", { projectName: "Lac" }, "a"],
  ] as const;
  for (const [name, over, expected] of cases) {
    strictEqual(winner(name, over, { deadline: "2027-01-01" }), expected, name);
  }
});

// @spec deposits.matched
Deno.test("namedDates() reads days, months and years as they are written in French, and returns the other words", () => {
  const read = (text: string) => {
    const { named, rest } = namedDates(text);
    return [[...named].toSorted(), rest.trim()];
  };
  const day = ["2026", "2026-03", "2026-03-01"];
  deepStrictEqual(read("attestation 01 03 2026"), [day, "attestation"]);
  deepStrictEqual(read("20260301 ch 02"), [day, "ch 02"]);
  deepStrictEqual(read("mars 2026"), [["2026", "2026-03"], ""]);
  deepStrictEqual(read("03 2026"), [["2026", "2026-03"], ""]);
  deepStrictEqual(read("releve 2026"), [["2026"], "releve 2026"]);
  deepStrictEqual(read("facture 0412"), [[], "facture 0412"]);
});

function aFile(id: string, name: string, over: Partial<WaitingFile> = {}): WaitingFile {
  return { id, name, size: 1, isWhole: true, sameAs: null, outcome: null, document: null, ...over };
}

function aWaitingTarget(documentId: string, projectName: string): DepositTarget {
  const codes = { requestId: "r1", contractCode: "", projectCode: "" };
  return aTarget(documentId, { ...codes, typedocName: "Ramonage", projectName });
}

const [LILACS, ELMS_LINE] = [
  aWaitingTarget("r1.d1", "Les Lilas"),
  aWaitingTarget("r1.d2", "Les Ormes"),
];
const documents = [LILACS, ELMS_LINE];

// @spec deposits.matched
Deno.test("waitingLines() proposes the document that a name fits, none when there is none, and discards a copy", () => {
  const files = [
    aFile("f1", "ormes.pdf"),
    aFile("f2", "scan.pdf"),
    aFile("f3", "lilas.pdf", { sameAs: "f1" }),
    aFile("f4", "lilas.pdf", { outcome: "deposited" }),
  ];
  deepStrictEqual(
    waitingLines({ files, documents }, {}).map(({ file, reasons, choices, chosen, target }) => ({
      id: file.id,
      reasons,
      choices: choices.map(({ documentId }) => documentId),
      chosen,
      target,
    })),
    [
      {
        id: "f1",
        reasons: ["residence"],
        choices: ["r1.d2", "r1.d1"],
        chosen: "o1/r1/r1.d2",
        target: ELMS_LINE,
      },
      { id: "f2", reasons: [], choices: ["r1.d1", "r1.d2"], chosen: "", target: null },
      { id: "f3", reasons: [], choices: ["r1.d1", "r1.d2"], chosen: DISCARD, target: null },
    ],
  );
});

// @spec deposits.matched
Deno.test("waitingLines() returns the submitted choice in place of the proposed document", () => {
  const files = [aFile("f1", "ormes.pdf")];
  const chosenFor = (document: string) => {
    const [line] = waitingLines({ files, documents }, { [lineField.document("f1")]: document });
    return [line?.chosen, line?.target];
  };
  deepStrictEqual(chosenFor(targetKey(LILACS)), ["o1/r1/r1.d1", LILACS]);
  deepStrictEqual(chosenFor(DISCARD), [DISCARD, null]);
  deepStrictEqual(chosenFor(""), ["", null]);
});

// @spec deposits.matched
Deno.test("waitingLines() offers the 30 best documents, with the chosen one, and none for a file still being sent", () => {
  const many = Array.from(
    { length: 40 },
    (_, rank) => aWaitingTarget(`r1.d${100 + rank}`, "Les Lilas"),
  );
  const offered = (file: WaitingFile, typed: Record<string, string> = {}) => {
    const [line] = waitingLines({ files: [file], documents: many }, typed);
    return line?.choices.map(({ documentId }) => documentId);
  };
  const best = Array.from({ length: 30 }, (_, rank) => `r1.d${100 + rank}`);
  const file = aFile("f1", "scan.pdf");
  deepStrictEqual(offered(file), best);
  const choosing = (rank: number) => ({ [lineField.document("f1")]: `o1/r1/r1.d${rank}` });
  deepStrictEqual(offered(file, choosing(129)), best);
  deepStrictEqual(offered(file, choosing(139)), ["r1.d139", ...best]);
  strictEqual(offered({ ...file, isWhole: false })?.length, 0);
});

// @spec deposits.matched
Deno.test("targetText() names the building of an equipment, since each may have one of the same name", () => {
  const target = aTarget("r-kx41.aaaa", { equipmentPlace: "Bâtiment B", equipmentName: "VMC" });
  strictEqual(
    targetText(target),
    "Attestation d’entretien, Les Tilleuls, Bâtiment B, VMC, échéance 01/03/2026, Nord Habitat",
  );
});
