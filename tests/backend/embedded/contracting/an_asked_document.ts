import { strictEqual } from "node:assert/strict";
import { faultOfEntry } from "@/lib/backend/kept_values.ts";
import type { Ask } from "@/lib/contract/catalogue.ts";
import { asking, type TestPlatform, withPlatform } from "@/tests/backend/a_platform.ts";
import { ORG, writeResidence } from "@/tests/backend/a_residence.ts";
import { REQUEST, someDocuments, writeRegisters } from "@/tests/backend/some_documents.ts";
import { DEPOSITOR } from "./killed_deposit.ts";

/** A document that is asked of a provider, and the provider. */
export interface Built extends TestPlatform {
  readonly path: { orgId: string; requestId: string; documentId: string };
  readonly provider: Ask;
}

/** Checks in the end that each entry of the store is as its schema says. */
export function withDocument(
  test: (built: Built) => Promise<void>,
  maxBytes?: number,
): Promise<void> {
  const documents = maxBytes === undefined ? {} : { maxBytes };
  return withPlatform(async (built) => {
    await writeResidence(built);
    await writeRegisters(built.store);
    const [first] = await someDocuments(built.platform.own.services);
    await test({
      ...built,
      path: { orgId: ORG, requestId: REQUEST, documentId: first?.id ?? "" },
      provider: asking(built, DEPOSITOR),
    });
    for await (const entry of built.store.list({ prefix: [] })) {
      strictEqual(faultOfEntry(entry), null);
    }
  }, { documents });
}
