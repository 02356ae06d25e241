import * as z from "zod/mini";
import { defineCall } from "@/lib/contract/call.ts";
import { ORG_ADMIN } from "@/lib/contract/grants.ts";
import { created, fileText, pageQuery } from "@/lib/contract/shapes.ts";
import { anyText, figure, id, instant, instantOrNull, named } from "@/lib/domain/forms/schema.ts";
import {
  STOCK_ACTIONS,
  STOCK_KINDS,
  type StockImportRead,
  type StockLine,
} from "@/lib/domain/projects/stock.ts";

const newImportQuery = z.strictObject({
  kind: z.enum(STOCK_KINDS),
  fileName: z.optional(z.string().check(z.maxLength(200))),
});

const line: z.ZodMiniType<StockLine> = named(
  "StockLine",
  z.object({
    line: figure,
    label: anyText,
    action: z.enum(STOCK_ACTIONS),
    messages: z.array(anyText),
  }),
);

const stockImport: z.ZodMiniType<StockImportRead> = named(
  "StockImport",
  z.object({
    id,
    kind: z.enum(STOCK_KINDS),
    fileName: anyText,
    state: z.enum(["tried", "running", "done"]),
    createdAt: instant,
    lineCount: figure,
    doneCount: figure,
    counts: z.object({ create: figure, change: figure, same: figure, refused: figure }),
    missingColumns: z.array(anyText),
    ignoredColumns: z.array(anyText),
    refused: z.array(line),
    retryAt: instantOrNull,
    page: figure,
    pageCount: figure,
    lines: z.array(line),
  }),
);

/** A landlord's stock brought in by CSV. @spec design "Stock brought in by CSV with dry run" */
export const STOCK_CALLS = {
  createStockImport: defineCall({
    method: "POST",
    path: "/collect/orgs/:orgId/stock-imports",
    summary:
      "Tries a CSV file of stock (residences, dwellings or equipment): nothing is written yet",
    audit: null,
    access: ORG_ADMIN,
    query: newImportQuery,
    body: fileText,
    bodyKind: "text",
    answer: created,
    creates: true,
    refusals: ["bad-file"],
  }),
  getStockImport: defineCall({
    method: "GET",
    path: "/collect/orgs/:orgId/stock-imports/:importId",
    summary: "Where an import of stock stands, and a page of its lines",
    access: ORG_ADMIN,
    query: pageQuery,
    answer: stockImport,
    refusals: ["not-found"],
  }),
  runStockImport: defineCall({
    method: "POST",
    path: "/collect/orgs/:orgId/stock-imports/:importId/run",
    summary:
      "Writes the next lines of an import of stock that was tried; asked again until it is done",
    audit: "Patrimoine importé",
    access: ORG_ADMIN,
    answer: stockImport,
    refusals: ["not-found", "conflict"],
  }),
};
