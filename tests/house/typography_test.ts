import { deepStrictEqual } from "node:assert/strict";
import { filesUnder, readText } from "@/tools/files.ts";

/** Folders of texts for users. */
const FOLDERS = ["components", "islands", "lib", "routes"];

/** A file that calls this function writes plain spaces. */
const SPACED_BY_RULE = "withNoBreaks";

/** Places where a line would break between a word and its punctuation. */
const BREAKABLE = /(?<=[\p{L}\d»’)…]) (?=[:;!?»%](?:[\s<.,)]|$))|« /u;

/** Letters and signs that do not occur in code. */
const FRENCH = /[àâçéèêëîïôöùûüœÀÇÉÈÊÎÔŒ’«»]/;

/** Sentences, labels and names in a file: strings, and lines of markup that contain only words. */
function textsOf(source: string): string[] {
  const lines = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "").split("\n");
  return lines.flatMap((line) => {
    const strings = [...line.matchAll(/"([^"]*)"|`([^`]*)`/g)].map(([, plain, template]) =>
      plain ?? template?.replaceAll(/\$\{[^}]*\}/g, "X") ?? ""
    );
    return strings.length > 0 ? strings : [line.replaceAll(/<[^>]*>|\{[^}]*\}/g, "X").trim()];
  });
}

// @spec texts.french
Deno.test("French keeps : ; ! ? % and its quotes on the line of their word", () => {
  const paths = FOLDERS.flatMap((folder) => filesUnder(folder, ".ts", ".tsx"));
  // People of the demo type plain spaces; lib/mail replaces them in the words of mails.
  const watched = paths.filter((path) => !/^lib\/demo\/|\/mail_text\.ts$/.test(path));
  const wrong = watched.flatMap((path) => {
    const source = readText(path);
    if (source.includes(SPACED_BY_RULE)) return [];
    return textsOf(source)
      .filter((text) => FRENCH.test(text) && BREAKABLE.test(text))
      .map((text) => `${path}: ${text}`);
  });
  deepStrictEqual(wrong, []);
});

Deno.test("list whose noun has several words declares their plural", () => {
  const paths = ["components", "routes"].flatMap((folder) => filesUnder(folder, ".ts", ".tsx"));
  const wrong = paths.flatMap((path) =>
    [...readText(path).matchAll(/^ +noun: "\S+ [^"]+",\n(?! +nouns: ")/gm)]
      // Of an article and a noun: the thing of a page, which is never counted.
      .filter(([line]) => !/"l[ea] /.test(line))
      .map(([line]) => `${path}: ${line.trim()}`)
  );
  deepStrictEqual(wrong, []);
});
