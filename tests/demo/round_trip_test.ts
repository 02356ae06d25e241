import { deepStrictEqual, ok } from "node:assert/strict";
import type { Call } from "@/lib/api/call.ts";
import { readOf } from "@/lib/api/parameters.ts";
import { fillPath } from "@/lib/api/routing.ts";
import { type CallName, CALLS } from "@/lib/app/catalogue.ts";
import { namesOf } from "@/lib/base/records.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { DEMO_ORG } from "@/lib/demo/seed/people.ts";
import { siteId } from "@/lib/demo/simulation/site_series.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { withApp } from "@/tests/helpers/an_app.ts";
import { placeIn } from "@/tests/helpers/demo_inputs.ts";

/** The calls that change one part of what their read answers. */
const PARTS: Readonly<Partial<Record<CallName, string>>> = {
  putHeatingSeasons: "seasons",
  putEfficiencySources: "sources",
};

/** Residences of the demo that have, together, all that calls change. */
const RESIDENCES = [0, 1, 2, 3];

// @spec calls.round-trip
Deno.test("what each read answers is accepted by the PUT of the same thing", () =>
  withApp(async (http, built) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const headers = { "x-authtoken": (await signedIn(built, email, password)).token };
    const refused: string[] = [];
    const accepted = new Set<string>();
    for (const name of namesOf(CALLS)) {
      const call: Call = CALLS[name];
      const read = call.method === "PUT" ? readOf(call, CALLS) : null;
      if (read === null) continue;
      for (const rank of RESIDENCES) {
        const place = placeIn(name, call, { orgId: DEMO_ORG.id, projectId: siteId(rank) });
        const answer = await http(`/api${fillPath(read.path, place)}`, { headers });
        const whole = await answer.json();
        if (answer.status !== 200) continue;
        const part = PARTS[name];
        const thing = part !== undefined ? whole[part] : read.path === call.path ? whole : whole[0];
        if (thing === undefined || thing === null) continue;
        const last = /:(\w+)$/.exec(call.path)?.[1] ?? "";
        const id = thing.id ?? thing[last];
        const at = read.path === call.path || id === undefined ? place : { ...place, [last]: id };
        const put = await http(`/api${fillPath(call.path, at)}`, {
          method: "PUT",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(thing),
        });
        const said = await put.text();
        if (put.status < 300) accepted.add(name);
        else refused.push(`${name} ${siteId(rank)} ${put.status} ${said}`);
      }
    }
    deepStrictEqual(refused, []);
    ok(accepted.size > 20, [...accepted].join(" "));
  }, { demo: true }));
