/** Which files are islands. */
import { App } from "fresh";
import { Builder } from "fresh/dev";
import { match, rejects } from "node:assert/strict";
import { type Ask, askerOf, withoutConsole, withProject } from "./fixture_site.ts";

async function withSite(
  files: Record<string, string>,
  use: (ask: Ask) => Promise<void>,
): Promise<void> {
  await withProject(files, async (root) => {
    const app = new App().fsRoutes();
    (await new Builder({ root }).build({ snapshot: "memory" }))(app);
    await use(askerOf(app.handler()));
  });
}

Deno.test("every .ts, .tsx, .js and .jsx file of an island folder is an island", async () => {
  const files = {
    "islands/Shown.ts": `import { h } from "preact";
      export function Shown() { return h("b", null, "shown"); }`,
    "routes/(_islands)/Small.js": `import { h } from "preact";
      export function Small() { return h("i", null, "small"); }`,
    "routes/index.tsx": `import { Shown } from "../islands/Shown.ts";
      import { Small } from "./(_islands)/Small.js";
      export default () => <p><Shown /><Small /></p>;`,
  };
  await withSite(files, async (ask) => {
    const html = await (await ask("/")).text();
    match(html, /<b>shown<\/b>.*<i>small<\/i>.*<script type="module"/);
    match(html, /<script type="module".*Shown/);
    match(html, /<script type="module".*Small/);
  });
});

Deno.test("a file beside the islands is imported on the server: what asks for a window there fails (the real Fresh: its build does)", async () => {
  const files = {
    "islands/Map.tsx": `export default function Map() {
      return <b onClick={() => import("./map_tiles.ts")}>map</b>; }`,
    "islands/map_tiles.ts": "export const wide = window.innerWidth;",
    "routes/index.tsx": `import Map from "../islands/Map.tsx"; export default () => <Map />;`,
  };
  const logged = await withoutConsole(() => withSite(files, async (ask) => void await ask("/")));
  match(String(logged[0]?.[0]), /window is not defined/);
});

Deno.test("two islands whose names differ by case alone are refused, by name (here only: there by their script's)", async () => {
  const files = {
    "islands/page/Modals.tsx": "export default () => null;",
    "islands/page/modals.ts": "export function useModals() {}",
    "routes/index.ts": `export const handler = { GET: () => new Response("") };`,
  };
  await withProject(files, async (root) => {
    const building = new Builder({ root }).build({ snapshot: "memory" });
    await rejects(building, /Modals\.tsx and .*modals\.ts: their names differ by case alone/);
  });
});

Deno.test("an island refuses elements of a head outside <Head>, where Fresh's browser code never ends (here only)", async () => {
  const inside = ["svg><title>t</title></svg", "style>{'p{}'}</style", "template></template"];
  for (const [index, element] of inside.entries()) {
    const files = {
      "islands/Drawn.tsx": `export default function Drawn() { return <p><${element}></p>; }`,
      "routes/index.tsx":
        `import Drawn from "../islands/Drawn.tsx"; export default () => <Drawn />;`,
    };
    const logged = await withoutConsole(() => withSite(files, async (ask) => void await ask("/")));
    const name = ["title", "style", "template"][index];
    match(String(logged[0]?.[0]), new RegExp(`<${name}> in island Drawn: only <Head> may hold it`));
  }
});

Deno.test("an island may have a <title> in <Head> (here only)", async () => {
  const files = {
    "islands/Drawn.tsx": `import { Head } from "fresh/runtime";
      export default () => <p><Head><title>of the page</title></Head></p>;`,
    "routes/index.tsx": `import Drawn from "../islands/Drawn.tsx";
      export default () => <html><head></head><body><Drawn /></body></html>;`,
  };
  await withSite(files, async (ask) => match(await (await ask("/")).text(), /<title>of the page/));
});
