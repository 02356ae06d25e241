import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { AddressService } from "@/lib/residences/address_service.ts";
import type { Store } from "@/lib/store/store.ts";
import { anAccount, callAs, signedIn, withPlatform } from "@/tests/helpers/a_platform.ts";
import { answerOf, type HandClock, withStore } from "@/tests/helpers/fixtures.ts";
import {
  type AddressFault,
  type AddressServer,
  NANCY,
  PAIX,
  UNSURE,
  withAddressServer,
} from "@/tests/tools/map_services.ts";

const FOUND = {
  street: PAIX.name,
  zipCode: PAIX.postcode,
  city: PAIX.city,
  latitude: PAIX.latitude,
  longitude: PAIX.longitude,
  score: PAIX.score,
};
const UNREACHABLE = { ok: false, code: "address-unreachable" } as const;

interface Built {
  server: AddressServer;
  store: Store;
  clock: HandClock;
  /** @param timeoutMs generous where the service answers, short where it does not */
  make(timeoutMs?: number): AddressService;
}

function withService(test: (built: Built) => Promise<void>): Promise<void> {
  return withStore((store, clock) =>
    withAddressServer(async (server) => {
      const make = (timeoutMs = 10_000) =>
        new AddressService({ api: server.url, store, now: clock.now, timeoutMs });
      await test({ server, store, clock, make });
    })
  );
}

Deno.test("AddressService.search() requests one address, and returns it", async () => {
  await withService(async ({ server, make }) => {
    const outcome = await make().search(" 2 rue de la Paix\n75002  PARIS ");
    deepStrictEqual(outcome, { ok: true, answer: FOUND });
    deepStrictEqual(server.asked.map(({ path, query }) => ({ path, query })), [{
      path: "/search",
      query: { q: "2 rue de la paix 75002 paris", autocomplete: "0", limit: "1", index: "address" },
    }]);
  });
});

// @spec projects.address-service
Deno.test("AddressService sends nothing about the caller: no token, no cookie, no referrer", async () => {
  await withService(async ({ server, make }) => {
    await make().search("2 rue de la paix");
    const sent = [...server.asked[0]?.headers.keys() ?? []];
    deepStrictEqual(
      sent.filter((name) => /auth|cookie|token|referer|origin|forwarded/.test(name)),
      [],
    );
  });
});

// @spec projects.addresses
Deno.test("AddressService.search() finds a town without a street, an address with its certainty, or nothing", async () => {
  await withService(async ({ server, make }) => {
    const found = (text: string) => answerOf(make().search(text));
    const town = await found("Nancy");
    deepStrictEqual([town?.street, town?.zipCode], [null, NANCY.postcode]);
    strictEqual((await found("chemin de la côte"))?.score, UNSURE.score);
    strictEqual(await found("rue qui n'existe pas"), null);
    strictEqual(server.asked.length, 3);
    strictEqual(await found(" -- "), null);
    strictEqual(server.asked.length, 3);
  });
});

for (const missing of [undefined, null, ""]) {
  Deno.test(`AddressService accepts an address whose parts are ${JSON.stringify(missing)}`, async () => {
    await withService(async ({ server, make }) => {
      server.changes = { name: missing, postcode: missing, city: missing, type: missing };
      const answer = { ...FOUND, street: null, zipCode: null, city: null };
      deepStrictEqual(await make().search("2 rue de la paix"), { ok: true, answer });
      deepStrictEqual(await make().reverse({ longitude: 2.33059, latitude: 48.86842 }), {
        ok: true,
        answer,
      });
    });
  });
}

Deno.test("AddressService.reverse() returns the address at a place", async () => {
  await withService(async ({ server, make }) => {
    deepStrictEqual(await make().reverse({ longitude: 2.3305871, latitude: 48.8684249 }), {
      ok: true,
      answer: FOUND,
    });
    deepStrictEqual(server.asked[0]?.query, {
      lon: "2.33059",
      lat: "48.86842",
      limit: "1",
      index: "address",
    });
    deepStrictEqual(await make().reverse({ longitude: -30, latitude: 40 }), {
      ok: true,
      answer: null,
    });
  });
});

Deno.test("AddressService caches an answer for a month, for every process on the store", async () => {
  await withService(async ({ server, clock, make }) => {
    await make().search("2 rue de la paix");
    await make().search("2 Rue de la  Paix");
    strictEqual(server.asked.length, 1);
    clock.advance(30 * 24 * 3_600_000);
    await make().search("2 rue de la paix");
    strictEqual(server.asked.length, 2);
  });
});

for (
  const fault of [
    "garbage",
    "html",
    "html-400",
    "huge",
    "down",
    "redirect",
  ] satisfies AddressFault[]
) {
  Deno.test(`AddressService reports an unreachable service when it is ${fault} (QF8)`, async () => {
    await withService(async ({ server, make }) => {
      server.fault = fault;
      deepStrictEqual(await make().search("2 rue de la paix"), UNREACHABLE);
      deepStrictEqual(await make().reverse({ longitude: 2.33, latitude: 48.86 }), UNREACHABLE);
    });
  });
}

for (const fault of ["slow", "slow-body"] satisfies AddressFault[]) {
  Deno.test(`AddressService waits no longer than its timeout when the service is ${fault} (QF8)`, async () => {
    await withService(async ({ server, make }) => {
      server.fault = fault;
      // The server answers only after the test: without a timeout this line never ends.
      deepStrictEqual(await make(100).search("2 rue de la paix"), UNREACHABLE);
    });
  });
}

Deno.test("AddressService reports an unreachable service for a closed port (QF8)", async () => {
  await withStore(async (store, { now }) => {
    const service = new AddressService({ api: "http://127.0.0.1:1", store, now });
    deepStrictEqual(await service.search("2 rue de la paix"), UNREACHABLE);
  });
});

Deno.test("AddressService sends nothing after a 429 until its Retry-After has passed", async () => {
  await withService(async ({ server, clock, make }) => {
    const service = make();
    server.limit = 0;
    const refused = { code: "too-many-requests", retryAt: clock.now() + 5_000 };
    await rejects(service.search("2 rue de la paix"), refused);
    server.limit = Infinity;
    clock.advance(4_999);
    await rejects(service.search("2 rue de la paix"), refused);
    strictEqual(server.asked.length, 1);
    clock.advance(1);
    deepStrictEqual(await service.search("2 rue de la paix"), { ok: true, answer: FOUND });
  });
});

Deno.test("searchAddress and reverseAddress answer any signed-in user, and return when to retry", async () => {
  await withAddressServer((server) =>
    withPlatform(async (built) => {
      await anAccount(built);
      const { ask } = await signedIn(built);
      const found = { ok: true, answer: FOUND } as const;
      deepStrictEqual(await ask("searchAddress", { q: "2 rue de la paix" }), found);
      deepStrictEqual(await ask("reverseAddress", { lon: "2.33059", lat: "48.86842" }), found);
      const nobody = await callAs(built, ANONYMOUS)("searchAddress", { q: "2 rue de la paix" });
      strictEqual(nobody.ok ? "ok" : nobody.code, "not-signed-in");
      server.limit = 0;
      const refused = await ask("searchAddress", { q: "3 rue haute pierre" });
      strictEqual(refused.ok ? "ok" : refused.code, "too-many-requests");
      strictEqual(
        !refused.ok && refused.retryAt,
        new Date(built.clock.now() + 5_000).toISOString(),
      );
    }, { addressApi: server.url })
  );
});

for (const score of [undefined, null]) {
  Deno.test(`AddressService.search() treats a score of ${score} as uncertain`, async () => {
    await withService(async ({ server, make }) => {
      server.changes = { score };
      const outcome = await make().search("2 rue de la paix 75002 paris");
      deepStrictEqual(outcome, { ok: true, answer: { ...FOUND, score: 0 } });
    });
  });
}
