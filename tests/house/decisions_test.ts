import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { decisionFiles, decisionsDocument } from "@/tools/decisions_document.ts";
import { filesUnder, readText } from "@/tools/files.ts";

const FOLDER = "docs/decisions/";

Deno.test("docs/decisions/README.md lists every record: `deno task docs` writes it", () => {
  strictEqual(readText(`${FOLDER}README.md`), decisionsDocument());
  ok(decisionFiles().length > 15);
  for (const file of decisionFiles()) ok(decisionsDocument().includes(`](${file})\n`), file);
});

Deno.test("a record has its number, its date, its status and its three parts", () => {
  const numbers = decisionFiles().map((file) => file.slice(0, 3));
  deepStrictEqual(numbers, [...new Set(numbers)], "numbers");
  for (const file of decisionFiles()) {
    const text = readText(FOLDER + file);
    match(text, new RegExp(`^# ${file.slice(0, 3)}\\. \\S`), file);
    match(text, /^- Date: \d{4}-\d\d-\d\d$/m, file);
    match(text, /^- Status: (accepted|replaced by \d{3})/m, file);
    for (const part of ["Context", "Decision", "Consequences"]) {
      match(text, new RegExp(`^## ${part}\\n\\n\\S`, "m"), `${file}: ${part}`);
    }
  }
});

Deno.test("the documents name only decisions that exist", () => {
  const numbers = new Set(decisionFiles().map((file) => file.slice(0, 3)));
  const wrong = filesUnder("docs", ".md").flatMap((path) =>
    [...readText(path).matchAll(/\bdecision (\d{3})\b/gi)]
      .filter(([, number = ""]) => !numbers.has(number)).map(([named]) => `${path}: ${named}`)
  );
  deepStrictEqual(wrong, []);
});

Deno.test("the documents name only files that exist; a replaced record, and a context, those of their time", () => {
  const files = filesUnder("", ".ts", ".tsx").map((file) => `/${file}`);
  const wrong = filesUnder("docs", ".md").flatMap((path) => {
    const text = readText(path);
    if (/^- Status: replaced by/m.test(text)) return [];
    const named = text.replace(/^## Context\n[^]*?(?=^## )/m, "")
      .matchAll(/`((?:[\w.()[\]-]+\/)*[\w.()[\]-]+\.tsx?)`/g);
    return [...named].flatMap(([, name = ""]) =>
      files.some((file) => file.endsWith(`/${name}`)) ? [] : [`${path}: ${name}`]
    );
  });
  deepStrictEqual(wrong, []);
});
