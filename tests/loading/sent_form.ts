import type { Visited, Visitor } from "@/tools/serving/visitor.ts";

/** A form with a file, as a browser without a script sends it. */
export async function sendFile(
  visitor: Visitor,
  path: string,
  { file, fields }: { readonly file: string; readonly fields: Readonly<Record<string, string>> },
): Promise<Visited> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new File([file], "fichier.csv", { type: "text/csv" }));
  const request = new Response(form);
  const type = request.headers.get("content-type") ?? "";
  const body = await request.text();
  return await visitor.ask(path, { method: "POST", body, headers: { "content-type": type } });
}
