/** A mail server on this machine, which stores the mails it receives. @module */

import type { Buffer } from "node:buffer";
import type { Socket } from "node:net";
import { SmtpCarrier } from "@/lib/mail/smtp.ts";
import { simpleParser, SMTPServer } from "@/tests/npm/mail.ts";
import { WAITING } from "./a_platform.ts";

/** A mail as its recipient reads it. */
export interface ReceivedMail {
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** The message as received. */
  source: string;
}

/** The server's answer for a recipient: null to accept, or a code and words to refuse. */
export type RecipientRule = (address: string) => { code: number; words: string } | null;

/**
 * The server's answer to a mail: null to accept, a code and words to refuse, or it closes the
 * connection without an answer, before or after accepting.
 */
export type DataRule = () => ReturnType<RecipientRule> | "closed" | "answer-lost";

/** Behaviour of the mail server. */
interface PostOfficeChoices {
  /** The port to listen on; a free one when omitted. */
  port?: number;
  recipient?: RecipientRule;
  data?: DataRule;
  /** Whether it offers STARTTLS. */
  startTls?: boolean;
  /** The user whose mails alone it accepts; anyone's when omitted. */
  user?: Readonly<{ name: string; password: string }>;
}

/** A mail server and the mails it has received. */
export interface PostOffice {
  url: string;
  port: number;
  received: ReceivedMail[];
  /** Resolves with the mails once there are `count` of them. */
  after(count: number): Promise<ReceivedMail[]>;
}

/** Runs a test with a mail server. */
export async function withPostOffice<T>(
  test: (office: PostOffice) => Promise<T>,
  { port = 0, recipient = () => null, data = () => null, startTls = false, user }:
    PostOfficeChoices = {},
): Promise<T> {
  const received: ReceivedMail[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const sockets = new Map<number, Socket>();
  const server = new SMTPServer({
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disabledCommands: [
      ...(startTls ? [] : ["STARTTLS"]),
      ...(user === undefined ? ["AUTH"] : []),
    ],
    onAuth({ username, password }, _, done) {
      const isUser = username === user?.name && password === user?.password;
      if (isUser) done(null, { user: username });
      else done(new Error("Not this user"));
    },
    disableReverseLookup: true,
    onRcptTo({ address }: { address: string }, _: unknown, done: (fault?: Error) => void) {
      const refusal = recipient(address);
      done(refusal === null ? undefined : faultOf(refusal));
    },
    onData(
      stream: AsyncIterable<Buffer>,
      session: { envelope: { rcptTo: { address: string }[] }; remotePort: number },
      done: (fault?: Error) => void,
    ) {
      readMail(stream, session.envelope.rcptTo.map(({ address }) => address).join(" ")).then(
        (mail) => {
          const said = data();
          if (said !== null && typeof said === "object") return done(faultOf(said));
          if (said === "closed") return void sockets.get(session.remotePort)?.destroy();
          received.push(mail);
          if (said === "answer-lost") sockets.get(session.remotePort)?.destroy();
          else done();
          for (const { count, resolve } of waiting) if (received.length >= count) resolve();
        },
        done,
      );
    },
  });
  server.server.on("connection", (socket: Socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.on("close", () => sockets.delete(remotePort));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.server.address();
  const bound = typeof address === "object" ? address?.port ?? 0 : 0;
  const after = async (count: number) => {
    if (received.length < count) {
      await new Promise<void>((resolve) => waiting.push({ count, resolve }));
    }
    return received;
  };
  try {
    return await test({ url: `smtp://127.0.0.1:${bound}`, port: bound, received, after });
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

/** Mails of a platform through this server, with links to the given origin. */
export function mailBy({ url }: PostOffice, own = () => "https://suivi.example") {
  const origins = () => ({ own: own(), apps: {}, loginPath: "/login" });
  return { ...WAITING, carrier: new SmtpCarrier(url), origins };
}

function faultOf({ code, words }: { readonly code: number; readonly words: string }): Error {
  return Object.assign(new Error(words), { responseCode: code });
}

async function readMail(stream: AsyncIterable<Buffer>, to: string): Promise<ReceivedMail> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const source = await new Blob(chunks.map((chunk) => new Uint8Array(chunk))).text();
  const mail = await simpleParser(source);
  return {
    to,
    from: mail.from?.text ?? "",
    subject: mail.subject ?? "",
    text: mail.text ?? "",
    html: mail.html || "",
    messageId: mail.messageId ?? "",
    source,
  };
}
