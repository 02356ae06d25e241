import type { CallName } from "../contract/catalogue.ts";
import type { Caller } from "../contract/caller.ts";
import type { Limit } from "./accounts/attempts.ts";
import { credentialsOf } from "./accounts/credentials.ts";
import { networkOf } from "./network_of.ts";

/** How many attempts and requests are allowed, as the settings say. */
export interface Rates {
  loginPerAccountAndMinute: number;
  loginPerAddressAndMinute: number;
  linksPerEmailAndHour: number;
  apiPerAccountAndMinute: number;
  requestsPerAddressAndMinute: number;
  writesPerCollectorAndMinute: number;
}

/** An attempt at something that is counted exactly, and whether one that turns out well counts. */
export type AttemptLimit = Limit & { readonly counts: "all" | "failures" };

/** Who attempts, and from where. */
export interface Attempting {
  rates: Rates;
  caller: Caller;
  clientAddress: string;
}

/** Tries of the console's code per client address and hour: it has 59 bits, this is for the log's sake. */
const FIRST_RUN_TRIES_AN_HOUR = 20;
const MINUTE_S = 60;
const HOUR_S = 3_600;

/**
 * What an attempt of a call counts against; nothing for most calls.
 *
 * @param input as it was parsed
 */
export function limitsOf(name: CallName, input: unknown, attempting: Attempting): AttemptLimit[] {
  const { rates, caller } = attempting;
  const address = networkOf(attempting.clientAddress);
  const fromAddress: AttemptLimit = {
    subject: `login/address/${address}`,
    max: rates.loginPerAddressAndMinute,
    windowS: MINUTE_S,
    counts: "failures",
  };
  const ofAccount = (subject: string): AttemptLimit => ({
    subject: `login/account/${subject}`,
    max: rates.loginPerAccountAndMinute,
    windowS: MINUTE_S,
    counts: "failures",
  });
  switch (name) {
    case "login":
    case "resetPassword":
      return [fromAddress, ofAccount(emailOf(input))];
    case "getOAuthToken": {
      const username = textOf(input, "username").trim().toLowerCase();
      return username === "" ? [fromAddress] : [fromAddress, ofAccount(username)];
    }
    case "changeEmail":
    case "changePassword":
    case "removeAccount":
      return caller.kind === "account" ? [ofAccount(`id/${subjectOf(caller)}`)] : [];
    case "askResetCode":
    case "askNewLinkProvider": {
      const subject = `link/email/${emailOf(input)}`;
      const ofEmail = { subject, max: rates.linksPerEmailAndHour, windowS: HOUR_S };
      return [{ ...fromAddress, counts: "all" }, { ...ofEmail, counts: "all" }];
    }
    case "createFirstAccount": {
      const subject = `first-run/address/${address}`;
      return [{ subject, max: FIRST_RUN_TRIES_AN_HOUR, windowS: HOUR_S, counts: "failures" }];
    }
    default:
      return [];
  }
}

/** What any request counts against: its account, its token, or its address while nobody is known. */
export function requestLimit({ rates, caller, clientAddress }: Attempting): Limit {
  if (caller.kind === "anonymous") {
    const subject = `request/address/${networkOf(clientAddress)}`;
    return { subject, max: rates.requestsPerAddressAndMinute, windowS: MINUTE_S };
  }
  const subject = `request/${caller.kind}/${subjectOf(caller)}`;
  return { subject, max: rates.apiPerAccountAndMinute, windowS: MINUTE_S };
}

/** What a collector's writes count against. */
export function collectorLimit(token: string, { writesPerCollectorAndMinute: max }: Rates): Limit {
  return { subject: `collector/${token}`, max, windowS: MINUTE_S };
}

/** Visitors of the demo share its accounts, not its limits. */
function subjectOf(caller: Exclude<Caller, { kind: "anonymous" }>): string {
  switch (caller.kind) {
    case "account":
      return credentialsOf(caller)?.visitorId ?? caller.accountId;
    case "provider":
      return caller.providerId;
    case "ingest":
    case "display":
      return caller.projectId;
  }
}

/** E-mail address in the body of an input; empty for anything else. */
export function emailOf(input: unknown): string {
  return textOf(input, "email").trim().toLowerCase();
}

function textOf(input: unknown, field: string): string {
  const body = isRecord(input) ? input.body : null;
  const value = isRecord(body) ? body[field] : null;
  return typeof value === "string" ? value : "";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
