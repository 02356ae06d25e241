import type { CallName } from "../contract/catalogue.ts";
import type { Limit } from "./accounts/attempts.ts";

/** How many attempts are allowed, as the settings say. */
export interface Rates {
  loginPerAccountAndMinute: number;
  loginPerAddressAndMinute: number;
}

/** Tries of the console's code per client address and hour: it has 59 bits, this is for the log's sake. */
const FIRST_RUN_TRIES_AN_HOUR = 20;

/**
 * What an attempt of a call counts against; nothing for most calls.
 *
 * @param input as it was parsed
 */
export function limitsOf(
  name: CallName,
  input: unknown,
  { rates, clientAddress }: { rates: Rates; clientAddress: string },
): Limit[] {
  if (name === "createFirstAccount") {
    const subject = `first-run/address/${clientAddress}`;
    return [{ subject, max: FIRST_RUN_TRIES_AN_HOUR, windowS: 3_600 }];
  }
  if (name !== "login") return [];
  return [
    {
      subject: `login/address/${clientAddress}`,
      max: rates.loginPerAddressAndMinute,
      windowS: 60,
    },
    {
      subject: `login/account/${emailOf(input)}`,
      max: rates.loginPerAccountAndMinute,
      windowS: 60,
    },
  ];
}

/** E-mail address of an input of `login`; empty for anything else. */
export function emailOf(input: unknown): string {
  const body = isRecord(input) ? input.body : null;
  const email = isRecord(body) ? body.email : null;
  return typeof email === "string" ? email.trim().toLowerCase() : "";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
