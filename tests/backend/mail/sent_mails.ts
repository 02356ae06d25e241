import { type SendingOptions, sendOutbox } from "@/lib/backend/jobs/send_outbox.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { Outbox, queueMail, type Recipient } from "@/lib/backend/mail/outbox.ts";
import { type Carrier, SmtpCarrier } from "@/lib/backend/mail/transport.ts";
import type { Letter } from "@/lib/text/mails.ts";
import { type HandClock, withStore } from "@/tests/backend/fixtures.ts";

export const TEST: Letter = { kind: "test", by: "anne@plateforme.example" };
export const ADA: Recipient = { email: "ada@bailleur.fr", name: "Ada Durand" };

/** An outbox, and the job that sends it to a server. */
export interface Sending {
  store: Store;
  clock: HandClock;
  queue(letter: Letter, to?: Recipient[], options?: { expiresAt?: number }): Promise<void>;
  send(url: string): ReturnType<typeof sendOutbox>;
  sendBy(carrier: Carrier): ReturnType<typeof sendOutbox>;
}

export function withSending(test: (sending: Sending) => Promise<void>): Promise<void> {
  return withStore(async (store, clock) => {
    const outbox = new Outbox(store, clock.now);
    const queue: Sending["queue"] = async (letter, to = [ADA], options = {}) => {
      const mail = await outbox.sealed(letter, { to, ...options });
      const atomic = store.atomic();
      queueMail(atomic, mail);
      await atomic.commit();
    };
    const rest: Omit<SendingOptions, "carrier"> = {
      store,
      now: clock.now,
      from: "suivi@bailleur.example",
      origins: () => ({ own: "https://suivi.example", apps: {}, loginPath: "/login" }),
    };
    const sendBy = (carrier: Carrier) => sendOutbox({ ...rest, carrier });
    const send = (url: string) => sendBy(new SmtpCarrier(url));
    await test({ store, clock, queue, send, sendBy });
  });
}
