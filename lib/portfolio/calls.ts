/** Declares the calls that import a stock, follow the things to do, and say what a residence still needs. @module */

import * as z from "zod/mini";
import {
  callFor,
  created,
  fileText,
  FRESH_ALARMS_SECONDS,
  type InputOf,
  named,
  onProject,
  orgAdminCall,
  orgMemberCall,
  pageQuery,
} from "@/lib/api/call.ts";
import type { HandlerOf, Services } from "@/lib/api/services.ts";
import {
  commissioningStep,
  followUp,
  followUpChange,
  letterReaders,
  letterReadersDraft,
  monthlyLetter,
  residencesFigures,
  stockImport,
  stockKind,
} from "./schema.ts";

const newImportQuery = z.strictObject({
  kind: stockKind,
  fileName: z.optional(z.string().check(z.maxLength(200))),
  /** Whether the types of dwelling that lines name and a residence lacks are made; they are when absent. */
  types: z.optional(z.enum(["made", "refused"])),
  /** Lines "heading of the file=heading of the template", for headings that differ. */
  columns: z.optional(z.string().check(z.maxLength(20_000))),
});

/** Import of a landlord's stock by CSV or workbook. @spec stock.workbook */
export const STOCK_CALLS = named({
  createStockImport: orgAdminCall({
    request: "POST /collect/orgs/:orgId/stock-imports",
    summary:
      "Tries a CSV file or a workbook of stock, of every kind or of one: nothing is written yet",
    audit: null,
    query: newImportQuery,
    body: fileText,
    bodyKind: "text",
    everySheet: true,
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

/** Who follows the things to do. @spec projects.follow-up */
export const FOLLOW_UP_CALLS = named({
  listFollowUps: orgMemberCall({
    request: "GET /collect/orgs/:orgId/followups",
    dependsOn: "alarms",
    freshForSeconds: FRESH_ALARMS_SECONDS,
    summary: "Who took charge of, or put off, alarms and other things to do (B §7)",
    answer: z.array(followUp),
  }),
  putFollowUp: callFor(onProject("collect:alarm:comment:write"))({
    request: "PUT /collect/projects/:projectId/followups/:kind/:subjectId",
    summary: "Takes charge of an alarm or another thing to do, or puts it off (B §7)",
    audit: "Suivi modifié",
    body: followUpChange,
    refusals: ["not-found", "postponed-too-far"],
  }),
});

/** What lists show of residences. @spec projects.stored-figures */
export const FIGURES_CALLS = named({
  listResidenceFigures: orgMemberCall({
    request: "GET /collect/orgs/:orgId/residencefigures",
    summary:
      "Of the residences one may read: energy, gap and drift of boiler rooms, silent sensors (E §4, E §5)",
    answer: residencesFigures,
  }),
});

/** What a residence still needs to be in service. @spec projects.commissioning */
export const COMMISSIONING_CALLS = named({
  getCommissioning: orgAdminCall({
    request: "GET /collect/projects/:projectId/commissioning",
    // A first reading shows a minute later: this is asked on each page of a residence.
    dependsOn: "settings",
    summary: "The steps that bring a residence into service, and which of them are done (F §3)",
    answer: z.array(commissioningStep),
  }),
});

/** The monthly letter, and who receives it. @spec projects.letter */
export const LETTER_CALLS = named({
  getMonthlyLetter: orgMemberCall({
    request: "GET /collect/orgs/:orgId/letters/:month",
    summary: "The letter of a month that is over, of the boiler rooms one may read (issue 56)",
    answer: monthlyLetter,
    refusals: ["bad-period"],
  }),
  getLetterReaders: orgAdminCall({
    request: "GET /collect/orgs/:orgId/letterreaders",
    summary: "Who receives the monthly letter (issue 56)",
    answer: letterReaders,
  }),
  putLetterReaders: orgAdminCall({
    request: "PUT /collect/orgs/:orgId/letterreaders",
    summary: "Chooses who receives the monthly letter (issue 56)",
    audit: "Destinataires de la lettre mensuelle modifiés",
    body: letterReadersDraft,
    refusals: ["unknown-user"],
  }),
});

type Calls =
  & typeof STOCK_CALLS
  & typeof FOLLOW_UP_CALLS
  & typeof FIGURES_CALLS
  & typeof COMMISSIONING_CALLS
  & typeof LETTER_CALLS;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls, Means = Services> = HandlerOf<Calls[Name], Means>;

export type Input<Name extends keyof Calls> = InputOf<Calls[Name]>;
