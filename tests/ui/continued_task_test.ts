import { deepStrictEqual, match } from "node:assert/strict";
import { inBrowser } from "@/tests/helpers/a_browser_site.ts";
import { browserTest } from "@/tests/tools/browser.ts";
import { withAddressServer } from "@/tests/tools/map_services.ts";

browserTest(
  "the page script sends the form of a long task by itself: an import continues to its end",
  () =>
    withAddressServer((server) =>
      inBrowser(
        async ({ page, errors, go }) => {
          await go("/home/import");
          const rows = Array.from({ length: 30 }, (_, at) => `Z${at};N${at};rue ${at};54000;Nancy`);
          const text = ["Code;Nom;Rue;Code postal;Ville", ...rows].join("\n");
          const file = { name: "parc.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
          await page.setInputFiles("input[type=file]", file);
          await page.click("main form button[type=submit]");
          await page.getByRole("button", { name: "Confirmer l’import" }).click();
          await page.getByText("Import terminé").waitFor();
          match(await page.locator("main").innerText(), /30\scréations/);
          deepStrictEqual(errors, []);
        },
        {},
        { addressApi: server.url },
      )
    ),
);
