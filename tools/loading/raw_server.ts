/** The least a server can do: the same bytes to whoever asks. `deno serve tools/loading/raw_server.ts FILE TYPE ENCODING`. */
const [file = "", type = "text/html; charset=utf-8", encoding = ""] = Deno.args;
const bytes = Deno.readFileSync(file);
const headers = {
  "content-type": type,
  ...encoding === "" ? {} : { "content-encoding": encoding },
};

export default { fetch: () => new Response(bytes, { headers }) } satisfies Deno.ServeDefaultExport;
