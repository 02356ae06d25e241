import { deepStrictEqual } from "node:assert/strict";
import { links } from "@/lib/ui/links.ts";
import { allRoutes, isPathOf } from "@/tests/tools/routes.ts";
import { filesUnder, readText } from "@/tools/files.ts";

const ID = "a/b 1";

/** Any argument of a link: an id whose characters must be encoded, and a place with such ids. */
const ANY = Object.assign(Object.create({ toString: () => ID }), {
  projectId: ID,
  houseId: ID,
  orgId: ID,
  requestId: ID,
  documentId: ID,
  boilerRoomId: ID,
  statementId: ID,
  month: "2024-07",
});

/** Links whose argument is an address or a part of one, not an id. */
const OF_PATHS = ["login", "documentList"];

/** The address of each link, without or with its optional arguments. */
function addresses(isWhole: boolean): (readonly [name: string, address: string])[] {
  return Object.entries(links).map(([name, link]: [string, (...any: never[]) => string]) => {
    const count = isWhole ? 5 : link.length;
    return [name, String(Reflect.apply(link, null, Array(count).fill(ANY)))];
  });
}

Deno.test("links: every address is that of a route, whatever the ids in it", async () => {
  const routes = await allRoutes();
  const wrong = addresses(false).filter(([name, address]) => {
    const [path = ""] = address.split(/[?#]/);
    return !OF_PATHS.includes(name) && !routes.some((route) => isPathOf(route, path));
  });
  deepStrictEqual(wrong, []);
});

Deno.test("links: every parameter of an address is read by a page", () => {
  const pages = [...filesUnder("routes", ".ts", ".tsx"), ...filesUnder("lib", ".ts")]
    .filter((path) => path !== "lib/ui/links.ts").map(readText).join("");
  const unread = addresses(true).flatMap(([name, address]) => {
    const query = new URLSearchParams(address.split("#")[0]?.split("?")[1]);
    return [...query.keys()].filter((one) => one !== ID && !pages.includes(`"${one}"`))
      .map((one) => `${name}: ${one}`);
  });
  deepStrictEqual(unread, []);
});
