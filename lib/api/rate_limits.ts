/** Limits of attempts and requests, by call, account and network. @module */

import { HOUR_S, MINUTE_S } from "@/lib/base/durations.ts";
import { isRecord } from "@/lib/base/records.ts";
import { emailKey } from "@/lib/base/typed_formats.ts";
import { type Caller, credentialsOf } from "@/lib/identity/caller.ts";
import type { Limit } from "./rate_counters.ts";

/**
 * The network by which an address is counted: the address itself in IPv4, its 64-bit network in IPv6, which belongs to
 * one subscriber.
 *
 * @param address from the socket or the proxy
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [bare = ""] = address.split("%");
  if (!bare.includes(":")) return address;
  const [head = "", tail] = bare.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  const groups = [...before, ...tail === undefined ? [] : zeros, ...after];
  return groups.slice(0, 4).map((group) => group.toLowerCase().replace(/^0+(?=.)/, "")).join(":");
}

/** Numbers of attempts and requests allowed by the settings. */
export interface Rates {
  loginPerAccountAndMinute: number;
  loginPerAddressAndMinute: number;
  linksPerEmailAndHour: number;
  apiPerAccountAndMinute: number;
  requestsPerAddressAndMinute: number;
  writesPerCollectorAndMinute: number;
}

/** An attempt that is counted exactly, and whether successful ones count. */
type AttemptLimit = Limit & { readonly counts: "all" | "failures" };

interface AttemptContext {
  rates: Rates;
  caller: Caller;
  clientAddress: string;
}

/** Tries of the console's code per client address and hour: it has 59 bits, so this only protects the log. */
const FIRST_RUN_TRIES_AN_HOUR = 20;
/** Mails that an account may send to addresses of its choice in an hour, including wrong passwords. */
const PROOFS_AN_HOUR = 10;

/** The limits of an attempt of a call; none for most calls. */
export function limitsOf(
  name: string,
  input: unknown,
  attempting: AttemptContext,
): AttemptLimit[] {
  return COUNTED[name]?.(input, attempting) ?? [];
}

type Counted = (input: unknown, attempting: AttemptContext) => AttemptLimit[];

const COUNTED: Readonly<Record<string, Counted>> = {
  login: (input, by) => [fromAddress(by), onAccount(emailOf(input), by.rates)],
  resetPassword: (input, by) => [fromAddress(by), onAccount(emailOf(input), by.rates)],
  getOAuthToken: (input, by) => {
    const username = textOf(input, "username").trim().toLowerCase();
    return username === "" ? [fromAddress(by)] : [fromAddress(by), onAccount(username, by.rates)];
  },
  changeEmail: (input, by) => [...onOwnAccount(input, by), ...proofsMailed(input, by)],
  confirmEmail: (_, by) => [fromAddress(by)],
  changePassword: onOwnAccount,
  removeAccount: onOwnAccount,
  askResetCode: linkAsked,
  askNewLinkProvider: linkAsked,
  createFirstAccount: (_, { clientAddress }) => {
    const subject = `first-run/address/${networkOf(clientAddress)}`;
    return [{ subject, max: FIRST_RUN_TRIES_AN_HOUR, windowS: HOUR_S, counts: "failures" }];
  },
};

function fromAddress({ rates, clientAddress }: AttemptContext): AttemptLimit {
  const subject = `login/address/${networkOf(clientAddress)}`;
  return { subject, max: rates.loginPerAddressAndMinute, windowS: MINUTE_S, counts: "failures" };
}

function onAccount(account: string, { loginPerAccountAndMinute: max }: Rates): AttemptLimit {
  return { subject: `login/account/${account}`, max, windowS: MINUTE_S, counts: "failures" };
}

/** Limit on re-entered passwords: a stolen session may try no more of them than a stranger. */
function onOwnAccount(_: unknown, by: AttemptContext): AttemptLimit[] {
  return by.caller.kind === "account" ? [onAccount(`id/${subjectOf(by.caller)}`, by.rates)] : [];
}

/** Limits on confirmation mails: they go to any address, so both the caller and the address are counted. */
function proofsMailed(input: unknown, by: AttemptContext): AttemptLimit[] {
  if (by.caller.kind !== "account") return [];
  const subject = `proof/account/${subjectOf(by.caller)}`;
  const max = by.rates.linksPerEmailAndHour;
  return [
    { subject, max: PROOFS_AN_HOUR, windowS: HOUR_S, counts: "all" },
    { subject: `proof/email/${emailOf(input)}`, max, windowS: HOUR_S, counts: "all" },
  ];
}

/** Every request counts, whether a mail is sent or not, for any recipient. */
function linkAsked(input: unknown, by: AttemptContext): AttemptLimit[] {
  const subject = `link/email/${emailOf(input)}`;
  const max = by.rates.linksPerEmailAndHour;
  return [{ ...fromAddress(by), counts: "all" }, { subject, max, windowS: HOUR_S, counts: "all" }];
}

/** The limits that lock an account: its password, at sign-in or re-entered, and its mails. */
export function accountLimits(
  { id, email }: { id: string; email: string },
  rates: Rates,
): readonly Limit[] {
  return [
    onAccount(email, rates),
    onAccount(`id/${id}`, rates),
    { subject: `link/email/${email}`, max: rates.linksPerEmailAndHour, windowS: HOUR_S },
  ];
}

/** Subject of a request's limit: its account, its token, or the address of an anonymous caller. */
export function requestLimit({ rates, caller, clientAddress }: AttemptContext): Limit {
  if (caller.kind === "anonymous") {
    const subject = `request/address/${networkOf(clientAddress)}`;
    return { subject, max: rates.requestsPerAddressAndMinute, windowS: MINUTE_S };
  }
  const subject = `request/${caller.kind}/${subjectOf(caller)}`;
  return { subject, max: rates.apiPerAccountAndMinute, windowS: MINUTE_S };
}

/** The limit of a collector's writes. */
export function collectorLimit(token: string, { writesPerCollectorAndMinute: max }: Rates): Limit {
  return { subject: `collector/${token}`, max, windowS: MINUTE_S };
}

/** The limit of requests to the collectors' endpoints with an unknown token, separate from the pages' limit. */
export function strangerLimit(
  { rates, clientAddress }: Pick<AttemptContext, "rates" | "clientAddress">,
): Limit {
  const subject = `collectors/address/${networkOf(clientAddress)}`;
  return { subject, max: rates.requestsPerAddressAndMinute, windowS: MINUTE_S };
}

/** Identity of a caller for limits: visitors of the demo share its accounts, not its limits. */
export function subjectOf(caller: Exclude<Caller, { kind: "anonymous" }>): string {
  switch (caller.kind) {
    case "account":
      return credentialsOf(caller)?.visitorId ?? caller.accountId;
    case "provider":
      return caller.email;
    case "ingest":
    case "display":
      return caller.projectId;
  }
}

function emailOf(input: unknown): string {
  return emailKey(textOf(input, "email"));
}

/** E-mail address of a sign-in, which OAuth calls a user name. */
export function signInEmail(input: unknown): string {
  return emailOf(input) || textOf(input, "username");
}

function textOf(input: unknown, field: string): string {
  const body = isRecord(input) ? input.body : null;
  const value = isRecord(body) ? body[field] : null;
  return typeof value === "string" ? value : "";
}
