import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { displayModeOf, seedDisplay } from "@/lib/demo/seed/messages.ts";
import { demoSites } from "@/lib/demo/seed/site_table.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import { displayContactRecord, displayMessageRecord } from "@/lib/display/records.ts";
import { messagesOn } from "@/lib/display/screen_pages.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored } from "@/lib/store/store.ts";
import { NOW, withStore } from "@/tests/helpers/fixtures.ts";

const TODAY = "2026-02-10";

// @spec display.demo
Deno.test("the demo has residences without a screen, with messages of the day, and with contacts only", () =>
  withStore(async (store) => {
    await seedDisplay(store, NOW);
    const counts = { "none": 0, "normal": 0, "no-current": 0 };
    for (const index of demoSites().keys()) {
      const mode = displayModeOf(index);
      counts[mode]++;
      const [messages, contacts] = await Promise.all([
        listStored(store, keys.displayMessage.under(siteId(index)), displayMessageRecord),
        listStored(store, keys.displayContact.under(siteId(index)), displayContactRecord),
      ]);
      const all = messages.map(({ record }) => record);
      strictEqual(messagesOn(all, TODAY).length > 0, mode === "normal");
      strictEqual(all.length > 0, mode !== "none");
      strictEqual(contacts.length > 0, mode !== "none");
      // B §9 "display priorities 1 to 3".
      ok(all.every(({ priority }) => priority >= 1 && priority <= 3));
    }
    deepStrictEqual(Object.values(counts).map((count) => count >= 7), [true, true, true]);
  }));
