import { deepStrictEqual, ok } from "node:assert/strict";
import { submittedForm } from "@/lib/app/form_registry.ts";
import { markField, NO_MARK } from "@/lib/ui/form_token_field.ts";
import { type SentText, typedTexts } from "@/lib/web/form_values.ts";
import { SITE, withSite } from "@/tests/helpers/a_site.ts";

Deno.test("repeated slashes of a path are one: no redirect leads to the host that they would name", () =>
  withSite(async ({ handler }) => {
    const answered = async (path: string, method = "GET") => {
      const answer = await handler(new Request(SITE + path, { method, redirect: "manual" }));
      await answer.body?.cancel();
      return [answer.status, answer.headers.get("location")] as const;
    };
    deepStrictEqual(await answered("//login"), [200, null]);
    deepStrictEqual(await answered("//evil.example/"), [302, "/evil.example"]);
    for (const path of ["//evil.example//", "//evil.example/a", "/%2f/evil.example/", "//home"]) {
      for (const method of ["GET", "POST", "DELETE"]) {
        const [, location] = await answered(path, method);
        const to = new URL(location ?? "/", SITE);
        ok(to.origin === SITE, `${method} ${path} leads to ${location}`);
      }
    }
  }));

const typed = (sent: readonly SentText[]) => typedTexts(sent, submittedForm(sent));

const shown = (sent: Readonly<Record<string, string>>) =>
  typed(Object.entries(sent)).map(({ label, text }) => `${label}: ${text}`);

// @spec forms.gone
Deno.test("typedTexts() lists each typed value by its label, with a choice and a day in words", () => {
  deepStrictEqual(
    shown({
      [markField(NO_MARK)]: "",
      form: "occupancy",
      version: "v1",
      key: "",
      name: "Ada",
      from: "2026-02-10",
      to: "",
    }),
    ["Nom: Ada", "Entrée: 10/02/2026"],
  );
  deepStrictEqual(
    shown({ grid: "machines", key: "m1", name: "PAC", powerKW: "40", kind: "heat-pump" }),
    ["Nom: PAC", "Puissance: 40\u00A0kW", "Type: Pompe à chaleur"],
  );
});

Deno.test("typedTexts() shows a residence by its labels, and every value of a deposit", () => {
  deepStrictEqual(shown({ name: "Les Lilas", street: "1 rue Haute" }), [
    "Nom: Les Lilas",
    "Numéro et rue: 1 rue Haute",
  ]);
  const deposit = { completionDate: "2026-02-10", "values.0.v1": "7,2" };
  const deposited = ["Date de réalisation: 10/02/2026", "Autre valeur: 7,2"];
  deepStrictEqual(shown(deposit), deposited);
  const untyped = { form: "", version: "v1", "stored.completionDate": "2026-02-09" };
  deepStrictEqual(shown({ ...untyped, ...deposit }), deposited);
  const ofScript = { fileName: "attestation.pdf", mark: "338 17957 attestation.pdf", size: "338" };
  deepStrictEqual(shown({ ...deposit, ...ofScript }), deposited);
});

Deno.test("typedTexts() lists the alarms of a report by their names", () => {
  const sent = [
    ["form", "report"],
    ["name", "Astreinte"],
    ["handler", "building-cmv"],
    ["building-cmv.building", "b1"],
    ["handler", "collect-online"],
    ["picked", "pilot-online"],
  ] as const;
  deepStrictEqual(typed(sent), [
    { label: "Nom", text: "Astreinte" },
    { label: "Alertes", text: "Ventilation" },
    { label: "Alertes", text: "Réception des capteurs" },
  ]);
});

Deno.test("typedTexts() shows no secret, and no id that only the page can name", () => {
  const sent = {
    form: "password",
    username: "ada@bailleur.fr",
    oldpassword: "secret",
    password: "x",
  };
  deepStrictEqual(shown(sent), []);
  deepStrictEqual(shown({ form: "report", webhookSecret: "secret", handler: "leak", name: "A" }), [
    "Nom: A",
  ]);
  deepStrictEqual(shown({ form: "details", seriesId: "s1" }), []);
});
