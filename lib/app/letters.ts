/** The letters of every area, and who may still be mailed. @module */

import * as z from "zod";
import { accountLetters } from "@/lib/accounts/mail_text.ts";
import { alarmLetters } from "@/lib/alarms/mail_text.ts";
import { alarmReportRecord } from "@/lib/alarms/records.ts";
import { includesEmail } from "@/lib/base/typed_formats.ts";
import { consumptionReportLetters } from "@/lib/consumption_reports/mail_text.ts";
import { documentLetters } from "@/lib/documents/mail_text.ts";
import { homeLetters } from "@/lib/housing/mail_text.ts";
import { Letters } from "@/lib/mail/letters.ts";
import type { AddressCheck } from "@/lib/mail/send_outbox.ts";
import { memberLetters } from "@/lib/organisations/mail_text.ts";
import { portfolioLetters } from "@/lib/portfolio/mail_text.ts";
import { testLetters } from "@/lib/platform/mail_text.ts";
import { statementLetters } from "@/lib/settlement/mail_text.ts";
import { readEntry } from "@/lib/store/store.ts";

const AREAS = [
  accountLetters,
  memberLetters,
  homeLetters,
  documentLetters,
  statementLetters,
  alarmLetters,
  consumptionReportLetters,
  portfolioLetters,
  testLetters,
];

export type AnyLetter = ReturnType<typeof AREAS[number]["open"]>["letter"];

export const LETTERS: Letters<AnyLetter> = new Letters<AnyLetter>(AREAS);

/** The addresses of a mail report or of a provider. */
const addressed = z.object({ emails: alarmReportRecord.shape.emails });

/** @see AddressCheck */
export const hasAddress: AddressCheck = async (store, key, email) => {
  const { value: sender } = await readEntry(store, key, addressed);
  return sender !== null && includesEmail(sender.emails, email);
};
