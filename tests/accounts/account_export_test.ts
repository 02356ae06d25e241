import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { EXPORT_COLUMNS } from "@/lib/accounts/export_columns.ts";
import { keys } from "@/lib/store/keys.ts";
import { anAccount, signedIn, withPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { flowedBytes, unzipped } from "@/tests/helpers/file_bytes.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { storeAlarm } from "@/tests/helpers/some_alarms.ts";

Deno.test("exportAccount() contains all that is stored about the account, and no secret", () =>
  withPlatform(async (built) => {
    const id = await anAccount(built);
    await anAccount(built, { email: "bob@bailleur.fr" });
    await built.store.atomic()
      .set(keys.org("o1"), { name: "Office Nord" })
      .set(keys.member("o1", id), { isAdmin: true })
      .set(keys.orgOfAccount(id, "o1"), true)
      .set(keys.team("o1", "t1"), { name: "=Relève", roles: [], accountIds: [id], tags: [] })
      .commit();
    const { ask } = await signedIn(built);
    await ask("changeName", { body: { forename: "Ada", surname: "Lovelace" } });
    built.clock.advance(1_000);
    const exported = await answerOf(ask("exportAccount", {}));
    strictEqual(exported.fileName, "compte-2026-02-10.zip");
    const files = unzipped(await flowedBytes(exported));
    deepStrictEqual([...files.keys()], [
      "compte.json",
      "organisations.csv",
      "equipes.csv",
      "roles.csv",
      "logements.csv",
      "rapports-alerte.csv",
      "commentaires-alerte.csv",
      "travaux.csv",
      "suivi.csv",
      "decomptes.csv",
      "indices.csv",
      "annotations.csv",
      "index.csv",
      "demandes-documents.csv",
      "decisions-documents.csv",
      "actions-documents.csv",
      "jetons-residences.csv",
      "pilotage.csv",
      "rapports-demandes.csv",
      "sessions.csv",
      "journal.csv",
    ]);
    const { account, organisations, teams, roles, sessions, actions } = JSON.parse(
      files.get("compte.json") ?? "",
    );
    deepStrictEqual(account, {
      email: "ada@bailleur.fr",
      formerEmails: [],
      forename: "Ada",
      surname: "Lovelace",
      platformAdmin: false,
      createdAt: "2026-02-10T11:00:00.000Z",
    });
    deepStrictEqual(organisations, [{ id: "o1", name: "Office Nord", isAdmin: true }]);
    deepStrictEqual(teams, [{ organisation: "Office Nord", name: "=Relève", roles: [] }]);
    deepStrictEqual([roles, sessions.length], [[], 1]);
    // The audit line of the export is written before the file.
    const subject = "ada@bailleur.fr";
    deepStrictEqual(actions, [
      { at: "2026-02-10T11:00:00.000Z", action: "changeName", subject },
      { at: "2026-02-10T11:00:01.000Z", action: "exportAccount", subject },
    ]);
    strictEqual(files.get("journal.csv")?.split("\r\n").length, 3);
    strictEqual(
      files.get("equipes.csv"),
      "\uFEFFOrganisation;Équipe;Rôles\r\nOffice Nord;'=Relève;",
    );
    const whole = [...files.values()].join("\n");
    ok(!whole.includes("argon2id") && !whole.includes("bob@"));
    const lines = await Array.fromAsync(built.store.list({ prefix: ["audit", "o1"] }));
    match(JSON.stringify(lines.map(({ value }) => value)), /exportAccount/);
  }));

Deno.test("exportAccount() contains the user's own comments on alarms, and none of another user", () =>
  withResidence(async (built) => {
    const alarmId = await storeAlarm(built.store);
    for (
      const [email, text] of [["ada@bailleur.fr", "=Vu"], ["bob@bailleur.fr", "Par Bob"]] as const
    ) {
      const ask = await someone(built, { email, roles: ["collect"] });
      ok((await ask("commentAlarm", { projectId: PROJECT, alarmId, body: { text } })).ok);
      const works = {
        ...{ equipmentId: null, houseId: null, handler: null, reason: text },
        ...{ from: "2026-02-11T07:00:00.000Z", to: "2026-02-11T17:00:00.000Z" },
      };
      ok((await ask("createAlarmMute", { projectId: PROJECT, body: works })).ok);
    }
    const { ask } = await signedIn(built);
    const exported = await answerOf(ask("exportAccount", {}));
    const files = unzipped(await flowedBytes(exported));
    strictEqual(
      files.get("commentaires-alerte.csv"),
      "\uFEFFRésidence;Alerte;Le (UTC);Commentaire\r\n" +
        "Les Lilas;Plus de relevés;2026-02-10T11:00:00.000Z;'=Vu",
    );
    strictEqual(
      files.get("travaux.csv"),
      "\uFEFFRésidence;Travaux;Du (UTC);Au (UTC)\r\n" +
        "Les Lilas;'=Vu;2026-02-11T07:00:00.000Z;2026-02-11T17:00:00.000Z",
    );
    const { alarmComments, alarmMutes } = JSON.parse(files.get("compte.json") ?? "");
    strictEqual(alarmComments.length + alarmMutes.length, 2);
    ok(![...files.values()].join("\n").includes("Par Bob"));
  }));

const VERDICT = {
  residence: "Les Lilas",
  document: "Carnet ECS",
  dueDate: "2026-03-01",
  state: "valid",
  comment: "",
  validatedAt: "2026-02-10T11:00:00.000Z",
} as const;

Deno.test("EXPORT_COLUMNS says whether a document was compliant, and nothing of a refused one", () => {
  const column = EXPORT_COLUMNS.verdicts.find(({ header }) => header === "Conforme");
  deepStrictEqual(
    [true, false, null].map((compliance) => column?.value({ ...VERDICT, compliance })),
    ["oui", "non", ""],
  );
});
