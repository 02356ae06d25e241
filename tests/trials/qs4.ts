import { strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { allWrites, type Write } from "@/tests/access/foreign_requests.ts";
import { type AppWindow, withApp } from "@/tests/tools/app_under_test.ts";
import { withServer } from "@/tests/tools/loopback.ts";
import { DEMO_PLACE } from "@/tests/tools/routes.ts";
import { UNLIMITED } from "@/tools/serving/unlimited.ts";

const ENCODINGS = ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data"];

/** Loads and fetches besides the forms: a simple one, one of JSON, an image. */
const FETCHES = 3;

/**
 * QS4: a hostile page, first on another port of the site's own host (to which a browser sends Lax
 * cookies), then on another host, tries every route and call that writes from a signed-in reader's
 * browser.
 */
export default async function qs4(): Promise<void> {
  const page = () =>
    new Response("<!DOCTYPE html><title>x</title>", { headers: { "content-type": "text/html" } });
  await withServer(page, (hostile) =>
    withApp(async (app) => {
      const writes = await allWrites(DEMO_PLACE);
      await app.inWindow(async (window) => {
        const before = await marks(window, app.url);
        await window.page.unrouteAll();
        for (const origin of [hostile.url, hostile.url.replace("127.0.0.1", "localhost")]) {
          const statuses = await attacked(window, { origin, site: app.url, writes });
          const acted = Object.keys(statuses).filter((status) => !/^(0|4\d\d|501)$/.test(status));
          const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
          console.log(
            `from ${origin.includes("local") ? "another host" : "another port"}: ` +
              `${writes.length} routes and calls in ${ENCODINGS.length + FETCHES} ways; ` +
              `statuses of the forms: ${counts.join(", ")}`,
          );
          strictEqual(acted.join(), "");
        }
        strictEqual(await marks(window, app.url), before, "what the reader has");
      }, { as: DEMO_ACCOUNTS.landlord });
    }, { settings: UNLIMITED }));
}

interface Attack {
  readonly origin: string;
  readonly site: string;
  readonly writes: readonly Write[];
}

/**
 * Sends each write in every way from the hostile page; returns the number of forms answered with
 * each status.
 */
async function attacked(
  { page }: AppWindow,
  { origin, site, writes }: Attack,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const { method, path } of writes) {
    const url = site + path;
    await page.goto(origin);
    await page.evaluate(fetchAndLoad, [url, method] as const);
    for (const enctype of ENCODINGS) {
      if (enctype !== ENCODINGS[0]) await page.goto(origin);
      const answered = page.waitForNavigation({ waitUntil: "commit" }).catch(() => null);
      await page.evaluate(sendForm, [url, enctype] as const);
      const status = String((await answered)?.status() ?? 0);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }
  return statuses;
}

function sendForm([action, enctype]: readonly [string, string]): void {
  const form = Object.assign(document.createElement("form"), { method: "post", action, enctype });
  form.append(Object.assign(document.createElement("input"), { name: "name", value: "x" }));
  document.body.append(form);
  form.submit();
}

async function fetchAndLoad([url, method]: readonly [string, string]): Promise<void> {
  const credentials = "include";
  const headers = { "content-type": "application/json" };
  const ignore = () => {};
  await fetch(url, { method: "POST", mode: "no-cors", credentials, body: '{"name":1}' })
    .catch(ignore);
  await fetch(url, { method, credentials, headers, body: "{}" }).catch(ignore);
  await new Promise((resolve) => {
    const image = new Image();
    image.onload = image.onerror = resolve;
    image.src = url;
  });
}

/** The reader's residences, name and session: everything an attack could change or end. */
async function marks({ page, go }: AppWindow, site: string): Promise<string> {
  strictEqual(await go("/home"), 200);
  const residences = await page.locator("main table").innerText();
  const me = await page.request.get(`${site}/api/auth/me`);
  const orgs = await page.request.get(`${site}/api/collect/orgs/demo/projects`);
  return [residences, me.status(), await me.text(), await orgs.text()].join("\n");
}
