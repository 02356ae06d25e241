import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { SmtpCarrier } from "@/lib/backend/mail/transport.ts";
import { ADA, TEST, withSending } from "@/tests/backend/jobs/sent_mails.ts";
import { withPostOffice } from "./a_post_office.ts";

// @spec mail.outbox
Deno.test("mail waits while the settings have no user of its host or a wrong password, then is sent by the right one", () =>
  withSending(({ clock, queue, send }) =>
    withPostOffice(async ({ port, received }) => {
      await queue(TEST);
      const counts = async (user: string) => {
        clock.advance(3_600_000);
        return await send(`smtp://${user}127.0.0.1:${port}`);
      };
      const later = { sentCount: 0, failedCount: 0, laterCount: 1 };
      deepStrictEqual(await counts(""), later);
      deepStrictEqual(await counts("suivi%40b.fr:faux@"), later);
      deepStrictEqual(await counts("suivi%40b.fr:s%2Fcret@"), {
        ...later,
        sentCount: 1,
        laterCount: 0,
      });
      deepStrictEqual(received.map(({ to }) => to), [ADA.email]);
    }, { user: { name: "suivi@b.fr", password: "s/cret" } })
  ));

Deno.test("SmtpCarrier names the host it expects before it is encrypted, whose certificate is for that name", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const carrier = new SmtpCarrier(`smtps://localhost:${listener.addr.port}`);
  const nobody = { name: "", address: ADA.email };
  const mail = { subject: "", text: "", html: "", from: nobody, to: nobody, messageId: "<1@b.fr>" };
  const carried = carrier.carry(mail);
  const socket = await listener.accept();
  const hello = new Uint8Array(4_096);
  const length = await socket.read(hello) ?? 0;
  ok(new TextDecoder("latin1").decode(hello.subarray(0, length)).includes("localhost"));
  socket.close();
  strictEqual((await carried).outcome, "later");
});
