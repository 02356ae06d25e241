import { deepStrictEqual } from "node:assert/strict";
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
