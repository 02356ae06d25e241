import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { mailDocuments } from "@/lib/documents/mail_jobs.ts";
import { makingRecord } from "@/lib/documents/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored } from "@/lib/store/store.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aBoilerRoom,
  anEquipment,
  ORG,
  PROJECT,
  someone,
  withResidence,
} from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import {
  aRequest,
  askedDocuments,
  documentPath,
  pathOfEquipment,
  REQUEST,
  setToValidate,
  someDocuments,
  storedDocuments,
} from "@/tests/helpers/some_documents.ts";

interface Built extends TestPlatform {
  readonly ask: CallFunction;
  readonly deleted: string;
  readonly kept: string;
}

/** A document of each of two boiler rooms, within its reminder window. */
function withBoilerRooms(test: (built: Built) => Promise<void>): Promise<void> {
  return withResidence(async (built) => {
    const roles = ["collect", "collect:documents:write"] as const;
    const ask = await someone(built, { roles });
    const deleted = await aBoilerRoom(ask, "Chaufferie Est");
    const kept = await aBoilerRoom(ask, "Chaufferie Ouest");
    await askedDocuments(built.platform.own.services, {}, { equipment: "boilerroom" });
    await test({ ...built, ask, deleted, kept });
  });
}

async function subjectsOf({ store }: Built) {
  return (await storedDocuments(store)).map(({ record }) => [record.equipmentId, record.state]);
}

const removed = async ({ ask, deleted }: Built) =>
  ok((await ask("deleteEquipment", { projectId: PROJECT, equipmentId: deleted })).ok);

// @spec contracting.viewer, contracting.mails
Deno.test("documents of units with one name say which building each is in: in lists, searches, the viewer and mails", () =>
  withResidence(async (built) => {
    const ask = await someone(built, { roles: ["collect", "collect:documents:write"] });
    for (const name of ["Bâtiment A", "Bâtiment B"]) {
      const parentId = await anEquipment(ask, "building", { name });
      await anEquipment(ask, "cmv", { name: "VMC", parentId });
    }
    const { services } = built.platform.own;
    await askedDocuments(services, {}, { equipment: "cmv" });
    const rows = await answerOf(ask("listDocumentsRunning", { orgId: ORG }));
    const expected = ["Bâtiment A, VMC", "Bâtiment B, VMC"];
    deepStrictEqual(rows.map(({ equipmentName }) => equipmentName).sort(), expected);
    const query = {
      orgId: ORG,
      list: "running",
      sort: "equipment:asc",
      search: "batiment",
    } as const;
    const page = await answerOf(ask("pageDocuments", query));
    deepStrictEqual(page.rows.map(({ equipmentName }) => equipmentName), expected);
    const [first] = page.rows;
    const path = documentPath(first?.id ?? "");
    const info = await answerOf(ask("getDocumentInfo", path));
    strictEqual(info.equipment?.name, "Bâtiment A, VMC");
    ok(await mailDocuments(services));
    const [mail] = await queuedMails(built.store);
    ok(mail?.letter?.kind === "documents-due");
    match(
      JSON.stringify(mail.letter.running),
      /Bâtiment A, VMC.*Bâtiment B, VMC|Bâtiment B, VMC.*Bâtiment A, VMC/,
    );
  }));

// @spec contracting.equipment-gone
Deno.test("documents awaited for an equipment are deleted with it, before any reminder", () =>
  withBoilerRooms(async (built) => {
    const { store, kept, platform: { own: { services } } } = built;
    await removed(built);
    deepStrictEqual(await subjectsOf(built), [[kept, "none"]]);
    ok(await mailDocuments(services));
    const mails = await queuedMails(store);
    strictEqual(mails.length, 2);
    for (const { letter } of mails) {
      ok(letter?.kind === "documents-due");
      strictEqual(letter.running.count, 1);
    }
  }));

// @spec contracting.equipment-gone
Deno.test("the replacement of a refused document is abandoned with its equipment, with an audit line; deposited ones stay", () =>
  withBoilerRooms(async (built) => {
    const { store, deleted, kept } = built;
    const path = await pathOfEquipment(store, deleted);
    await setToValidate(store, path);
    const body = { state: "refused", compliance: null, comment: "Illisible" } as const;
    const ada = await someone(built, {
      email: "v@bailleur.fr",
      isAdmin: true,
      roles: ["collect:documents:write", "collect:documents:validate:write"],
    });
    ok((await ada("validateDocument", { ...path, body })).ok);
    await removed(built);
    deepStrictEqual(
      (await subjectsOf(built)).toSorted(),
      [[deleted, "not-transmitted"], [deleted, "refused"], [kept, "none"]].toSorted(),
    );
    deepStrictEqual(await answerOf(ada("listDocumentsRefused", { orgId: ORG })), []);
    const { entries } = await answerOf(ada("getAudit", { orgId: ORG }));
    const line = entries.find(({ action }) => action === "dropDocuments");
    strictEqual(line?.email, null);
    strictEqual(line.subject, "Attestation d’entretien, Les Lilas, 2026-03-16");
  }));

// @spec contracting.making
Deno.test("a changed document type asks for the documents of its new kind of equipment on the same day", () =>
  withBoilerRooms(async (built) => {
    const { ask, platform: { own: { services } } } = built;
    const listed = await ask("listTypedocs", { orgId: ORG });
    const [typedoc] = listed.ok ? listed.answer : [];
    ok(typedoc);
    const { id: typedocId, organizationId: _, archived: _a, ...fields } = typedoc;
    const body = { ...fields, equipment: null };
    ok((await ask("putTypedoc", { orgId: ORG, typedocId, body })).ok);
    await someDocuments(services);
    deepStrictEqual(await subjectsOf(built), [[null, "none"]]);
  }));

// @spec contracting.making
Deno.test("an equipment is deleted although more requests are about its kind than one commit may change", () =>
  withBoilerRooms(async (built) => {
    const { store } = built;
    const request = aRequest({ close: true });
    const mark = { version: "", day: "2026-02-10", isDone: true };
    for (let from = 0; from < 1_200; from += 300) {
      const atomic = store.atomic();
      for (let rank = from; rank < from + 300; rank++) {
        atomic.set(keys.documentRequest(ORG, `many${rank}`), request)
          .set(keys.documentMaking(ORG, `many${rank}`), mark);
      }
      ok((await atomic.commit()).ok);
    }
    await removed(built);
    const making = await listStored(store, keys.documentMaking.under(ORG), makingRecord);
    // Its own documents are made again at once, those of the others by the job.
    const done = making.filter(({ record: { isDone } }) => isDone).map(({ id }) => id);
    deepStrictEqual(done, [REQUEST]);
  }));
