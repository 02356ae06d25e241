import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { DISCARD, lineField, targetKey, waitingLines } from "@/lib/documents/file_matching.ts";
import type { DepositTarget, WaitingFile } from "@/lib/documents/upload_schema.ts";

function aFile(id: string, name: string, over: Partial<WaitingFile> = {}): WaitingFile {
  return { id, name, size: 1, isWhole: true, sameAs: null, outcome: null, document: null, ...over };
}

function aTarget(documentId: string, projectName: string): DepositTarget {
  return {
    orgId: "o1",
    requestId: "r1",
    documentId,
    deadline: "2026-03-01",
    organisationName: "Nord Habitat",
    typedocName: "Ramonage",
    values: [],
    contractCode: "",
    projectName,
    projectCode: "",
    equipmentPlace: "",
    equipmentName: "",
    equipmentCode: "",
  };
}

const [LILACS, ELMS] = [aTarget("r1.d1", "Les Lilas"), aTarget("r1.d2", "Les Ormes")];
const documents = [LILACS, ELMS];

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
        target: ELMS,
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
  const many = Array.from({ length: 40 }, (_, rank) => aTarget(`r1.d${100 + rank}`, "Les Lilas"));
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
