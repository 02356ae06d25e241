import { strictEqual } from "node:assert/strict";
import { options } from "preact";
import { renderToString } from "preact-render-to-string";
import { keepOwnCurrent } from "@/lib/app/site.ts";

/** Marks each link as Fresh marks one to the current page, then copies its attributes as preact's React layer does. */
function markLinks(): void {
  options.vnode = (vnode) => {
    if (vnode.type === "a") vnode.props = { ...vnode.props, ...{ "aria-current": "page" } };
  };
}

Deno.test("keepOwnCurrent() keeps the value that a link was given, and the mark of Fresh on other links", () => {
  const before = options.vnode;
  markLinks();
  keepOwnCurrent(options);
  try {
    strictEqual(
      renderToString(
        <>
          <a href="/list?page=2" aria-current="false">2</a>
          <a href="/list">1</a>
        </>,
      ),
      '<a href="/list?page=2" aria-current="false">2</a><a href="/list" aria-current="page">1</a>',
    );
  } finally {
    if (before === undefined) delete options.vnode;
    else options.vnode = before;
  }
});

Deno.test("keepOwnCurrent() leaves preact as it is where nothing completes links", () => {
  const none = {};
  keepOwnCurrent(none);
  strictEqual("vnode" in none, false);
});
