/** Sends a mail to an SMTP server within limits, and tells what became of it. @module */

import { connect, type Socket } from "node:net";
import type { Readable } from "node:stream";
import { type MailText, writeUnanswered } from "./text.ts";

export interface OutgoingMail extends MailText {
  from: { name: string; address: string };
  to: { name: string; address: string };
  /** The same at each attempt, so that a duplicate is displayed once. */
  messageId: string;
  headers?: Readonly<Record<string, string>>;
}

/** Automatic repliers leave such a mail alone (RFC 3834), so that the sender's mailbox holds what is returned. */
export const WRITTEN_BY_A_PROGRAM = { "Auto-Submitted": "auto-generated" } as const;

/**
 * Result of a mail: sent; refused for good, for its recipient or its content; or to be retried. `isHostDown` when no
 * other mail could be sent either; `isAddress` when its server refuses the address.
 */
export type Carried =
  | { readonly outcome: "sent" }
  | { readonly outcome: "refused"; readonly answer: string; readonly isAddress: boolean }
  | {
    readonly outcome: "later";
    readonly answer: string;
    readonly isHostDown: boolean;
    readonly isAddress: boolean;
  };

export interface MailTransport {
  carry(mail: OutgoingMail): Promise<Carried>;
}

/** Time limit of each step of the dialogue with a host, ms. */
const WAIT_MS = 10_000;
/** Time limit of the whole dialogue, ms: a step with an answer that never ends has none of its own. */
const DIALOGUE_MS = 120_000;

const PORTS: Readonly<Record<string, number>> = { "smtp:": 587, "smtps:": 465 };

/**
 * Sends mails by SMTP.
 *
 * `smtps:` is encrypted from the first byte; `smtp:` uses STARTTLS, which a remote host must offer
 * unless the address ends in `?tls=optional`.
 */
export class SmtpCarrier implements MailTransport {
  readonly #url: URL;

  /**
   * @param url `smtp://user:password@host:port` or `smtps://…`
   * @param dialogueMs time limit of a dialogue, ms
   */
  constructor(url: string, private readonly dialogueMs = DIALOGUE_MS) {
    this.#url = new URL(url);
  }

  async carry(mail: OutgoingMail): Promise<Carried> {
    let isWhole = false;
    try {
      const sender = await mailer(optionsOf(this.#url, this.dialogueMs));
      sender.use("stream", ({ message }, done) => {
        message.processFunc((content) => content.once("end", () => isWhole = true));
        done();
      });
      await sender.sendMail(mail);
      return { outcome: "sent" };
    } catch (fault) {
      return carriedOf(fault, isWhole);
    }
  }
}

interface SmtpOptions {
  host: string;
  port: number;
  secure: boolean;
  requireTLS: boolean;
  ignoreTLS: boolean;
  /** Host name sent in EHLO: the real one is private, and reading it needs a permission. */
  name: string;
  auth?: { user: string; pass: string };
  connectionTimeout: number;
  greetingTimeout: number;
  socketTimeout: number;
  getSocket: ReturnType<typeof socketWithin>;
}

function optionsOf(
  { protocol, hostname, port, username, password, searchParams }: URL,
  dialogueMs: number,
) {
  const host = hostname.replace(/^\[|\]$/g, "");
  const isHere = host === "localhost" || host === "::1" || host.startsWith("127.");
  const secure = protocol === "smtps:";
  const options: SmtpOptions = {
    host,
    port: Number(port) || (PORTS[protocol] ?? 587),
    secure,
    ignoreTLS: isHere && !secure,
    requireTLS: !isHere && !secure && searchParams.get("tls") !== "optional",
    name: "localhost",
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    getSocket: socketWithin(dialogueMs),
  };
  if (username !== "") {
    options.auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  }
  return options;
}

/**
 * Opens connections that end with their dialogue: the package would resolve names itself, which needs a permission the
 * server does not have.
 */
function socketWithin(dialogueMs: number) {
  return ({ host, port }: { host: string; port: number }, done: SocketDone): void => {
    const socket = connect({ host, port });
    opened(socket, done);
    limited(socket, dialogueMs);
  };
}

type SocketDone = (fault: Error | null, socket?: { connection: Socket }) => void;

/** Ends a dialogue that takes too long, also one that the package has given up. */
function limited(socket: Socket, dialogueMs: number): void {
  const end = setTimeout(() => socket.destroy(new Error("The dialogue took too long")), dialogueMs);
  socket.once("close", () => clearTimeout(end));
}

function opened(socket: Socket, done: SocketDone): void {
  const giveUp = setTimeout(() => socket.destroy(new Error("No connection in time")), WAIT_MS);
  const failed = (fault: Error) => {
    clearTimeout(giveUp);
    done(Object.assign(fault, { code: "ECONNECTION" }));
  };
  socket.once("error", failed);
  socket.once("connect", () => {
    clearTimeout(giveUp);
    socket.off("error", failed);
    // SMTP is a dialogue of short lines, which must not wait for each other.
    socket.setNoDelay(true);
    done(null, { connection: socket });
  });
}

interface Mailer {
  sendMail(mail: OutgoingMail): Promise<unknown>;
  /** Called with each message before it is sent. */
  use(step: "stream", plugin: (mail: ComposedMail, done: () => void) => void): unknown;
}

interface ComposedMail {
  readonly message: { processFunc(through: (content: Readable) => Readable): void };
}

/** Loaded with the first mail: a package that is named in the server itself is looked for at each start. */
async function mailer(options: SmtpOptions): Promise<Mailer> {
  const { Mailer, SmtpTransport } = await import("./nodemailer_smtp.ts");
  return new Mailer(new SmtpTransport(options), {}, {});
}

/** Answer to a sender without a user (RFC 4954 §6): the settings lack one, and no other mail could be sent either. */
const SIGN_IN_REQUIRED = 530;

/** Answer of a server that closes its service, at any command (RFC 5321 §3.8): it says nothing about the mail. */
const SERVICE_CLOSING = 421;

/**
 * 5xx to a recipient or to a content is final; other errors may be temporary, an answer that is not one of SMTP included.
 *
 * @spec mail.lost-answers
 * @param isWhole true when the whole mail was sent: without an answer, its arrival is unknown
 */
function carriedOf(fault: unknown, isWhole: boolean): Carried {
  const { code, command, responseCode, response, message } = faultFacts(fault);
  const answer = (response || message).replaceAll(/\s+/g, " ").slice(0, 300);
  // The package itself refuses a mail without an answer of the server.
  const isUnreadable = responseCode === 0 && response !== "";
  const isAboutMail = (code === "EENVELOPE" || code === "EMESSAGE") &&
    responseCode !== SIGN_IN_REQUIRED && !isUnreadable;
  const isClosing = responseCode === SERVICE_CLOSING;
  const isAddress = isAboutMail && command === "RCPT TO" && !isClosing;
  if (isAboutMail && (responseCode === 0 || responseCode >= 500)) {
    return { outcome: "refused", answer, isAddress };
  }
  if (isAboutMail) return { outcome: "later", answer, isHostDown: isClosing, isAddress };
  const reply = `${code} ${answer}`.trim();
  const words = isWhole ? writeUnanswered(reply) : reply;
  return { outcome: "later", answer: words, isHostDown: true, isAddress };
}

function faultFacts(fault: unknown) {
  const facts = Object(fault);
  const text = (name: string) => String(Reflect.get(facts, name) ?? "");
  return {
    code: text("code"),
    command: text("command"),
    responseCode: Number(Reflect.get(facts, "responseCode") ?? 0),
    response: text("response"),
    message: text("message"),
  };
}
