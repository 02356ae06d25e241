/** Readers of screens that no account opens: the tablet of a hall, and a provider. @module */

import { strictEqual } from "node:assert/strict";
import { links } from "@/lib/ui/links.ts";
import type { Site, Visitor } from "@/tests/helpers/a_site.ts";
import { DEMO_PLACE } from "@/tests/tools/routes.ts";
import { writeAskedDocuments } from "@/tools/serving/seeded_stores.ts";

/** Opens a residence's information screen in the browser of a landlord of the demo. */
export async function opensTablet(landlord: Visitor): Promise<void> {
  const { projectId = "" } = DEMO_PLACE;
  const created = await landlord.post(links.displayTokens(projectId), { form: "token", name: "A" });
  const address = /\/display\/[\w-]+\?token=[\w.~-]+/.exec(created.html)?.[0] ?? "";
  strictEqual((await landlord.get(address)).status, 303);
}

/** A provider with requested documents, who opened the link of a mail. */
export async function aProvider({ visitor, store, clock }: Site): Promise<Visitor> {
  const provider = visitor();
  const token = await writeAskedDocuments(store, clock.now);
  strictEqual((await provider.post(links.providerLogin(), { token })).status, 303);
  return provider;
}
