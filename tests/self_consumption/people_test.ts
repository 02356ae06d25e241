import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { CONSUMER_FORM, PRODUCER_FORM, STATUS_FORM } from "@/lib/self_consumption/forms.ts";
import type { Consumer } from "@/lib/self_consumption/schema.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aSeries,
  at,
  ORG,
  someone,
  storedSeries,
  withMember,
} from "@/tests/helpers/a_residence.ts";
import { unzipped } from "@/tests/helpers/file_bytes.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";

const OPERATION = {
  name: "Soleil des Lilas",
  operationNumber: "",
  startDate: "2025-09-01",
  sharing: "static" as const,
};
const ADA = { name: "Ada Morel", email: "ada.morel@mail.fr", consent: null };

interface Place {
  built: TestPlatform;
  ask: CallFunction;
  /** Adds a consumer who takes part from 1 October 2025. */
  consumer(over: Partial<Input<"createConsumer">["body"]>): Promise<string>;
}

function withOperation(test: (place: Place) => Promise<void>): Promise<void> {
  return withMember({ roles: ["collect"] }, async ({ built, ask }) => {
    ok((await ask("putAutoconsumptionInfo", { ...at, body: OPERATION })).ok);
    const consumer = async (over: Partial<Input<"createConsumer">["body"]>) => {
      const body = { name: "Ada Morel", prm: PRM, houseId: null, seriesId: null, sharePercent: 40 };
      const made = await answerOf(ask("createConsumer", { ...at, body: { ...body, ...over } }));
      const consumerId = made.id;
      const status = { status: "active" as const, date: "2025-10-01" };
      ok((await ask("putConsumerStatus", { ...at, consumerId, body: status })).ok);
      return consumerId;
    };
    await test({ built, ask, consumer });
  });
}

/** A dwelling occupied by a user between two days. */
async function occupied(
  ask: CallFunction,
  name: string,
  from: string,
  to: string | null,
  houseId?: string,
) {
  const house = houseId ?? await aHouse(ask);
  const body = { ...ADA, name, from, to };
  const made = await answerOf(ask("createOccupancy", { ...at, houseId: house, body }));
  return { ...at, houseId: house, occupancyId: made.id };
}

async function onlyConsumer(
  ask: CallFunction,
): Promise<Pick<Consumer, "name" | "prm" | "presences">> {
  const config = await answerOf(ask("getAutoconsumptionConfig", at));
  const [consumer] = config.consumers;
  ok(consumer);
  const { name, prm, presences } = consumer;
  return { name, prm, presences };
}

async function exported(ask: CallFunction, occupancy: Awaited<ReturnType<typeof occupied>>) {
  const file = await answerOf(ask("exportOccupant", occupancy));
  return unzipped(file.bytes);
}

Deno.test("an occupant's export contains the days of their own participation and the delivery point", () =>
  withOperation(async ({ ask, consumer }) => {
    const ada = await occupied(ask, "Ada Morel", "2025-09-01", "2026-01-31");
    await consumer({ houseId: ada.houseId });
    const files = await exported(ask, ada);
    deepStrictEqual(JSON.parse(files.get("occupant.json") ?? "").participations, [{
      operation: "Soleil des Lilas",
      name: "Ada Morel",
      prm: PRM,
      sharePercent: 40,
      from: "2025-10-01",
      to: "2026-01-31",
    }]);
    strictEqual(
      files.get("autoconsommation.csv"),
      "\uFEFFOpération;Nom;Point de livraison (PRM);Part de la production (%);Participe depuis le;Jusqu’au\r\n" +
        `Soleil des Lilas;Ada Morel;${PRM};40;2025-10-01;2026-01-31`,
    );
  }));

Deno.test("an export contains days under another user's name without the name", () =>
  withOperation(async ({ ask, consumer }) => {
    const ada = await occupied(ask, "Ada Morel", "2025-09-01", "2026-01-31");
    await occupied(ask, "Bob Roy", "2026-02-01", null, ada.houseId);
    await consumer({ houseId: ada.houseId, name: "Bob Roy" });
    const files = await exported(ask, ada);
    deepStrictEqual(JSON.parse(files.get("occupant.json") ?? "").participations, [{
      operation: "Soleil des Lilas",
      name: null,
      prm: "",
      sharePercent: 40,
      from: "2025-10-01",
      to: "2026-01-31",
    }]);
    ok(![...files.values()].join().includes("Bob"));
  }));

Deno.test("an occupant who never took part finds nothing of the user who did", () =>
  withOperation(async ({ ask, consumer }) => {
    const ada = await occupied(ask, "Ada Morel", "2025-01-01", "2025-09-30");
    const bob = await occupied(ask, "Bob Roy", "2025-10-01", null, ada.houseId);
    await consumer({ houseId: ada.houseId, name: "Bob Roy" });
    deepStrictEqual(
      JSON.parse((await exported(ask, ada)).get("occupant.json") ?? "").participations,
      [],
    );
    ok((await exported(ask, bob)).get("autoconsommation.csv")?.includes("Bob Roy"));
  }));

Deno.test("erasing an occupant removes them from the operation; their days stay in its figures", () =>
  withOperation(async ({ ask, consumer }) => {
    const ada = await occupied(ask, "Ada Morel", "2025-09-01", null);
    await consumer({ houseId: ada.houseId });
    ok((await ask("eraseOccupant", ada)).ok);
    deepStrictEqual(await onlyConsumer(ask), {
      name: "",
      prm: "",
      presences: [{ fromDate: "2025-10-01", toDate: null }],
    });
  }));

Deno.test("erasing a former participant does not erase the user who takes part after them", () =>
  withOperation(async ({ ask, consumer }) => {
    const ada = await occupied(ask, "Ada Morel", "2025-09-01", "2026-01-31");
    await occupied(ask, "Bob Roy", "2026-02-01", null, ada.houseId);
    await consumer({ houseId: ada.houseId, name: "Bob Roy" });
    ok((await ask("eraseOccupant", ada)).ok);
    strictEqual((await onlyConsumer(ask)).name, "Bob Roy");
  }));

Deno.test("consumer without a dwelling is exported with the days of their meter, and erased; the log contains no name", () =>
  withOperation(async ({ built, ask, consumer }) => {
    const seriesId = await aSeries(ask, "ELEC");
    const noon = Date.parse("2025-12-01T11:00:00Z") / 1_000;
    const readings = [{ epochS: noon, value: 10 }, { epochS: noon + 3_600, value: 12.5 }];
    await storedSeries(built).append([{ seriesId, kind: "index", readings }]);
    const consumerId = await consumer({ seriesId, name: "Boulangerie Roy" });
    const file = await answerOf(ask("exportConsumer", { ...at, consumerId }));
    strictEqual(file.fileName, "consommateur-2026-02-10.zip");
    const files = unzipped(file.bytes);
    deepStrictEqual([...files.keys()], [
      "consommateur.json",
      "autoconsommation.csv",
      "releves.csv",
    ]);
    ok(files.get("autoconsommation.csv")?.includes(`;Boulangerie Roy;${PRM};40;2025-10-01;`));
    ok(files.get("releves.csv")?.includes("\r\n2025-12-01;ELEC;2,5;kWh"));
    ok((await ask("eraseConsumer", { ...at, consumerId })).ok);
    strictEqual((await onlyConsumer(ask)).name, "");
    const next = await ask("exportConsumer", { ...at, consumerId });
    ok(next.ok && ![...unzipped(next.answer.bytes).values()].join().includes("Boulangerie"));
    const nobody = { ...at, consumerId: "none" };
    for (const name of ["eraseConsumer", "exportConsumer"] as const) {
      strictEqual(await codeOfCall(ask(name, nobody)), "not-found");
    }
    const admin = await someone(built, { email: "admin@bailleur.fr", isAdmin: true });
    const audit = await answerOf(admin("getAudit", { orgId: ORG }));
    const lines = audit.entries.map(({ action, subject }) => `${action} ${subject}`);
    ok(lines.includes("eraseConsumer Soleil des Lilas"), lines.join("\n"));
    ok(!/Boulangerie|1400000/.test(lines.join("\n")));
  }));

const PRM = "14000000000001";

Deno.test("a delivery point has fourteen digits", () => {
  const errorOf = (prm: string) => PRODUCER_FORM.errors({ name: "T", prm }).prm;
  deepStrictEqual(errorOf(""), { code: "required" });
  deepStrictEqual(errorOf("1400000000000"), { code: "prm" });
  deepStrictEqual(errorOf("1400000000000A"), { code: "prm" });
  strictEqual(errorOf(` ${PRM} `), undefined);
  deepStrictEqual(CONSUMER_FORM.errors({ sharePercent: "101" }), {
    name: { code: "required" },
    prm: { code: "required" },
    sharePercent: { code: "max", max: 100 },
  });
});

Deno.test("consumer changes to one of three states, from a day", () => {
  const typed = { status: "active", date: "2026-01-05" };
  deepStrictEqual(STATUS_FORM.read(typed), typed);
  deepStrictEqual(STATUS_FORM.errors({ ...typed, status: "gone" }), {
    status: { code: "required" },
  });
});
