/** Imported files over a slow link: ten years of readings take minutes on a low upload speed. */

import { deepStrictEqual, match } from "node:assert/strict";
import { FILE_PACE_BYTES } from "@/lib/web/body_limits.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { aGasBoilerRoom, aMember, ORG, someone } from "@/tests/helpers/a_residence.ts";
import { decoded, SITE, type Site, withSite } from "@/tests/helpers/a_site.ts";
import { withSlowBody } from "./slow_body.ts";

const PCE = "21546987412365";
/** Lines of a file that takes the time of three bodies, each with the longest comment. */
const LINES = Math.ceil(3 * FILE_PACE_BYTES / 10_000);
const LINE = `Publiée;01/01/2025;01/02/2025;2032;${"x".repeat(10_000)}\n`;
const FILE = `Type;Du;Au;Énergie (kWh);Remarque\n${LINE.repeat(LINES)}`;

/** Sends a body in pieces, each as late as allowed. */
async function sendSlowly(
  { handler }: Site,
  path: string,
  { body, headers }: { readonly body: BodyInit; readonly headers: Record<string, string> },
): Promise<Response> {
  const whole = new Response(body);
  const bytes = await whole.bytes();
  const pieces = Array.from(
    { length: Math.floor(bytes.length / FILE_PACE_BYTES) },
    (_, rank) => bytes.slice(rank * FILE_PACE_BYTES, (rank + 1) * FILE_PACE_BYTES),
  );
  pieces.push(bytes.slice(pieces.length * FILE_PACE_BYTES));
  const type = whole.headers.get("content-type");
  return await withSlowBody(pieces, (body) =>
    handler(
      new Request(SITE + path, {
        method: "POST",
        body,
        headers: { ...type !== null && { "content-type": type }, ...headers },
      }),
    ));
}

// @spec imports.pace
Deno.test("an imported file is read as long as it keeps the pace of a deposit, from a page and from the API", () =>
  withSite(async (site) => {
    const { ask: setter } = await aMember(site, {
      email: "tom@bailleur.fr",
      roles: ["collect"],
    });
    await aGasBoilerRoom(setter, PCE, "Chaufferie nord");
    await someone(site, { isAdmin: true, roles: ["collect"] });
    const { token } = await signedIn(site, "ada@bailleur.fr");
    const { id } = await site.platform.sessionFor(token);
    const form = new FormData();
    form.set("intent", "import");
    form.set("pce", PCE);
    form.set("file", new File([FILE], "gaz.csv"));
    const headers = { cookie: `session=${id}`, origin: SITE };
    const page = await sendSlowly(site, "/home/gas/import", { body: form, headers });
    match(decoded(await page.text()), new RegExp(`Import terminé.*${LINES}.lignes lues`));
    const answer = await sendSlowly(site, `/api/collect/orgs/${ORG}/grdfpces/lines?pce=${PCE}`, {
      body: FILE,
      headers: { ...headers, "content-type": "text/csv" },
    });
    const { lineCount } = await answer.json();
    deepStrictEqual([answer.status, lineCount], [200, LINES]);
  }));
