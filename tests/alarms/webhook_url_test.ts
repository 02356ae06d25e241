import { strictEqual } from "node:assert/strict";
import { isWebhookUrl } from "@/lib/alarms/report_settings.ts";

// @spec alarms.webhooks
Deno.test("isWebhookUrl() is true for http and https, without credentials, up to 500 characters", () => {
  const long = (length: number) => "https://ici.fr/".padEnd(length, "a");
  for (const url of ["https://ici.fr/a?b=c", "http://192.0.2.1:8080", long(500)]) {
    strictEqual(isWebhookUrl(url), true, url);
  }
  const wrong = [
    "",
    "ici.fr",
    "ftp://ici.fr",
    "javascript:alert(1)",
    "https://ada@ici.fr",
    "https://:secret@ici.fr",
    "https://",
    long(501),
  ];
  for (const url of wrong) strictEqual(isWebhookUrl(url), false, url);
});
