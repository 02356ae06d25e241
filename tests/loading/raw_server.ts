/**
 * The cheapest possible server: the same answer to every request. `deno serve
 * tests/loading/raw_server.ts FILE TYPE ENCODING`.
 *
 * A page is a string, as in a program that renders it; compressed, it is bytes.
 */
const [file = "", type = "text/html; charset=utf-8", encoding = ""] = Deno.args;
const body = encoding === "" ? Deno.readTextFileSync(file) : Deno.readFileSync(file);
const headers = {
  "content-type": type,
  ...encoding === "" ? {} : { "content-encoding": encoding },
};

export default { fetch: () => new Response(body, { headers }) } satisfies Deno.ServeDefaultExport;
