import { deepStrictEqual, doesNotMatch, match, ok } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { Platform } from "@/lib/app/platform.ts";
import { links } from "@/lib/ui/links.ts";
import { aMember, PROJECT } from "@/tests/helpers/a_residence.ts";
import { handlerOn, SITE, type Site, withSite } from "@/tests/helpers/a_site.ts";
import { type Faults, faultyStore } from "@/tests/helpers/changed_stores.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { readText } from "@/tools/files.ts";

const SCREEN = links.informationScreen(PROJECT);
const QUIET: Faults = { errorRate: 0, conflictRate: 0, delayRate: 0, delayMs: 0 };
const DAY_S = 24 * 3_600;
/** Longest time between two requests of a screen, s. */
const LONGEST_TURN_S = 360;

/** A tablet without JavaScript: it keeps a cookie, and follows the refresh of the last page. */
class Tablet {
  #cookie = "";
  status = 0;
  html = "";

  constructor(private readonly site: Site, public handler: Site["handler"]) {}

  async open(path: string): Promise<void> {
    const answer = await this.handler(
      new Request(SITE + path, { headers: { cookie: this.#cookie, accept: "text/html" } }),
    );
    const cookie = /^screen=[^;]*/.exec(answer.headers.get("set-cookie") ?? "")?.[0];
    if (cookie !== undefined) this.#cookie = cookie;
    this.status = answer.status;
    this.html = await answer.text();
    const header = answer.headers.get("refresh") ?? "";
    const [, meta = header] = /http-equiv="refresh" content="(\d+)/.exec(this.html) ?? [];
    if (answer.status === 303) return;
    const afterS = Number.parseInt(meta);
    ok(afterS > 0 && afterS <= LONGEST_TURN_S, `status ${answer.status} asks again: "${meta}"`);
    this.#afterS = afterS;
  }

  #afterS = 0;

  /** Waits as long as the page says, or longer, and requests it again. */
  async turn(afterS = this.#afterS): Promise<string> {
    this.site.clock.advance(afterS * 1_000);
    await this.open(SCREEN);
    return this.html;
  }

  /** Refreshes for a duration, and returns the statuses of the answers. */
  async during(seconds: number): Promise<number[]> {
    const seen = new Set<number>();
    for (let spentS = 0; spentS < seconds; spentS += this.#afterS) {
      await this.turn();
      seen.add(this.status);
    }
    return [...seen];
  }
}

interface Hall {
  site: Site;
  ask: CallFunction;
  tablet: Tablet;
  faults: Faults;
  /** A token for the tablet, and its id. */
  newToken(): Promise<string>;
  /** Restarts the program on the same store. */
  restart(): Promise<void>;
}

function withHall(test: (hall: Hall) => Promise<void>): Promise<void> {
  return withSite(async (site) => {
    const { ask } = await aMember(site, { roles: ["collect:display:write"] }, {
      features: { display: true },
    });
    const faults = { ...QUIET };
    const started = () => {
      const store = faultyStore(site.store, faults, 1);
      const platform = new Platform({ ...site.platform.options, store });
      return handlerOn(platform, {}, site.clock.now);
    };
    const tablet = new Tablet(site, await started());
    const newToken = async () => {
      const made = await answerOf(
        ask("createDisplayToken", { projectId: PROJECT, body: { name: "Hall" } }),
      );
      await tablet.open(links.informationScreen(PROJECT, made.token));
      await tablet.open(SCREEN);
      return made.id;
    };
    const restart = async () => {
      tablet.handler = await started();
    };
    await test({ site, ask, tablet, faults, newToken, restart });
  });
}

// @spec display.refresh
Deno.test("an unattended screen shows messages, ends them, and survives restarts for more than a year", () =>
  withHall(async ({ ask, tablet, newToken, restart }) => {
    await newToken();
    match(tablet.html, /Aucun message aujourd’hui/);
    const body = { priority: 1, from: "2026-02-11", to: "2026-02-11", message: "Coupure d’eau" };
    ok((await ask("createDisplayMessage", { projectId: PROJECT, body })).ok);
    deepStrictEqual(await tablet.during(DAY_S), [200]);
    match(tablet.html, /mercredi 11 février 2026[^]*Coupure d’eau/);
    await restart();
    deepStrictEqual(await tablet.during(DAY_S), [200]);
    match(tablet.html, /jeudi 12 février 2026[^]*Aucun message aujourd’hui/);
    for (let days = 0; days < 450; days += 30) {
      match(await tablet.turn(30 * DAY_S), /Aucun message aujourd’hui/);
      await restart();
    }
  }));

Deno.test("the screen's style and script work in the browsers of old tablets", () => {
  const newerCss = /var\(|grid|\bgap\b|clamp\(|\bm(?:in|ax)\(|:is\(|:where\(|:has\(|@layer|inset\b/;
  doesNotMatch(readText("static/screen.css"), newerCss);
  const code = readText("static/screen.js").replaceAll(/\/\/.*$/gm, "");
  doesNotMatch(code, /=>|`|\b(?:let|const|class|async|fetch|Promise)\b|\.\.\.|\?\.|\?\?/);
});
