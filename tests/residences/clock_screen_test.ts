import { match, strictEqual } from "node:assert/strict";
import { links } from "@/lib/ui/links.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { withVisitor } from "@/tests/helpers/a_site.ts";

// @spec projects.clock
Deno.test("the pages of a residence name the time zone of its days", () =>
  withVisitor({ isAdmin: true }, async ({ visitor }) => {
    const path = links.residenceSheet(PROJECT);
    const before = await visitor.get(path);
    match(before.text, /comptés à l’heure de Paris, d’après son code postal/);
    const sent = await visitor.post(path, {
      name: "Les Flamboyants",
      street: "1 rue Haute",
      zipCode: "97400",
      city: "Saint-Denis",
      version: before.version(),
    });
    strictEqual(sent.status, 303);
    match((await visitor.get(path)).text, /comptés à l’heure de La Réunion/);
    match((await visitor.get(links.residence(PROJECT))).text, /Heure locale Heure de La Réunion/);
    match((await visitor.get(links.newResidence())).text, /celle de son code postal/);
  }));
