import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { Call } from "@/lib/api/call.ts";
import { parameterNames } from "@/lib/api/routing.ts";
import { CALLS, isCallName } from "@/lib/app/catalogue.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { keys } from "@/lib/store/keys.ts";
import { callAs, withPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, withResidence } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import {
  aLink,
  callAsProvider,
  PROVIDER,
  PROVIDER_CALLS,
  PROVIDER_EMAIL,
  REQUEST,
  writeProvider,
} from "@/tests/helpers/some_documents.ts";

// @spec providers.new-link
Deno.test("askNewLinkProvider mails a link, and answers the same for an unknown address", () =>
  withPlatform(async (built) => {
    await writeProvider(built);
    const ask = callAs(built, ANONYMOUS);
    const known = await ask("askNewLinkProvider", {
      body: { email: PROVIDER_EMAIL.toUpperCase() },
    });
    const unknown = await ask("askNewLinkProvider", { body: { email: "nobody@x.example" } });
    deepStrictEqual(unknown, known);
    deepStrictEqual(known, { ok: true, answer: null });
    const mails = await queuedMails(built.store);
    deepStrictEqual(mails.map(({ to }) => to), [PROVIDER_EMAIL]);
    const letter = mails[0]?.letter;
    ok(letter?.kind === "provider-link");
    const caller = await built.platform.identities.byToken(letter.token, "header");
    deepStrictEqual(caller.kind === "provider" && caller.providers, [
      { orgId: ORG, providerId: PROVIDER },
    ]);
  }));

// @spec providers.reach
Deno.test("provider may call their documents, their identity and the landlords that ask; nothing else of the catalogue", () =>
  withResidence(async (built) => {
    await writeProvider(built);
    const token = await aLink(built);
    const caller = await built.platform.identities.byToken(token, "header");
    const place = {
      orgId: ORG,
      projectId: PROJECT,
      requestId: REQUEST,
      documentId: "d1",
      year: "2026",
    };
    const reached: string[] = [];
    for (const [name, call] of Object.entries<Call>(CALLS)) {
      if (!isCallName(name) || call.access.any.includes("public")) continue;
      const names = parameterNames(call.path);
      const input = Object.fromEntries(names.map((one) => [one, { ...place }[one] ?? "x1"]));
      const result = await built.platform.dispatcher.answerRequest(CALLS[name], {
        input,
        readBody: null,
      }, { caller, clientAddress: "192.0.2.1", requestId: "test" });
      const isRefused = !result.ok &&
        (result.code === "forbidden" || (result.code === "not-found" && names.length > 0));
      if (!isRefused) reached.push(name);
    }
    // Of an unknown document or file, they reach nothing.
    const ofOne = ["deleteWaitingFile", "getDocumentInfo", "getDocumentPdf"];
    const isOfAll = (name: string) => !ofOne.includes(name);
    deepStrictEqual(reached.filter(isOfAll).toSorted(), PROVIDER_CALLS.filter(isOfAll));
  }));

// @spec providers.reach
Deno.test("user of several providers sees the landlords that ask; removing the address ends access at once", () =>
  withPlatform(async (built) => {
    await writeProvider(built);
    await writeProvider(built, { orgId: "o2", providerId: "v2", requestId: "r2" });
    // A landlord that asks for nothing any more, and one that does not have the address.
    await writeProvider(built, { orgId: "o3", providerId: "v3", requestId: "r3" });
    await built.store.atomic().delete(keys.documentRequest("o3", "r3")).commit();
    await writeProvider(built, { orgId: "o4", emails: ["autre@thermalia.example"] });
    const ask = await callAsProvider(built);
    const orgs = await answerOf(ask("listOrgs", {}));
    deepStrictEqual(orgs.map(({ id }) => id), [ORG, "o2"]);
    const me = await answerOf(ask("getMe", {}));
    strictEqual(me.email, PROVIDER_EMAIL);
    const token = await aLink(built);
    const atomic = built.store.atomic();
    for (const [orgId, id] of [[ORG, PROVIDER], ["o2", "v2"], ["o3", "v3"]] as const) {
      atomic.delete(keys.providerOfEmail(PROVIDER_EMAIL, orgId, id));
    }
    await atomic.commit();
    strictEqual((await built.platform.identities.byToken(token, "header")).kind, "anonymous");
  }));
