/** Pages whose bytes the app completes before their response exists, in which this build differs from Fresh's. */
import { App } from "fresh";
import { strictEqual } from "node:assert/strict";
import type { State } from "./fixture/state.ts";
import { askerOf, fixtureHandler } from "./fixture_site.ts";

Deno.test("an app completes the bytes of each page it renders, for its own request (here only)", async () => {
  const completePage = (request: Request, page: Uint8Array<ArrayBuffer>) => {
    page[page.indexOf("?".charCodeAt(0))] = request.url.charCodeAt(request.url.length - 1);
  };
  const app = new App<State>({ trustProxy: false, ...{ completePage } });
  for (const path of ["/a", "/b"]) app.route(path, { component: () => <p>é ?</p> });
  const ask = askerOf(await fixtureHandler(app));
  for (const name of ["a", "b", "a"]) {
    strictEqual((await (await ask(`/${name}`)).text()).includes(`<p>é ${name}</p>`), true);
  }
});
