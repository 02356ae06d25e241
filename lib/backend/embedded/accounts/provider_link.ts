import type { Handler } from "@/lib/backend/embedded/services.ts";
import { queueMail } from "@/lib/backend/mail/outbox.ts";
import { providersOf } from "@/lib/backend/records/providers.ts";
import { emailKey } from "@/lib/domain/forms/email.ts";

/**
 * Mails a new link to a user of a provider.
 *
 * An unknown address gets the same answer after the same work; only the link and its mail are not stored.
 *
 * @spec providers.new-link
 */
export const askNewLinkProvider: Handler<"askNewLinkProvider"> = async (
  { store, outbox, providerLinks },
  { body },
) => {
  const email = emailKey(body.email);
  const { token, expiresAt, keep } = providerLinks.made(email, { asked: true });
  const [known, mail] = await Promise.all([
    providersOf(store, email),
    outbox.sealed({ kind: "provider-link", token }, { to: [{ email }], expiresAt }),
  ]);
  if (known.length === 0) return { ok: true, answer: null };
  const atomic = store.atomic();
  keep(atomic);
  queueMail(atomic, mail);
  await atomic.commit();
  outbox.hasQueued();
  return { ok: true, answer: null };
};
