import { match, ok } from "node:assert/strict";
import { keys } from "@/lib/backend/kv/keys.ts";
import { anAccount } from "@/tests/backend/a_platform.ts";
import { withSite } from "@/tests/routes/screens/a_site.ts";

const PATH = "/platform/mails";

Deno.test("the list of mails says how many of them it shows", () =>
  withSite(async (site) => {
    await anAccount(site, { email: "racine@plateforme.fr", platformAdmin: true });
    const root = site.visitor();
    await root.signIn("racine@plateforme.fr");
    const shown = async () => (await root.get(PATH)).text.replace(/\s+/g, " ");
    await root.post(PATH, { email: "a@b.fr" });
    match(await shown(), /Mails en attente ou abandonnés Destinataire/);
    const [queued] = await Array.fromAsync(site.store.list({ prefix: keys.outbox.under() }));
    ok(queued);
    const atomic = site.store.atomic();
    for (let rank = 0; rank < 100; rank++) {
      atomic.set(keys.outbox(rank, `mail${rank}`), queued.value);
    }
    await atomic.commit();
    match(
      await shown(),
      /101 mails en attente.*Mails en attente ou abandonnés : 100 sur 101 Destinataire/,
    );
  }));
