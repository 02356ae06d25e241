import { LETTERS } from "@/lib/app/letters.ts";
import { type MailRow, Outbox } from "@/lib/mail/outbox.ts";
import { sendOutbox } from "@/lib/mail/send_outbox.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { declared, OF_APP } from "@/tests/helpers/letters.ts";
import { costOf, text } from "@/tests/loading/cost.ts";
import { countedStore } from "@/tests/loading/counted_store.ts";
import { withScratchStore } from "@/tests/loading/scratch_store.ts";

const MAILS = 50_000;
const ROWS_PER_COMMIT = 400;
const HOUR_MS = 3_600_000;

/**
 * Cost of a run of the job that sends mails while 50,000 mails are postponed by the servers of
 * their addresses.
 */
export default async function outbox(): Promise<void> {
  await withScratchStore(async (own) => {
    const now = Date.now();
    await putOff(own, now);
    const { store, asked } = countedStore(own);
    const options = {
      ...OF_APP,
      store,
      now: () => now,
      carrier: { carry: () => Promise.reject(new Error("nothing is due")) },
      from: "suivi@bailleur.example",
      origins: () => ({ own: "https://suivi.example", apps: {}, loginPath: "/login" }),
    };
    const startedAt = performance.now();
    await sendOutbox(options);
    const firstMs = performance.now() - startedAt;
    const cost = await costOf(asked)(() => sendOutbox(options));
    console.log(
      `${MAILS.toLocaleString("en")} mails put off: ${text(cost)} a run, ${
        firstMs.toFixed(0)
      } ms the first one`,
    );
  });
}

/** Each was tried once, and waits an hour. */
async function putOff(store: Store, now: number): Promise<void> {
  const outbox = new Outbox(store, () => now, LETTERS);
  const letter = declared({ kind: "test", by: "anne@plateforme.example" });
  const { rows: [sealed] } = await outbox.sealed(letter, { to: [{ email: "a@bailleur.example" }] });
  if (sealed === undefined) throw new Error("No mail");
  const row: MailRow = { ...sealed.row, attempts: 4, nextAt: now + HOUR_MS };
  for (let from = 0; from < MAILS; from += ROWS_PER_COMMIT) {
    const atomic = store.atomic();
    const rows = Array.from({ length: ROWS_PER_COMMIT }, (_, rank) => `m${from + rank}`);
    for (const id of rows) atomic.set(keys.outbox(row.nextAt, id), row);
    await atomic.commit();
  }
}
