import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { decoded, type Visitor, withSite } from "@/tests/helpers/a_site.ts";
import { allRoutes, pathOf } from "@/tests/tools/routes.ts";
import { withOwnedSite } from "./an_owned_site.ts";
import { fileLinks } from "./injection.ts";

/** Tables without a file, by their caption. @spec tables.files */
const WITHOUT_FILE =
  /^(Consignes, heure par heure|Valeurs( \d+)?|Lignes refusées.*|Collecteurs reconnus|Jetons|Adresses|\d+\s(sources?|relevés? à confirmer|réponses?))$/;

/**
 * The series of a residence are listed there to attach sources; their list, with its file, is
 * another page.
 */
const WITHOUT_FILES = /\/sensors$/;

interface Table {
  readonly path: string;
  readonly caption: string;
}

Deno.test("every table has its file, with every filtered row, in both dialects (F §9)", async () => {
  const missing: Table[] = [];
  let fileCount = 0;
  const walk = async (reader: Visitor, paths: readonly string[]) => {
    for (const path of paths) {
      const { status, html } = await reader.get(path);
      if (status !== 200 || WITHOUT_FILES.test(path)) continue;
      const captions = captionsOf(html).filter((caption) => !WITHOUT_FILE.test(caption));
      const files = fileLinks(html).filter((href) => href.includes("csv=semicolon"));
      if (captions.length > files.length) {
        missing.push({ path, caption: `${captions.join(", ")}: ${files.length} files` });
      }
      for (const file of files) await readBoth(reader, file);
      fileCount += files.length;
    }
  };
  const pages = (await allRoutes()).filter(({ isPage }) => isPage);
  await withSite(async ({ visitor }) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const landlord = visitor();
    await landlord.signIn(email, password);
    await walk(landlord, pages.map((route) => pathOf(route)));
  }, { demo: true });
  await withOwnedSite(async ({ visitor, place }) => {
    const owner = visitor();
    await owner.signIn();
    await walk(owner, pages.map((route) => pathOf(route, place)));
  });
  deepStrictEqual(missing, []);
  ok(fileCount > 60, `${fileCount} files`);
});

function captionsOf(html: string): string[] {
  return [...html.matchAll(/<caption[^>]*>([\s\S]*?)<\/caption>/g)]
    .map(([, caption = ""]) => decoded(caption.replace(/<[^>]*>/g, "")).trim());
}

/** Both dialects have the same columns and rows. */
async function readBoth(reader: Visitor, semicolon: string): Promise<void> {
  const comma = semicolon.replace("=semicolon", "=comma");
  const [one, other] = [await reader.get(semicolon), await reader.get(comma)];
  for (const { status, headers, html } of [one, other]) {
    strictEqual(status, 200, semicolon);
    strictEqual(headers.get("content-type"), "text/csv; charset=utf-8", semicolon);
    ok(html.startsWith("\uFEFF"), semicolon);
  }
  const [head = ""] = one.html.split("\r\n");
  const [otherHead = ""] = other.html.split("\n");
  strictEqual(head.split(";").length, otherHead.split(",").length, semicolon);
  ok(head.split(";").length > 1, semicolon);
  strictEqual(one.html.split("\r\n").length > 1, true, semicolon);
}
