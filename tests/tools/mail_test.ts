import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { LETTERS } from "@/lib/app/letters.ts";
import { Outbox, outboxReport, queueMail } from "@/lib/mail/outbox.ts";
import { NOW, withStore } from "@/tests/helpers/fixtures.ts";
import { declared } from "@/tests/helpers/mails.ts";
import { simpleParser } from "@/tests/npm/mail.ts";
import { writeMails } from "@/tools/mail.ts";
import { inFolder } from "./folders.ts";

Deno.test("deno task mail writes the queued mails in a standard format, and leaves them queued", () =>
  withStore(async (store, { now }) => {
    await inFolder(async (folder) => {
      const outbox = new Outbox(store, now, LETTERS);
      const letter = declared({ kind: "reset-code", code: "abcd-efgh-jkmn", app: "home" });
      const to = [{
        email: "lea@bailleur.fr",
        name: "Léa Petit-Évêque, dite « Lou » à la résidence",
      }];
      const atomic = store.atomic();
      queueMail(atomic, await outbox.sealed(letter, { to, expiresAt: NOW + 1_800_000 }));
      queueMail(atomic, await outbox.sealed(letter, { to, expiresAt: NOW }));
      await atomic.commit();
      const origins = () => ({ own: "https://suivi.example", apps: {}, loginPath: "/login" });
      const written = await writeMails({ store, from: "a@b.fr", origins }, `${folder}/mails`, NOW);
      strictEqual(written.length, 1, "a code that is over is not written");
      match(written[0] ?? "", /\/reset-code-[\w-]{16}\.eml$/);
      const mail = await simpleParser(await Deno.readTextFile(written[0] ?? ""));
      strictEqual(mail.subject, "Eco-Platform\u00A0: votre code pour un nouveau mot de passe");
      const [recipient] = Array.isArray(mail.to) ? mail.to : [mail.to];
      deepStrictEqual(recipient?.value, [{
        address: "lea@bailleur.fr",
        name: "Léa Petit-Évêque, dite « Lou » à la résidence",
      }]);
      match(mail.text ?? "", /abcd-efgh-jkmn/);
      ok((mail.html || "").includes("https://suivi.example/reset-password?"));
      strictEqual(mail.date?.getTime(), NOW);
      strictEqual((await outboxReport(store)).waitingCount, 2);
    });
  }));
