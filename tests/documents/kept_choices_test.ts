import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { links } from "@/lib/ui/links.ts";
import { ORG } from "@/tests/helpers/a_residence.ts";
import { withVisitor } from "@/tests/helpers/a_site.ts";
import {
  REQUEST,
  setToValidate,
  someDocuments,
  writeRegisters,
} from "@/tests/helpers/some_documents.ts";

// @spec contracting.requests
Deno.test("request with a deposit explains beside each fixed choice why it is kept, and shows it; the other typed values stay", () =>
  withVisitor({ roles: ["collect:documents:write"] }, async ({ site, visitor }) => {
    const { store, platform } = site;
    await writeRegisters(store);
    const other = { name: "Ramonage", emails: ["bureau@ramonage.fr"], archived: false };
    await store.atomic().set(keys.provider(ORG, "v2"), other).commit();
    const [first] = await someDocuments(platform.own.services);
    ok(first);
    await setToValidate(store, { orgId: ORG, requestId: REQUEST, documentId: first.id });
    const path = links.documentRequest(REQUEST);
    const page = await visitor.get(path);
    const names = ["typedocId", "contractId", "firstRequest", "rate", "nbDaysForNewDeadline"];
    const stored = Object.fromEntries(names.map((name) => [name, page.value(name) ?? ""]));
    const version = page.version();
    const typed = { ...stored, form: "request", projects: first.record.projectId, version };
    const refused = await visitor.post(path, { ...typed, providerId: "v2", reminder: "30" });
    strictEqual(refused.status, 409);
    strictEqual(
      refused.message("providerId"),
      "Un document est déjà déposé\u00A0: remettez «\u00A0Chauffage Durand\u00A0», ou créez une autre demande.",
    );
    strictEqual(refused.message("typedocId"), null);
    doesNotMatch(refused.text, /Fermez-la/);
    deepStrictEqual(
      ["providerId", "reminder"].map((name) => refused.value(name)),
      ["v2", "30"],
    );
  }));

// @spec contracting.requests
Deno.test("request with a deposit that is not deleted can be closed, which its page says while it is open", () =>
  withVisitor({ roles: ["collect:documents:write"] }, async ({ site, visitor }) => {
    const { store, platform } = site;
    await writeRegisters(store);
    const [first] = await someDocuments(platform.own.services);
    ok(first);
    await setToValidate(store, { orgId: ORG, requestId: REQUEST, documentId: first.id });
    const path = links.documentRequest(REQUEST);
    const refused = await visitor.post(path, { form: "request", intent: "remove" });
    strictEqual(refused.status, 409);
    match(
      refused.text,
      /Un document a été déposé\u00A0: cette demande ne se supprime pas, mais elle peut être close\./,
    );
    doesNotMatch(refused.text, /là où il sert/);
    strictEqual((await visitor.post(path, { form: "request", intent: "close" })).status, 303);
    const closed = await visitor.post(path, { form: "request", intent: "remove" });
    match(closed.text, /Un document a été déposé\u00A0: cette demande ne se supprime pas\./);
  }));
