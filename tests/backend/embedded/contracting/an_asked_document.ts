import { strictEqual } from "node:assert/strict";
import type { DocumentOptions } from "@/lib/backend/embedded/own_store.ts";
import { faultOfEntry } from "@/lib/backend/kept_values.ts";
import type { ProviderCaller } from "@/lib/contract/caller.ts";
import type { Ask } from "@/lib/contract/catalogue.ts";
import {
  callAs,
  type PlatformChoices,
  type TestPlatform,
  withPlatform,
} from "@/tests/backend/a_platform.ts";
import { ORG, writeResidence } from "@/tests/backend/a_residence.ts";
import { REQUEST, someDocuments, writeRegisters } from "@/tests/backend/some_documents.ts";
import { DEPOSITOR } from "./killed_deposit.ts";

/** A document requested from a provider, and the provider. */
export interface Built extends TestPlatform {
  readonly path: { orgId: string; requestId: string; documentId: string };
  readonly provider: Ask;
}

/** Runs a test on a platform with a document requested from a provider. */
export function withAskedDocument(
  provider: ProviderCaller,
  test: (built: Built) => Promise<void>,
  choices?: PlatformChoices,
): Promise<void> {
  return withPlatform(async (built) => {
    await writeResidence(built);
    await writeRegisters(built.store);
    const [first] = await someDocuments(built.platform.own.services);
    const path = { orgId: ORG, requestId: REQUEST, documentId: first?.id ?? "" };
    await test({ ...built, path, provider: callAs(built, provider) });
  }, choices);
}

/** As above; at the end, checks each entry of the store against its schema. */
export function withDocument(
  test: (built: Built) => Promise<void>,
  documents: DocumentOptions = {},
): Promise<void> {
  return withAskedDocument(DEPOSITOR, async (built) => {
    await test(built);
    for await (const entry of built.store.list({ prefix: [] })) {
      strictEqual(faultOfEntry(entry), null);
    }
  }, { documents });
}
