import { filesUnder, readText } from "./files.ts";

const FOLDER = "docs/decisions/";

const HEAD = `# Decisions

Where the specification is silent or says two things, or where something was measured: what was chosen, and why. A new one is a copy of [the template](000-template.md) with the next free number; one that no longer holds says which took its place. A replaced one, and the context of any, name the files of their time.

Generated from the records by \`deno task docs\`.

`;

/** Files of the decision records in order, without the template and this list. */
export function decisionFiles(): string[] {
  return filesUnder("docs/decisions", ".md").map((path) => path.slice(FOLDER.length))
    .filter((name) => /^\d{3}-/.test(name) && !name.startsWith("000-")).toSorted();
}

/** docs/decisions/README.md: the titles of all records. */
export function decisionsDocument(): string {
  const lines = decisionFiles().map((file) => {
    const title = /^# (.+?)\.?$/m.exec(readText(FOLDER + file))?.[1] ?? file;
    return `- [${title}](${file})\n`;
  });
  return HEAD + lines.join("");
}
