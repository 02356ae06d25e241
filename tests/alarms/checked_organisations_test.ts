import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { checkOrganisation, mayHaveMails } from "@/lib/alarms/mail_checks.ts";
import type { Services } from "@/lib/api/services.ts";
import type { Scope } from "@/lib/store/cache.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, withResidence } from "@/tests/helpers/a_residence.ts";

const HOUR_MS = 3_600_000;
const NEVER = () => Promise.resolve(Infinity);

function withOrganisation(test: (services: Services, built: TestPlatform) => Promise<void>) {
  return withResidence(async (built) => {
    await test(built.platform.own.services, built);
  });
}

Deno.test("mayHaveMails() is true until an organisation was checked, then once an hour", () =>
  withOrganisation(async (services, { clock }) => {
    strictEqual(await mayHaveMails(services, ORG), true);
    await checkOrganisation(services, ORG, NEVER);
    strictEqual(await mayHaveMails(services, ORG), false);
    strictEqual(await mayHaveMails(services, "another"), true);
    clock.advance(HOUR_MS - 1);
    strictEqual(await mayHaveMails(services, ORG), false);
    clock.advance(1);
    strictEqual(await mayHaveMails(services, ORG), true);
  }));

Deno.test("mayHaveMails() is true from the instant that the check returned, and while the clock is before the check", () =>
  withOrganisation(async (services, { clock }) => {
    await checkOrganisation(services, ORG, () => Promise.resolve(clock.now() + 600_000));
    clock.advance(600_000 - 1);
    strictEqual(await mayHaveMails(services, ORG), false);
    clock.advance(1);
    strictEqual(await mayHaveMails(services, ORG), true);
    clock.advance(-600_000);
    strictEqual(await mayHaveMails(services, ORG), false);
    clock.advance(-1);
    strictEqual(await mayHaveMails(services, ORG), true);
  }));

Deno.test("mayHaveMails() is true once the organisation, its alarms or a residence is written, also during the check", () =>
  withOrganisation(async (services) => {
    const scopes: readonly Scope[] = [
      { kind: "org", id: ORG },
      { kind: "alarms", id: ORG },
      { kind: "project", id: PROJECT },
    ];
    for (const scope of scopes) {
      await checkOrganisation(services, ORG, NEVER);
      strictEqual(await mayHaveMails(services, ORG), false, scope.kind);
      await services.versions.bump([scope]);
      strictEqual(await mayHaveMails(services, ORG), true, scope.kind);
      await checkOrganisation(services, ORG, async () => {
        await services.versions.bump([scope]);
        return Infinity;
      });
      strictEqual(await mayHaveMails(services, ORG), true, `${scope.kind}, during the look`);
    }
  }));

Deno.test("checkOrganisation() does not record a failed check", () =>
  withOrganisation(async (services) => {
    const looks: string[] = [];
    const failing = checkOrganisation(services, ORG, () => {
      looks.push("looked");
      return Promise.reject(new Error("damaged"));
    });
    await rejects(failing, { message: "damaged" });
    deepStrictEqual(looks, ["looked"]);
    strictEqual(await mayHaveMails(services, ORG), true);
  }));
