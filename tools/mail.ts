/**
 * `deno task mail`: writes queued mails as `.eml` files, on a machine without a mail server.
 *
 * A written mail stays in the outbox: it is still sent once `SMTP_URL` is set.
 *
 * @module
 */

import MailComposer from "nodemailer/lib/mail-composer/index.js";
import { appConfig } from "@/fresh.config.ts";
import { LETTERS } from "@/lib/app/letters.ts";
import { mailRow } from "@/lib/mail/outbox.ts";
import { outgoing, type SendingOptions } from "@/lib/mail/send_outbox.ts";
import { keys } from "@/lib/store/keys.ts";
import { withStore } from "@/lib/store/open_store.ts";
import { listEntries, type Store } from "@/lib/store/store.ts";
import { epochMs } from "@/lib/web/process.ts";
import { ownUrl } from "@/lib/web/settings.ts";
import { exitCode, UserError } from "./user_error.ts";

const USAGE = `Usage: deno task mail [FOLDER]
  Writes each mail that waits as an .eml file, in "mails" without a folder. They hold codes: keep them to yourself.
The store is the one DENO_KV_PATH names; links lead to PUBLIC_URL, or to this machine.`;

if (import.meta.main) Deno.exit(await exitCode(() => main(Deno.args)));

async function main([folder = "mails", ...others]: readonly string[]): Promise<void> {
  if (folder.startsWith("-") || others.length > 0) throw new UserError(USAGE);
  const config = appConfig();
  const own = config.publicUrl ?? ownUrl(config) ?? `http://127.0.0.1:${config.port}`;
  const origins = () => ({ own, apps: config.appUrls, loginPath: config.loginPath });
  await withStore(config.kvPath, async (store) => {
    const written = await writeMails({ store, from: config.mailFrom, origins }, folder);
    for (const path of written) console.log(path);
    console.log(`Mails written: ${written.length}.`);
  });
}

/** Writes the queued mails that have not expired. @returns their paths */
export async function writeMails(
  options: Pick<SendingOptions, "from" | "origins"> & { store: Store },
  folder: string,
  now = epochMs(),
): Promise<string[]> {
  const rows = await listEntries(options.store, { prefix: keys.outbox.under() }, mailRow);
  const live = rows.filter(({ value }) => value.expiresAt > now);
  if (live.length > 0) await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const written: string[] = [];
  for (const { key, value } of live) {
    const id = String(key.at(-1));
    const mail = await outgoing({ ...options, letters: LETTERS }, id, value);
    if (mail === null) continue;
    const path = `${folder}/${value.kind}-${id}.eml`;
    const composed = new MailComposer({ ...mail, date: new Date(value.queuedAt) });
    await Deno.writeFile(path, await composed.compile().build(), { mode: 0o600 });
    written.push(path);
  }
  return written;
}
