import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { SOURCE_KINDS } from "@/lib/facilities/source_kinds.ts";
import { exists, filesUnder, readText } from "@/tools/files.ts";

/** The fuels as docs/specification.md calls them. */
const FUELS = { gaz: "gas", urban: "network", wood: "wood" } as const;

/** Rows of docs/specification.md. */
const ROWS = readText("docs/specification.md").split("\n").filter((line) => line.startsWith("| `"))
  .map((line) => {
    const [id = "", , where = "", source = ""] = line.split("|").slice(1).map((cell) =>
      cell.trim()
    );
    const named = [...where.matchAll(/`([\w/.()[\]-]+\.tsx?)`/g)].map(([, path = ""]) => path);
    return {
      id: id.replaceAll("`", ""),
      paths: named,
      sections: sectionsOf(source),
    };
  });

/** Sections of the two parts of the specification, each of which has rows. */
const SECTIONS = ["F", "B"].flatMap((part) =>
  Array.from({ length: 9 }, (_, index) => `${part} §${index + 1}`)
);

/** Sections that a source names: "F §3, §6, B §3, issue 13 §4" names F §3, F §6 and B §3. */
function sectionsOf(source: string): string[] {
  let part = "";
  return source.split(", ").flatMap((cited) => {
    const [, named = part, number] = /^(?:([A-Za-z][^§]*) )?§([\d.]+)/.exec(cited) ?? [];
    part = named;
    return number !== undefined && (part === "F" || part === "B") ? [`${part} §${number}`] : [];
  });
}

/** Ids that a file cites, as `@spec roles.closure, F §6 "…"`. */
function citedBy(path: string): string[] {
  return [...readText(path).matchAll(/@spec (.*)/g)]
    .flatMap(([, cited = ""]) => cited.replaceAll(/"[^"]*"|\*\/.*|@.*/g, "").split(/[,;]/))
    .map((cited) => cited.trim())
    .filter((cited) => /^[a-z-]+\.[a-z-]+$/.test(cited));
}

const CODE = ["lib", "routes", "components", "islands", "tools"];
const CITED = [...CODE, "tests"].flatMap((folder) =>
  filesUnder(folder, ".ts", ".tsx").map((path) => ({ path, ids: citedBy(path) }))
);

Deno.test("docs/specification.md gives each row one id, as area.rule", () => {
  ok(ROWS.length > 150);
  deepStrictEqual(ROWS.map(({ id }) => id).filter((id) => !/^[a-z-]+\.[a-z-]+$/.test(id)), []);
  strictEqual(new Set(ROWS.map(({ id }) => id)).size, ROWS.length);
});

Deno.test("docs/specification.md names only files that exist, at least one a row", () => {
  deepStrictEqual(ROWS.flatMap(({ paths }) => paths).filter((path) => !exists(path)), []);
  deepStrictEqual(ROWS.filter(({ paths }) => paths.length === 0), []);
});

Deno.test("each section of the specification has rows, and no row names another section", () => {
  const named = new Set(ROWS.flatMap(({ sections }) => sections));
  deepStrictEqual([...named].toSorted(), SECTIONS.toSorted());
});

Deno.test("@spec cites only ids of docs/specification.md", () => {
  const known = new Set(ROWS.map(({ id }) => id));
  const wrong = CITED.flatMap(({ path, ids }) =>
    ids.filter((id) => !known.has(id)).map((id) => `${path}: ${id}`)
  );
  deepStrictEqual(wrong, []);
});

Deno.test("@spec names rows in the code, not the sections they come from", () => {
  const sections = CODE.flatMap((folder) => filesUnder(folder, ".ts", ".tsx")).filter((path) =>
    /@spec .*\b(F|B|domain) §/.test(readText(path))
  );
  deepStrictEqual(sections, []);
});

Deno.test("each file that a row of docs/specification.md names cites the row", () => {
  const missing = ROWS.flatMap(({ id, paths }) =>
    paths.filter((path) => exists(path) && !citedBy(path).includes(id)).map((path) =>
      `${path}: ${id}`
    )
  );
  deepStrictEqual(missing, []);
});

Deno.test("each row of docs/specification.md is cited by a test", () => {
  const tested = new Set(
    CITED.filter(({ path }) => path.startsWith("tests/")).flatMap(({ ids }) => ids),
  );
  deepStrictEqual(ROWS.map(({ id }) => id).filter((id) => !tested.has(id)), []);
});

Deno.test("docs/specification.md gives for each energy the quantities of its meter, as SOURCE_KINDS does", () => {
  const byFuel = Object.groupBy(Object.values(SOURCE_KINDS), ({ fuel }) => fuel);
  const said = Object.values(byFuel).map((kinds) => {
    const [first] = kinds;
    return `${first && FUELS[first.fuel]} by ${kinds.map(({ measure }) => measure).join(" or ")}`;
  });
  ok(
    readText("docs/specification.md").includes(`each energy allows: ${said.join(", ")} `),
    said.join(),
  );
});

Deno.test("the documents name only decisions that exist", () => {
  const records = filesUnder("docs/decisions", ".md");
  const wrong = filesUnder("docs", ".md").flatMap((path) =>
    [...readText(path).matchAll(/\bdecision (\d{3})\b/gi)].flatMap(([named, number = ""]) =>
      records.some((record) => record.startsWith(`docs/decisions/${number}-`))
        ? []
        : [`${path}: ${named}`]
    )
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
