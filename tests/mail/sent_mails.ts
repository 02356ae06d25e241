import { type AnyLetter, LETTERS } from "@/lib/app/letters.ts";
import { Outbox, queueMail, type Recipient } from "@/lib/mail/outbox.ts";
import { type SendingOptions, sendOutbox } from "@/lib/mail/send_outbox.ts";
import { type MailTransport, SmtpCarrier } from "@/lib/mail/smtp.ts";
import type { Store } from "@/lib/store/store.ts";
import { type HandClock, withStore } from "@/tests/helpers/fixtures.ts";
import { declared, OF_APP } from "@/tests/helpers/mails.ts";

export const TEST: AnyLetter = { kind: "test", by: "anne@plateforme.example" };
export const ADA: Recipient = { email: "ada@bailleur.fr", name: "Ada Durand" };

/** An outbox, and the job that sends it to a server. */
export interface Sending {
  store: Store;
  clock: HandClock;
  queue(letter: AnyLetter, to?: Recipient[], options?: { expiresAt?: number }): Promise<void>;
  send(url: string): ReturnType<typeof sendOutbox>;
  sendBy(carrier: MailTransport): ReturnType<typeof sendOutbox>;
}

export function withSending(test: (sending: Sending) => Promise<void>): Promise<void> {
  return withStore(async (store, clock) => {
    const outbox = new Outbox(store, clock.now, LETTERS);
    const queue: Sending["queue"] = async (letter, to = [ADA], options = {}) => {
      const mail = await outbox.sealed(declared(letter), { to, ...options });
      const atomic = store.atomic();
      queueMail(atomic, mail);
      await atomic.commit();
    };
    const rest: Omit<SendingOptions, "carrier"> = {
      ...OF_APP,
      store,
      now: clock.now,
      from: "suivi@bailleur.example",
      origins: () => ({ own: "https://suivi.example", apps: {}, loginPath: "/login" }),
    };
    const sendBy = (carrier: MailTransport) => sendOutbox({ ...rest, carrier });
    const send = (url: string) => sendBy(new SmtpCarrier(url));
    await test({ store, clock, queue, send, sendBy });
  });
}
