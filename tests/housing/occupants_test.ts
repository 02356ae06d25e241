import { match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { Role } from "@/lib/identity/roles.ts";
import type { MailWay } from "@/lib/mail/send_outbox.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { aHouse, aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { WAITING } from "@/tests/helpers/a_platform.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { type SiteChoices, type Visitor, withWriter } from "@/tests/helpers/a_site.ts";

interface Place {
  visitor: Visitor;
  ask: CallFunction;
  /** Address of the occupants of a dwelling that drew 2 m³ on 5 January 2026, and 7 on the 20th. */
  path: string;
  /** Address of its series of cold water. */
  series: string;
  at: { projectId: string; houseId: string };
}

function withOccupants(
  test: (place: Place) => Promise<void>,
  roles: Role[] = ["collect"],
  choices?: SiteChoices,
): Promise<void> {
  return withWriter({ roles }, async ({ ask, stored, visitor }) => {
    const series = await aHousingSeries(ask, "EFSV");
    const houseId = await aHouse(ask);
    const second = (date: string) => Date.parse(`${date}T06:00:00Z`) / 1_000;
    const readings = [
      { epochS: second("2026-01-05"), value: 0 },
      { epochS: second("2026-01-05") + 3_600, value: 2 },
      { epochS: second("2026-01-20"), value: 2 },
      { epochS: second("2026-01-20") + 3_600, value: 9 },
    ];
    await stored.append([{ seriesId: storedSeriesId(series, houseId), kind: "index", readings }]);
    const house = `/collect/${PROJECT}/houses/${houseId}`;
    const at = { projectId: PROJECT, houseId };
    await test({ visitor, ask, path: `${house}/occupants`, series: `${house}/${series}`, at });
  }, {
    ...choices,
    residence: {
      project: { ecotouchAdmin: 1 },
      features: { houseMode: 1, houseHourly: 1 },
    },
  });
}

const TYPED = {
  form: "occupancy",
  version: "",
  name: "Ada Morel",
  email: "ada.morel@mail.fr",
  from: "2025-09-01",
  to: "",
  givenOn: "",
  source: "",
  withdrawnOn: "",
};

async function idOf(ask: CallFunction, at: Place["at"]): Promise<string> {
  const listed = await ask("listOccupancies", at);
  ok(listed.ok && listed.answer[0]);
  return listed.answer[0].id;
}

Deno.test("an occupant is added, changed with a consent, ended, and in the file", () =>
  withOccupants(async ({ visitor, ask, path, at }) => {
    match((await visitor.get(path)).text, /Aucun occupant enregistré/);
    const added = await visitor.post(path, TYPED);
    strictEqual(added.headers.get("location"), `${path}?saved=occupants#occupants`);
    const listed = await visitor.get(`${path}?saved=occupants`);
    match(listed.text, /Modifications enregistrées/);
    match(listed.text, /Ada Morel ada.morel@mail.fr 01\/09\/2025 Non/);
    const own = `${path}?occupancy=${await idOf(ask, at)}`;
    const form = await visitor.get(own);
    strictEqual(form.value("email"), "ada.morel@mail.fr");
    const version = form.version();
    const agreed = { ...TYPED, version, givenOn: "2025-09-02", source: "Bail", to: "2026-01-15" };
    strictEqual((await visitor.post(own, agreed)).status, 303);
    const file = await visitor.get(`${path}?csv=semicolon`);
    match(
      file.html,
      /Ada Morel;ada.morel@mail.fr;2025-09-01;2026-01-15;Depuis le 02\/09\/2025 \(Bail\)/,
    );
  }));

Deno.test("days of another occupancy are reported", () =>
  withOccupants(async ({ visitor, path }) => {
    await visitor.post(path, TYPED);
    const taken = await visitor.post(path, { ...TYPED, name: "Bob Roy" });
    strictEqual(taken.status, 409);
    match(taken.text, /Ces dates empiètent sur celles d’un autre occupant/);
    strictEqual(taken.value("name"), "Bob Roy");
    strictEqual((await visitor.post(path, { ...TYPED, form: "x" })).status, 400);
    strictEqual((await visitor.get(`${path}?occupancy=none`)).status, 404);
  }));

Deno.test("an occupant's data are downloaded as a zip, erased, and an occupancy entered by mistake is deleted", () =>
  withOccupants(async ({ visitor, ask, path, at }) => {
    await visitor.post(path, TYPED);
    const id = await idOf(ask, at);
    const zip = await visitor.get(`${path}/${id}`);
    strictEqual(zip.headers.get("content-type"), "application/zip");
    strictEqual(zip.headers.get("cache-control"), "no-store");
    const own = `${path}?occupancy=${id}`;
    strictEqual((await visitor.post(own, { form: "erasure", intent: "remove" })).status, 303);
    const erased = await visitor.get(path);
    match(erased.text, /Personne effacée 01\/09\/2025/);
    ok(!erased.text.includes("Morel"));
    const deletion = { form: "deletion", intent: "remove", version: "" };
    deletion.version = (await visitor.get(own)).version();
    strictEqual((await visitor.post(own, deletion)).status, 303);
    match((await visitor.get(path)).text, /Aucun occupant enregistré/);
    strictEqual((await visitor.get(`${path}/${id}`)).status, 404);
  }));

/** Roles of a user who configures dwellings and invites their occupants. */
const INVITES: Role[] = ["collect", "ecotouch:houses:admin"];

const SENDING: MailWay = {
  ...WAITING,
  carrier: { carry: () => Promise.resolve({ outcome: "sent" }) },
};

// @spec housing.invitations
for (
  const { named, mail, said } of [
    {
      named: "a page says that an occupant's invitation was sent, and to whom",
      mail: SENDING,
      said: /Page du logement Invitation envoyée à ada\.morel@mail\.fr Le mail permet de choisir/,
    },
    {
      named: "a page does not say that an invitation was sent while it waits for a mail server",
      mail: WAITING,
      said:
        /Page du logement L’invitation de ada\.morel@mail\.fr n’est pas encore envoyée Aucun serv/,
    },
  ]
) {
  Deno.test(named, () =>
    withOccupants(
      async ({ visitor, ask, path, at }) => {
        await visitor.post(path, TYPED);
        const own = `${path}?occupancy=${await idOf(ask, at)}`;
        const invited = await visitor.post(own, { form: "invitation" });
        strictEqual(invited.headers.get("location"), `${own}&saved=invitation#invitation`);
        const { text } = await visitor.get(`${own}&saved=invitation`);
        match(text, said);
        ok(!text.includes("Modifications enregistrées"));
        // The message is shown once. Removing an access shows the usual message.
        ok(!/Invitation envoyée|pas encore envoyée/.test((await visitor.get(own)).text));
        const removal = { form: "access-removal", intent: "remove" };
        const removed = await visitor.post(own, removal);
        strictEqual(removed.headers.get("location"), `${own}&saved=access#access`);
        match((await visitor.get(`${own}&saved=access`)).text, /Modifications enregistrées/);
      },
      INVITES,
      { mail },
    ));
}

Deno.test("user who reads dwellings without configuring them does not see the occupants", () =>
  withOccupants(async ({ visitor, path }) => {
    strictEqual((await visitor.get(path)).status, 403);
    strictEqual((await visitor.post(path, TYPED)).status, 403);
    const house = await visitor.get(path.slice(0, path.lastIndexOf("/")));
    strictEqual(house.status, 200);
    ok(!house.text.includes("Occupants"));
  }, ["collect:read"]));

Deno.test("page with a change of occupant shows one occupancy at a time, and so does its file", () =>
  withOccupants(async ({ visitor, path, series }) => {
    await visitor.post(path, { ...TYPED, to: "2026-01-15" });
    await visitor.post(path, { ...TYPED, name: "Bob Roy", from: "2026-01-18" });
    const year = await visitor.get(`${series}/monthly/2026`);
    match(year.text, /L’occupant a changé sur cette période/);
    match(year.text, /occupation du 01\/09\/2025 au 15\/01\/2026/);
    match(year.text, /logement vacant du 16\/01\/2026 au 17\/01\/2026/);
    match(year.text, /L’année précédente n’est montrée que pour les mêmes occupants/);
    match(year.text, /janvier 2026 7 /);
    const former = await visitor.get(`${series}/monthly/2026?on=2026-01-01`);
    match(former.text, /janvier 2026 2 /);
    strictEqual(former.value("on"), "2025-09-01");
    const file = `${series}/monthly/2026?csv=semicolon`;
    match((await visitor.get(file)).html, /\r\n2026-01;7;/);
    match((await visitor.get(`${file}&on=2026-01-01`)).html, /\r\n2026-01;2;/);
  }));

Deno.test("hours are shown of the days an occupant consented to, and a page explains why others are not", () =>
  withOccupants(async ({ visitor, path, series }) => {
    const agreed = { givenOn: "2025-09-01", source: "Bail" };
    await visitor.post(path, { ...TYPED, to: "2026-01-15", ...agreed });
    await visitor.post(path, { ...TYPED, name: "Bob Roy", from: "2026-01-18" });
    match((await visitor.get(`${series}/hourly/2026/01/05`)).text, /07:00 2 /);
    const closed = await visitor.get(`${series}/hourly/2026/01/20`);
    strictEqual(closed.status, 200);
    match(closed.text, /Relevés visibles par jour seulement/);
    ok(!/07:00/.test(closed.text));
    const file = await visitor.get(`${series}/hourly/2026/01/20?csv=semicolon`);
    strictEqual(file.status, 403);
  }));
