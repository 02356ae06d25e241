import { strictEqual } from "node:assert/strict";
import { REFUSED_PAGE_MS, RefusedPages } from "@/lib/backend/accounts/refused_pages.ts";
import { newSecret } from "@/lib/backend/accounts/secrets.ts";
import { aClock, withStore } from "@/tests/backend/fixtures.ts";

Deno.test("RefusedPages.latest() returns the last page stored for a browser that matches, until it expires", () =>
  withStore(async (store) => {
    const clock = aClock();
    const pages = new RefusedPages(store, clock.now);
    const holder = newSecret();
    const keep = async (path: string, status: number) => {
      clock.advance(1);
      return await pages.keep(holder, path, { status, headers: [], bytes: new Uint8Array([1]) });
    };
    const latest = async (status: number) =>
      (await pages.latest(holder, (page) => page.status === status))?.id ?? null;
    // Keys are in the order of paths, not of time.
    await keep("/b", 400);
    const last = await keep("/c", 400);
    const other = await keep("/a", 409);
    strictEqual(await latest(400), last);
    strictEqual(await latest(409), other);
    strictEqual(await latest(500), null);
    clock.advance(REFUSED_PAGE_MS - 1);
    strictEqual(await latest(400), null);
    strictEqual(await latest(409), other);
  }));
