/** Deposits of the document of a request, their callers, and the parts they leave in the store. @module */

import type { Input } from "@/lib/app/catalogue.ts";
import type { ProviderCaller } from "@/lib/identity/caller.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { ORG } from "@/tests/helpers/a_residence.ts";
import type { Built } from "./an_asked_document.ts";
import { DEPOSIT_FIELDS, DEPOSITOR } from "./killed_deposit.ts";

/** Another user of the provider of the request. */
export const COLLEAGUE: ProviderCaller = { ...DEPOSITOR, email: "suivi@chauffage.fr" };
/** A user of another provider. */
export const STRANGER: ProviderCaller = {
  ...DEPOSITOR,
  providers: [{ orgId: ORG, providerId: "v2" }],
};

/** Deposits a document; returns "ok", or the code of the refusal and its issues: "bad-file, body.file broken". */
export async function deposit(
  { provider, path }: Pick<Built, "provider" | "path">,
  over: Partial<Input<"uploadDocument">["body"]>,
): Promise<string> {
  const body = { ...DEPOSIT_FIELDS, ...over };
  const result = await provider("uploadDocument", { ...path, body });
  if (result.ok) return "ok";
  const issues = (result.issues ?? []).map(({ path, message }) => `${path} ${message}`);
  return [result.code, ...issues].join(", ");
}

/** The id of the file of each part in the store. */
export async function filesOfParts(store: Store): Promise<string[]> {
  const entries = await Array.fromAsync(store.list({ prefix: keys.blobPart.under() }));
  return entries.map(({ key }) => String(key[1]));
}

/** The ids of the files that have parts in the store. */
export async function filesWithParts(store: Store): Promise<string[]> {
  return [...new Set(await filesOfParts(store))];
}

/** A virus scanner that finds nothing; `meanwhile` is called during each check. */
export function aScanner() {
  const scanner = {
    meanwhile: () => Promise.resolve(),
    async isInfected() {
      await scanner.meanwhile();
      return false;
    },
  };
  return scanner;
}
