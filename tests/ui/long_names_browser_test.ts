import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { lostAtThisWidth } from "@/tests/access/reach.ts";
import { PASSWORD } from "@/tests/helpers/a_platform.ts";
import { aMember, PROJECT } from "@/tests/helpers/a_residence.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import { browserTest, withPage } from "@/tests/tools/browser.ts";
import { withServer } from "@/tests/tools/loopback.ts";

/** A name that no space breaks, of the widest letter. */
const LONG_NAME = "W".repeat(80);

/** Each shows the name in another place: cards, a menu, a way back, results, boxes to tick. */
const SCREENS = [
  "/home",
  links.residence(PROJECT),
  links.equipments(PROJECT),
  links.search("q=WWW"),
  links.newOwnAlarmReport(),
];

browserTest(
  "no screen loses anything of the longest name without a space, at any width",
  () =>
    withSite(async (site) => {
      await aMember(site, { roles: ["collect"] }, { project: { name: LONG_NAME } });
      await withServer(site.handler, ({ url }) =>
        withPage(async (page) => {
          const form = { email: "ada@bailleur.fr", password: PASSWORD };
          const sent = { form, headers: { origin: url }, maxRedirects: 0 };
          await page.request.post(url + LOGIN_PATH, sent);
          const lost: string[] = [];
          for (const path of SCREENS) {
            strictEqual((await page.goto(url + path))?.status(), 200, path);
            for (const width of [640, 1280]) {
              await page.setViewportSize({ width, height: 800 });
              lost.push(
                ...(await lostAtThisWidth(page)).map((fault) => `${path} ${width}: ${fault}`),
              );
            }
          }
          deepStrictEqual(lost, []);
        }));
    }),
);
