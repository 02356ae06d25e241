import { match, strictEqual } from "node:assert/strict";
import { Field, Tooltip } from "@/components/ui/Field.tsx";
import { drawn, wordsOf } from "@/tests/helpers/drawn.ts";

Deno.test("Tooltip associates its text with the button that shows it", () => {
  const html = drawn(<Tooltip id="q-help" label="Aide : q" text="Pertes comprises." />);
  match(html, /<button type="button" aria-label="Aide : q" aria-describedby="q-help">/);
  match(html, /<span role="tooltip" id="q-help">Pertes comprises\.<\/span>/);
});

Deno.test("Field has a tooltip only when it has a help text", () => {
  const field = { name: "q", label: "q", children: "" };
  match(drawn(<Field {...field} help="Pertes comprises." />), /aria-label="Aide\u00A0: q"/);
  strictEqual(wordsOf(drawn(<Field {...field} />)), "q");
});
