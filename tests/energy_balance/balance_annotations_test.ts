import { match, ok, strictEqual } from "node:assert/strict";
import { asLandlord } from "@/tests/helpers/a_site.ts";

const ROOM = "/collect/p01/boilerrooms/p01-c1";

Deno.test("balance lists the annotations of its months, and its file keeps its columns", () =>
  asLandlord(async (visitor) => {
    const settings = await visitor.get(`${ROOM}/settings`);
    const [, year = ""] = /Du 12 au 20 janvier (\d{4})/.exec(settings.text) ?? [];
    const balance = (path: string) => visitor.get(`${ROOM}/energy-balance/${path}`);
    const says = /Du 12 au 20 janvier \d{4}\s*: Panne du brûleur\s: une seule chaudière/;
    const page = await balance(`monthly/${year}`);
    match(page.text, says);
    ok(page.html.includes(`href="${ROOM}/settings#annotations"`));
    // January is in the season that began the year before.
    match((await balance(`monthly-shifted/${Number(year) - 1}`)).text, says);
    ok(!says.test((await balance(`monthly-shifted/${year}`)).text));
    ok(!says.test((await balance(`monthly/${Number(year) - 1}`)).text));
    const file = await visitor.get(
      `${ROOM}/energy-balance/monthly/${year}?csv=comma`,
    );
    const [head = ""] = file.html.split("\n");
    strictEqual(head.split(",").length, 14);
    ok(!file.html.includes("Panne"));
  }));
