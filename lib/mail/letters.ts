/** Schemas of the letters of queued mails, and the link of each. @module */

import * as z from "zod";
import { reportSheet } from "@/lib/consumption_reports/schema.ts";
import { VERDICTS } from "@/lib/documents/mail_text.ts";
import { typedocValue } from "@/lib/documents/schema.ts";
import { links } from "@/lib/ui/links.ts";
import type { Letter, LetterKind } from "./text.ts";

const code = z.string();
const app = z.string();
const home = { organisation: z.string(), residence: z.string(), dwelling: z.string() };

const documents = z.object({
  count: z.number(),
  // Those queued by an earlier version name no contract.
  first: z.array(z.object({
    name: z.string(),
    contract: z.string().optional(),
    deadline: z.string(),
  })),
});
const asked = z.object({
  values: z.array(z.object({
    typedoc: z.string(),
    values: z.array(typedocValue),
    others: z.number(),
  })),
  contacts: z.array(z.object({ contract: z.string(), person: z.string() })),
}).optional();
const alarmItems = z.object({
  count: z.number(),
  first: z.array(z.object({
    message: z.string(),
    residence: z.string(),
    place: z.string().optional(),
    timeZone: z.string(),
    start: z.string(),
    end: z.string().nullable(),
    childCount: z.number(),
    lastReadAt: z.string().optional(),
    path: z.string(),
  })),
});
// A letter queued by an earlier version does not say how long its link lasts.
const link = { token: z.string(), until: z.string().optional() };
const toProvider = { organisation: z.string(), ...link };

const letters = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("reset-code"), code, app }),
  z.object({
    kind: z.literal("invitation"),
    code,
    organisation: z.string(),
    inviter: z.string(),
    app,
  }),
  z.object({ kind: z.literal("welcome"), organisation: z.string(), inviter: z.string() }),
  z.object({ kind: z.literal("home-invitation"), code, app, ...home }),
  // A mail queued by an earlier version has no path.
  z.object({ kind: z.literal("home-welcome"), path: z.optional(z.string()), ...home }),
  z.object({ kind: z.literal("password-changed") }),
  z.object({ kind: z.literal("email-proof"), token: z.string() }),
  z.object({ kind: z.literal("email-asked"), email: z.string() }),
  z.object({ kind: z.literal("email-changed"), email: z.string() }),
  z.object({ kind: z.literal("account-removed") }),
  z.object({ kind: z.literal("provider-link"), ...link }),
  z.object({
    kind: z.literal("document-deposited"),
    organisation: z.string(),
    document: z.string(),
    residence: z.string(),
    at: z.string(),
  }),
  z.object({
    kind: z.literal("documents-verdicts"),
    count: z.number(),
    first: z.array(z.object({
      verdict: z.enum(VERDICTS),
      name: z.string(),
      deadline: z.string().nullable(),
      comment: z.string(),
      again: z.string().nullable(),
      isClosed: z.boolean(),
    })),
    ...toProvider,
  }),
  // Queued by an earlier version.
  z.object({
    kind: z.literal("document-refused"),
    name: z.string(),
    comment: z.string(),
    deadline: z.string().nullable(),
    ...toProvider,
  }),
  z.object({
    kind: z.literal("documents-due"),
    running: documents,
    late: documents,
    asked,
    ...toProvider,
  }),
  z.object({
    kind: z.literal("documents-week"),
    refused: documents,
    late: documents,
    fresh: documents.optional(),
    running: documents,
    asked,
    ...toProvider,
  }),
  z.object({
    kind: z.literal("documents-to-validate"),
    organisation: z.string(),
    documents,
    // A letter that was queued before it had one leads to the page of sign-in.
    path: z.string().optional(),
  }),
  z.object({
    kind: z.literal("alarms"),
    report: z.string(),
    place: z.string(),
    started: alarmItems,
    ended: alarmItems,
    open: alarmItems,
    path: z.string(),
  }),
  z.object({
    kind: z.literal("consumption-report"),
    organisation: z.string(),
    sheet: reportSheet,
    path: z.string().nullable(),
  }),
  z.object({ kind: z.literal("test"), by: z.string() }),
]);

export const letterSchema: z.ZodType<Letter> = letters;

export const letterKind: z.ZodType<LetterKind> = z.enum(
  letters.options.map(({ shape }) => shape.kind.value),
);

/** Origins of the applications, from the settings, never from a request. */
export interface Origins {
  /** Of this program; null when not set. */
  readonly own: string | null;
  /** Of the other applications, by their name in calls. */
  readonly apps: Readonly<Record<string, string>>;
  readonly loginPath: string;
}

/** The link of a letter. @returns null when the origin of this program is not set */
export function linkOf(letter: Letter, email: string, origins: Origins): string | null {
  const { own, apps, loginPath } = origins;
  if ("code" in letter) {
    const origin = Object.hasOwn(apps, letter.app) ? apps[letter.app] ?? own : own;
    return origin === null ? null : origin + links.resetPassword({ email, code: letter.code });
  }
  return own === null ? null : own + pageOf(letter, loginPath);
}

function pageOf(letter: Letter, loginPath: string): string {
  if ("path" in letter && letter.path) return letter.path;
  if (letter.kind === "email-proof") return links.confirmEmail({ token: letter.token });
  if ("token" in letter) return links.providerLogin({ token: letter.token });
  return letter.kind === "email-asked" ? links.account() : links.login(loginPath);
}
