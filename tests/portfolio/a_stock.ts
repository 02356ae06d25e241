/** Tries and runs imports of stock, with an address service. @module */

import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { StockImportRead, StockKind } from "@/lib/portfolio/schema.ts";
import type { PlatformChoices, TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { type AddressServer, withAddressServer } from "@/tests/tools/map_services.ts";

/** A file of every kind, of an organisation without tag groups, whose columns have the headings of the template. */
export const WHOLE_STOCK = {
  kind: "stock",
  groups: [],
  chosen: new Map<string, string>(),
} as const;

interface Place {
  built: TestPlatform;
  ask: CallFunction;
  server: AddressServer;
}

export function withStock(
  test: (place: Place) => Promise<void>,
  choices: Pick<PlatformChoices, "before"> = {},
): Promise<void> {
  return withAddressServer((server) =>
    withMember({ isAdmin: true }, async ({ built, ask }) => {
      await test({ built, ask, server });
    }, { ...choices, addressApi: server.url })
  );
}

export async function tried(
  ask: CallFunction,
  kind: StockKind,
  body: string,
): Promise<StockImportRead> {
  const created = await answerOf(ask("createStockImport", { orgId: ORG, kind, body }));
  return await read(ask, created.id);
}

export async function read(
  ask: CallFunction,
  importId: string,
  page = "1",
): Promise<StockImportRead> {
  return await answerOf(ask("getStockImport", { orgId: ORG, importId, page }));
}

/** Confirms an import, and continues it until it is done. */
export async function ran(ask: CallFunction, importId: string): Promise<StockImportRead> {
  for (let calls = 0; calls < 50; calls++) {
    const result = await answerOf(ask("runStockImport", { orgId: ORG, importId }));
    if (result.state === "done") return result;
  }
  throw new Error("It never ends");
}
