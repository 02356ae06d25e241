import { filesUnder, readText } from "@/tools/files.ts";

/** One line of the project's own code, without comments. */
export interface Line {
  readonly path: string;
  readonly number: number;
  readonly text: string;
}

const PROGRAM = ["lib", "components", "islands", "routes"];
const ENTRIES = ["main.ts", "dev.ts", "fresh.config.ts"];

/** Paths of the program that runs on the server or in the browser, without tests and tools. */
export function programFiles(): string[] {
  const entries = filesUnder("").filter((path) => ENTRIES.includes(path));
  return [...PROGRAM.flatMap((folder) => filesUnder(folder, ".ts", ".tsx")), ...entries];
}

/** Paths of every source of the project. */
export function sourceFiles(): string[] {
  return filesUnder("", ".ts", ".tsx");
}

/** The lines of some files, comments blanked. */
export function codeLines(paths: readonly string[]): Line[] {
  return paths.flatMap((path) =>
    withoutComments(readText(path)).split("\n").map((text, index) => ({
      path,
      number: index + 1,
      text,
    }))
  );
}

/** Matches of `pattern` outside the allowed places, as `path:line text`. */
export function strays(
  pattern: RegExp,
  allowed: readonly string[],
  paths: readonly string[] = programFiles(),
): string[] {
  const watched = paths.filter((path) => !allowed.some((place) => path.startsWith(place)));
  return codeLines(watched).filter(({ text }) => pattern.test(text))
    .map(({ path, number, text }) => `${path}:${number} ${text.trim()}`);
}

function withoutComments(source: string): string {
  const blank = (comment: string) => comment.replace(/[^\n]/g, "");
  return source
    .replace(/^\s*\/\*[\s\S]*?\*\//gm, blank)
    .replace(/\{\/\*[\s\S]*?\*\/\}/g, blank)
    .replace(/(^|\s)\/\/ .*$/gm, "");
}
