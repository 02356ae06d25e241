import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { Site, Visitor } from "@/tests/helpers/a_site.ts";
import { aLink } from "@/tests/helpers/some_documents.ts";

/** A user of the provider of the request. */
export const EMAIL = "agence@chauffage.fr";

/** A browser in which a mailed link was opened. */
export async function opened(site: Site, email = EMAIL): Promise<Visitor> {
  const visitor = site.visitor();
  const token = await aLink(site, { email });
  const answer = await visitor.post("/providers/login", { token });
  deepStrictEqual([answer.status, answer.headers.get("location")], [303, "/providers"]);
  strictEqual(answer.headers.get("referrer-policy"), "no-referrer");
  return visitor;
}
