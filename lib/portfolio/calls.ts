/** Declares the calls that import residences, dwellings and equipment from a file. @module */

import * as z from "zod/mini";
import { created, fileText, named, orgAdminCall, pageQuery } from "@/lib/api/call.ts";
import type { HandlerOf, Services } from "@/lib/api/services.ts";
import { STOCK_KINDS, stockImport } from "./schema.ts";

const newImportQuery = z.strictObject({
  kind: z.enum(STOCK_KINDS),
  fileName: z.optional(z.string().check(z.maxLength(200))),
});

/** Import of a landlord's stock by CSV. @spec design "Stock brought in by CSV with dry run" */
export const STOCK_CALLS = named({
  createStockImport: orgAdminCall({
    request: "POST /collect/orgs/:orgId/stock-imports",
    summary:
      "Tries a CSV file of stock (residences, dwellings or equipment): nothing is written yet",
    audit: null,
    query: newImportQuery,
    body: fileText,
    bodyKind: "text",
    answer: created,
    refusals: ["bad-file"],
  }),
  getStockImport: orgAdminCall({
    request: "GET /collect/orgs/:orgId/stock-imports/:importId",
    summary: "Where an import of stock stands, and a page of its lines",
    query: pageQuery,
    answer: stockImport,
    refusals: ["not-found"],
  }),
  runStockImport: orgAdminCall({
    request: "POST /collect/orgs/:orgId/stock-imports/:importId/run",
    summary:
      "Writes the next lines of an import of stock that was tried; asked again until it is done",
    audit: "Patrimoine importé",
    answer: stockImport,
    refusals: ["not-found", "conflict"],
  }),
});

type Calls = typeof STOCK_CALLS;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls, Means = Services> = HandlerOf<Calls[Name], Means>;
