import { match, ok, strictEqual } from "node:assert/strict";
import type { Role } from "@/lib/identity/roles.ts";
import { aSeries, PROJECT } from "@/tests/helpers/a_residence.ts";
import { plain, type Visitor, withVisitor } from "@/tests/helpers/a_site.ts";

const PATH = `/collect/${PROJECT}/sensors/readings`;
const FILE = "date;serie;valeur\n01/01/2025;GAZV;1000\n01/02/2025;GAZV;1310,5\nhier;GAZV;1";

function withPage(
  roles: Role[],
  test: (visitor: Visitor, month: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  return withVisitor({ roles }, async ({ ask, visitor }) => {
    if (!roles.includes("collect:boilerroom:write")) {
      return await test(visitor, () => Promise.resolve(null));
    }
    const series = await aSeries(ask, "GAZV");
    await test(visitor, async () => {
      const range = { projectId: PROJECT, series, segment: "monthly-2025" };
      const result = await ask("getFacilityRangeData", range);
      return result.ok ? result.answer.slots[0]?.value : result.code;
    });
  });
}

function form(text: string | null, fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries({ intent: "import", ...fields })) {
    data.set(name, value);
  }
  if (text !== null) data.set("file", new File([text], "releves.csv"));
  return data;
}

Deno.test("file is checked, then imported, with the accepted and the refused lines", () =>
  withPage(["collect:boilerroom:write"], async (visitor, month) => {
    const tried = await visitor.post(PATH, form(FILE, { intent: "try" }));
    strictEqual(tried.status, 200);
    match(plain(tried.text), /Essai : rien n’a été enregistré 3 lignes lues, 2 ajoutées/);
    match(
      plain(tried.text),
      /séparées par des points-virgules, virgule décimale, dates jj\/mm\/aaaa/,
    );
    match(plain(tried.text), /Ligne 4, date : Date illisible/);
    strictEqual(await month(), null);
    const done = await visitor.post(PATH, form(FILE));
    match(plain(done.text), /Import terminé 3 lignes lues, 2 ajoutées/);
    strictEqual(await month(), 310.5);
  }));

Deno.test("missing or invalid file is reported at its field; the other choices stay", () =>
  withPage(["collect:boilerroom:write"], async (visitor) => {
    const none = await visitor.refused(PATH, form(null, { kind: "consumption" }));
    strictEqual(none.message("file"), "Ce champ est obligatoire");
    match(none.html, /<option[^>]* value="consumption" selected/);
    const picture = await visitor.refused(PATH, form("\x89PNG\r\n\x1a\n"));
    ok(!picture.text.includes("Import terminé"));
  }));

Deno.test("the page is not found for a user who writes no series", () =>
  withPage(["collect:boilerroom:read"], async (visitor) => {
    strictEqual((await visitor.get(PATH)).status, 403);
    strictEqual((await visitor.post(PATH, form(FILE))).status, 403);
  }));
