import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { newSecret } from "@/lib/base/secrets.ts";
import { REFUSED_PAGE_MS, RejectedFormStore } from "@/lib/web/form_store.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

Deno.test("RejectedFormStore.latest() returns the last page stored for a browser that matches, until it expires", () =>
  withStore(async (store, clock) => {
    const pages = new RejectedFormStore(store, clock.now);
    const holder = newSecret();
    const keep = async (path: string, status: number) => {
      clock.advance(1);
      return await pages.keep({ holder, path }, {
        status,
        headers: [],
        bytes: new Uint8Array([1]),
      });
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

const PAGE = { status: 400, headers: [["content-type", "text/html"] as [string, string]] };

Deno.test("RejectedFormStore.keep() stores pages of up to 60,000 bytes, which fit in one value of the store", () =>
  withStore(async (store, { now }) => {
    const pages = new RejectedFormStore(store, now);
    const holder = newSecret();
    const largest = new Uint8Array(60_000).fill(7);
    const id = await pages.keep({ holder, path: "/a" }, { ...PAGE, bytes: largest });
    deepStrictEqual((await pages.find({ holder, path: "/a" }, id ?? ""))?.bytes, largest);
    const larger = { ...PAGE, bytes: new Uint8Array(60_001) };
    strictEqual(await pages.keep({ holder, path: "/a" }, larger), null);
  }));

Deno.test("RejectedFormStore.find() returns a page to its own browser, until it expires or its form is accepted", () =>
  withStore(async (store, clock) => {
    const pages = new RejectedFormStore(store, clock.now);
    const holder = newSecret();
    const page = { ...PAGE, bytes: new Uint8Array([1]) };
    const [first, other] = [{ holder, path: "/a" }, { holder, path: "/b" }];
    const ids = [await pages.keep(first, page), await pages.keep(other, page)];
    const found = async (by = holder) => [
      await pages.find({ ...first, holder: by }, ids[0] ?? "") !== null,
      await pages.find({ ...other, holder: by }, ids[1] ?? "") !== null,
    ];
    deepStrictEqual(await found(), [true, true]);
    deepStrictEqual(await found(newSecret()), [false, false]);
    await pages.forget(first);
    deepStrictEqual(await found(), [false, true]);
    clock.advance(REFUSED_PAGE_MS - 1);
    deepStrictEqual(await found(), [false, true]);
    clock.advance(1);
    deepStrictEqual(await found(), [false, false]);
  }));
