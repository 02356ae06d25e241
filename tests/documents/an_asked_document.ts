import { deepStrictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { DocumentOptions } from "@/lib/app/services.ts";
import type { DocumentPath } from "@/lib/documents/document_index.ts";
import type { RequestRecord } from "@/lib/documents/records.ts";
import { callAs, type PlatformChoices, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { withResidence } from "@/tests/helpers/a_residence.ts";
import { anAwaitedDocument } from "@/tests/helpers/some_documents.ts";
import { wrongEntries } from "@/tests/helpers/stores.ts";
import { DEPOSITOR } from "./a_deposit.ts";

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
