import { besideAnother } from "./two_servers.ts";

Deno.test("QF10 small: two servers on one file show each other's writes, and send each mail once", async () => {
  await besideAnother({ rounds: 2, mails: 8 });
});
