import { deepStrictEqual } from "node:assert/strict";
import type { Call } from "@/lib/api/call.ts";
import { fillPath } from "@/lib/api/routing.ts";
import { CALLS } from "@/lib/app/catalogue.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { DEMO_ORG, SAMPLE_ORG } from "@/lib/demo/seed/people.ts";
import { demoSites } from "@/lib/demo/seed/site_table.ts";
import { allSites, siteId } from "@/lib/demo/simulation/site_series.ts";
import { signedIn } from "@/tests/helpers/a_platform.ts";
import { type AskApp, withApp } from "@/tests/helpers/an_app.ts";
import { placeIn, QUERIES } from "@/tests/helpers/demo_inputs.ts";
import { EMPTY_ANSWERS, type EmptyAnswers } from "./demo_empty_answers.ts";

function isEmpty(answer: unknown): boolean {
  if (answer === null) return true;
  if (Array.isArray(answer)) return answer.length === 0;
  if (typeof answer !== "object") return false;
  const values = Object.values(answer);
  const lists = values.filter(Array.isArray);
  return values.length === 0 || (lists.length > 0 && lists.every((list) => list.length === 0));
}

/** The outcome of a call in a place: "full", "empty", or the code of its refusal. */
async function outcomeOf(http: AskApp, token: string, path: string): Promise<string> {
  const answer = await http(path, { headers: { "x-authtoken": token } });
  const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
  if (!isJson) return (await answer.arrayBuffer()).byteLength > 0 ? "full" : "empty";
  const body = await answer.json();
  if (answer.status !== 200) return String(body.code);
  return isEmpty(body) ? "empty" : "full";
}

/** The places of a call: residences, organisations, or none. */
function placesOf({ path }: Call): { place: string; orgId: string; projectId: string }[] {
  const residences = allSites().map((_, index) => ({
    place: siteId(index),
    orgId: index < demoSites().length ? DEMO_ORG.id : SAMPLE_ORG.id,
    projectId: siteId(index),
  }));
  if (path.includes(":projectId")) return residences;
  const first = residences.filter(({ place }) => place === "p01" || place === "p23");
  return path.includes(":orgId")
    ? first.map((one) => ({ ...one, place: one.orgId }))
    : first.slice(0, 1).map((one) => ({ ...one, place: "" }));
}

/** The row of the table for a call in a place. */
function expectedOf({ path }: Call, place: string): EmptyAnswers | null {
  return EMPTY_ANSWERS.find(({ calls, where }) =>
    calls.test(path) && (where === null || where.includes(place))
  ) ?? null;
}

// @spec demo.accounts, demo.calls
Deno.test("each read returns data in every residence of the demo, except where the table says why not", () =>
  withApp(async (http, built) => {
    const tokenOf = async (who: "landlord" | "sample") => {
      const { email, password } = DEMO_ACCOUNTS[who];
      return (await signedIn(built, email, password)).token;
    };
    const tokens: Record<string, string> = {
      [DEMO_ORG.id]: await tokenOf("landlord"),
      [SAMPLE_ORG.id]: await tokenOf("sample"),
    };
    const wrong: string[] = [];
    const used = new Set<EmptyAnswers>();
    for (const [name, call] of Object.entries<Call>(CALLS)) {
      if (call.method !== "GET") continue;
      for (const { place, orgId, projectId } of placesOf(call)) {
        const path = fillPath(call.path, placeIn(name, call, { orgId, projectId }));
        const asked = `/api${path}${QUERIES[name] ?? ""}`;
        const outcome = await outcomeOf(http, tokens[orgId] ?? "", asked);
        const row = expectedOf(call, place);
        if (row !== null) used.add(row);
        const expected = row?.answer ?? "full";
        const isSome = expected === "some-empty" && ["full", "empty"].includes(outcome);
        if (outcome !== expected && !isSome) wrong.push(`${name} ${place}: ${outcome}`);
      }
    }
    deepStrictEqual(wrong, []);
    deepStrictEqual(EMPTY_ANSWERS.filter((one) => !used.has(one)).map(({ why }) => why), []);
  }, { demo: true }));
