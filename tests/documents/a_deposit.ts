/** Documents requested of a provider, their deposits and callers, and the parts they leave in the store. @module */

import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import type { DocumentOptions } from "@/lib/app/services.ts";
import type { DocumentPath } from "@/lib/documents/document_index.ts";
import type { RequestRecord } from "@/lib/documents/records.ts";
import type { ProviderCaller } from "@/lib/identity/caller.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { callAs, type PlatformChoices, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, withResidence } from "@/tests/helpers/a_residence.ts";
import type { Site, Visitor } from "@/tests/helpers/a_site.ts";
import { aPdf, packed } from "@/tests/helpers/hostile_pdfs.ts";
import { seeded } from "@/tests/helpers/made_series.ts";
import { aLink, anAwaitedDocument } from "@/tests/helpers/some_documents.ts";
import { wrongEntries } from "@/tests/helpers/stores.ts";

/** A user of the provider of the request. */
export const DEPOSITOR: ProviderCaller = {
  kind: "provider",
  email: "agence@chauffage.fr",
  providers: [{ orgId: ORG, providerId: "v1" }],
  demo: false,
};

/** A file whose parts take several commits, the same in each process. */
export function largeFile(length = 1_000_000): Uint8Array<ArrayBuffer> {
  const chance = seeded(1);
  const noise = Uint8Array.from({ length }, () => Math.floor(chance() * 256));
  return aPdf({ objects: [packed("", noise)] });
}

/** The fields of a deposit, without its file. */
export const DEPOSIT_FIELDS = {
  fileName: "attestation.pdf",
  completionDate: "2026-02-09",
  data: [{ typedocValueId: "w1", rank: 0, value: "90" }],
};

/** The body of a deposit of {@link largeFile}. */
export function largeDeposit() {
  return { ...DEPOSIT_FIELDS, file: largeFile() };
}

/** Another user of the provider of the request. */
export const COLLEAGUE: ProviderCaller = { ...DEPOSITOR, email: "suivi@chauffage.fr" };
/** A user of another provider. */
export const STRANGER: ProviderCaller = {
  ...DEPOSITOR,
  providers: [{ orgId: ORG, providerId: "v2" }],
};

/** Deposits a document; returns "ok", or the code of the refusal and its issues: "bad-file, body.file broken". */
export async function deposit(
  { provider, path }: { readonly provider: CallFunction; readonly path: DocumentPath },
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

/** A document requested from a provider, and the provider. */
export interface Built extends TestPlatform {
  readonly path: DocumentPath;
  readonly provider: CallFunction;
}

/** Runs a test on a residence with one awaited document, due on 1 March 2026 by default. */
export function withAwaitedDocument(
  test: (built: TestPlatform, path: DocumentPath) => Promise<void>,
  { request = {}, ...choices }: PlatformChoices & { request?: Partial<RequestRecord> } = {},
): Promise<void> {
  return withResidence(async (built) => {
    await test(built, await anAwaitedDocument(built.platform.own.services, request));
  }, choices);
}

/** As above, with the provider of whom it is requested. */
export function withAskedDocument(
  test: (built: Built) => Promise<void>,
  choices?: PlatformChoices,
): Promise<void> {
  return withAwaitedDocument(
    (built, path) => test({ ...built, path, provider: callAs(built, DEPOSITOR) }),
    choices,
  );
}

/** As above; at the end, checks each entry of the store against its schema. */
export function withDocument(
  test: (built: Built) => Promise<void>,
  documents: DocumentOptions = {},
): Promise<void> {
  return withAskedDocument(async (built) => {
    await test(built);
    deepStrictEqual(await wrongEntries(built.store), []);
  }, { documents });
}

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
