import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { CallError } from "@/lib/base/errors.ts";
import { addressQuery } from "@/lib/residences/address_lookup.ts";
import {
  afterFailure,
  afterMove,
  afterReverse,
  afterSearch,
  editingErrors,
  isEdited,
  openedResidence,
  placeTyped,
  readResidence,
  residenceErrors,
  type ResidenceField,
  type StoredResidence,
  withAddress,
  withAllTouched,
  withTouchedField,
  withTyped,
} from "@/lib/residences/residence_form.ts";
import { readEachProject } from "@/lib/residences/residences.ts";
import type { FoundAddress } from "@/lib/residences/schema.ts";
import { aHousingSeries } from "@/tests/helpers/a_dwelling.ts";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import { aSeries, ORG, PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { LOCATION } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

function typedForm(
  over: Partial<Record<ResidenceField, string>> = {},
): Record<ResidenceField, string> {
  return {
    name: "Les Tilleuls",
    code: "",
    street: "3 rue des Lilas",
    zipCode: "54000",
    city: "Nancy",
    latitude: "",
    longitude: "",
    ...over,
  };
}

function mapped<Value>(lengths: Readonly<Record<string, number>>, of: (length: number) => Value) {
  return Object.fromEntries(
    Object.entries(lengths).map(([name, length]) => [name, of(length)] as const),
  );
}

// @spec projects.fields
Deno.test("residenceErrors() requires name, street, city and five digits", () => {
  deepStrictEqual(residenceErrors(typedForm()), {});
  deepStrictEqual(residenceErrors(typedForm({ name: " ", city: "", zipCode: "" })), {
    name: { code: "required" },
    zipCode: { code: "required" },
    city: { code: "required" },
  });
  deepStrictEqual(residenceErrors(typedForm({ zipCode: "5400A" })), {
    zipCode: { code: "zip-code" },
  });
});

Deno.test("residenceErrors() requires latitude and longitude together, in range", () => {
  const errors = (latitude: string, longitude: string) =>
    residenceErrors(typedForm({ latitude, longitude }));
  deepStrictEqual(errors("48,7", ""), { longitude: { code: "required" } });
  deepStrictEqual(errors("", "6,2"), { latitude: { code: "required" } });
  deepStrictEqual(errors("-90", "180"), {});
  deepStrictEqual(errors("91", "-181"), {
    latitude: { code: "max", max: 90 },
    longitude: { code: "min", min: -180 },
  });
  deepStrictEqual(errors("-91", "181"), {
    latitude: { code: "min", min: -90 },
    longitude: { code: "max", max: 180 },
  });
});

Deno.test("readResidence() trims, reads decimal commas and keeps the tags", () => {
  const values = typedForm({ name: " Les Tilleuls ", latitude: "48,69", longitude: "6.18" });
  deepStrictEqual(readResidence(values, ["v1"]), {
    name: "Les Tilleuls",
    code: "",
    location: {
      street: "3 rue des Lilas",
      zipCode: "54000",
      city: "Nancy",
      latitude: 48.69,
      longitude: 6.18,
    },
    tags: ["v1"],
  });
});

Deno.test("residenceErrors() accepts 30 characters of code, 200 of name and street, and 100 of city, no more", () => {
  const lengths = { name: 200, code: 30, street: 200, city: 100 };
  const texts = (more: number) => typedForm(mapped(lengths, (length) => "x".repeat(length + more)));
  deepStrictEqual(residenceErrors(texts(0)), {});
  deepStrictEqual(
    residenceErrors(texts(1)),
    mapped(lengths, (allowedLength) => ({ code: "maxlength", allowedLength })),
  );
});

Deno.test("placeTyped() is the place, null while either half is missing or wrong", () => {
  deepStrictEqual(placeTyped(typedForm({ latitude: "48,7", longitude: "6.2" })), {
    latitude: 48.7,
    longitude: 6.2,
  });
  deepStrictEqual(placeTyped(typedForm()), null);
  deepStrictEqual(placeTyped(typedForm({ latitude: "48,7" })), null);
  deepStrictEqual(placeTyped(typedForm({ latitude: "98,7", longitude: "6" })), null);
});

const STORED: StoredResidence = {
  values: {
    name: "Les Tilleuls",
    code: "",
    street: "2 Rue de la Paix",
    zipCode: "75002",
    city: "Paris",
    latitude: "48,868425",
    longitude: "2,330587",
  },
  tags: ["nord", "gaz"],
};

const FOUND: FoundAddress = {
  street: "2 Rue de la Paix",
  zipCode: "75002",
  city: "Paris",
  latitude: 48.868425,
  longitude: 2.330587,
  score: 0.96,
};

function typed(over: Partial<StoredResidence["values"]>): StoredResidence {
  return { ...STORED, values: { ...STORED.values, ...over } };
}

Deno.test("addressQuery() is street, postal code and city, without empty parts", () => {
  const { values } = STORED;
  strictEqual(addressQuery({ ...values, city: " Paris " }), "2 Rue de la Paix 75002 Paris");
  strictEqual(addressQuery({ ...values, street: " ", zipCode: "", city: "" }), null);
  strictEqual(addressQuery({ ...values, street: "x".repeat(300) })?.length, 200);
  // As many characters as the call takes: an emoji is one, and is not cut in two.
  strictEqual(addressQuery({ ...values, street: "😀a", zipCode: "", city: "" }), null);
  ok(addressQuery({ ...values, street: `${"x".repeat(199)}😀` })?.isWellFormed());
});

Deno.test("withAddress() fills the location and nothing else, degrees to six decimals; what was not found stays", () => {
  const typed = typedForm({ name: "Les Lilas", latitude: "48,5", longitude: "2,5" });
  const found = { ...FOUND, latitude: 48.8684254, longitude: 2.3305871 };
  deepStrictEqual(withAddress(typed, found), { ...STORED.values, name: "Les Lilas" });
  const { street, zipCode, city } = withAddress(typed, { ...found, zipCode: null, city: null });
  deepStrictEqual([street, zipCode, city], ["2 Rue de la Paix", "54000", "Nancy"]);
});

const opened = openedResidence(STORED);

Deno.test("isEdited() is false for a form just opened, and for one restored by typing", () => {
  strictEqual(isEdited(opened, STORED), false);
  const changed = withTyped(opened, typed({ name: "Les Lilas" }));
  strictEqual(isEdited(changed, STORED), true);
  strictEqual(isEdited(withTyped(changed, STORED), STORED), false);
});

// @spec projects.editing
Deno.test("afterSearch() without a result changes no field, and leaves the form pristine", () => {
  const after = afterSearch(opened, null);
  deepStrictEqual(after.values, STORED.values);
  strictEqual(isEdited(after, STORED), false);
  strictEqual(after.lookup, "not-found");
});

// @spec projects.errors
Deno.test("street and postal code are marked touched by a lookup that leaves the location wrong", () => {
  const stored = typed({ street: "", zipCode: "", city: "" });
  const blank = openedResidence(stored);
  deepStrictEqual(editingErrors(blank, stored), {});
  const looked = [
    afterSearch(blank, { ...FOUND, street: null, zipCode: null }),
    afterFailure(blank, "nothing-typed"),
    afterFailure(blank, "busy"),
    afterFailure(blank, "unreachable"),
    openedResidence(stored, "nothing-typed"),
  ];
  for (const form of looked) {
    deepStrictEqual(editingErrors(form, stored), {
      street: { code: "required" },
      zipCode: { code: "required" },
    });
  }
  deepStrictEqual(editingErrors(openedResidence(STORED, "found"), STORED), {});
});

Deno.test("afterMove() sets the marker's place at once, afterReverse() its address", () => {
  const dropped = afterMove(opened, { latitude: 49.11684512, longitude: 6.17114198 });
  strictEqual(isEdited(dropped, STORED), true);
  const { street, city, latitude, longitude } =
    afterReverse(dropped, { ...FOUND, street: "3 Rue Haute Pierre", city: "Metz" }).values;
  deepStrictEqual({ street, city, latitude, longitude }, {
    street: "3 Rue Haute Pierre",
    city: "Metz",
    latitude: "49,116845",
    longitude: "6,171142",
  });
});

// @spec projects.errors
Deno.test("editingErrors() shows a field once touched or changed", () => {
  const stored = typed({ name: "", zipCode: "" });
  const blank = openedResidence(stored);
  deepStrictEqual(editingErrors(blank, stored), {});
  deepStrictEqual(editingErrors(withTouchedField(blank, "name"), stored), {
    name: { code: "required" },
  });
  const changed = withTyped(blank, { ...stored, values: { ...stored.values, zipCode: "750" } });
  deepStrictEqual(editingErrors(changed, stored), { zipCode: { code: "zip-code" } });
  deepStrictEqual(editingErrors(withAllTouched(changed), stored), {
    name: { code: "required" },
    zipCode: { code: "zip-code" },
  });
});

const NEW_ORGANISATION = "/home/organisations/new";
const EQUIPMENT = `/collect/${PROJECT}/equipment`;
const NEW_ROOM = `${EQUIPMENT}?kind=boilerroom#new-equipment`;

async function aPlatformAdministrator(site: Site): Promise<Visitor> {
  await anAccount(site, { email: "racine@plateforme.fr", platformAdmin: true });
  return await site.signIn("racine@plateforme.fr");
}

Deno.test("the platform administrator creates an organisation, and arrives on its page", () =>
  withSite(async (site) => {
    const visitor = await aPlatformAdministrator(site);
    ok((await visitor.get("/home")).html.includes(`href="${NEW_ORGANISATION}"`));
    const page = await visitor.get(NEW_ORGANISATION);
    strictEqual(page.value("adminEmail"), "racine@plateforme.fr");
    const made = await visitor.post(NEW_ORGANISATION, {
      name: "Habitat du Lac",
      adminEmail: "racine@plateforme.fr",
    });
    strictEqual(made.headers.get("location"), "/home");
    const home = await visitor.get("/home");
    strictEqual(home.title, "Habitat du Lac | Résidences");
    ok(home.html.includes('href="/home/projects/new"'));
  }));

Deno.test("an organisation requires a name and the address of an existing account", () =>
  withSite(async (site) => {
    const visitor = await aPlatformAdministrator(site);
    const empty = await visitor.refused(NEW_ORGANISATION, {
      name: " ",
      adminEmail: "pas-un-email",
    });
    strictEqual(empty.message("name"), "Ce champ est obligatoire");
    strictEqual(empty.message("adminEmail"), "Format email incorrect");
    strictEqual(empty.value("adminEmail"), "pas-un-email");
    const unknown = await visitor.post(NEW_ORGANISATION, {
      name: "Habitat du Lac",
      adminEmail: "personne@nulle-part.fr",
    });
    match(unknown.message("adminEmail") ?? "", /^Aucun compte n’a cette adresse/);
    strictEqual(unknown.value("name"), "Habitat du Lac");
  }));

Deno.test("boiler room is added by a user who may write it, followed by its settings", () =>
  withVisitor({ roles: ["collect:boilerroom:write"] }, async ({ visitor }) => {
    ok((await visitor.get(`/collect/${PROJECT}`)).html.includes(`href="${NEW_ROOM}"`));
    const page = await visitor.get(NEW_ROOM);
    match(page.html, /<option[^>]* value="boilerroom" selected/);
    const kind = "boilerroom";
    const refused = await visitor.refused(EQUIPMENT, { kind, name: " ", code: "CH01" });
    strictEqual(refused.message("name"), "Ce champ est obligatoire");
    strictEqual(refused.value("code"), "CH01");
    const made = await visitor.post(EQUIPMENT, { kind, name: " Chaufferie est ", code: "CH01" });
    const next = made.headers.get("location") ?? "";
    match(next, new RegExp(`^/collect/${PROJECT}/boilerrooms/[^/]+/settings$`));
    const settings = await visitor.get(next);
    strictEqual(settings.status, 200);
    strictEqual(settings.value("name"), "Chaufferie est");
  }));

Deno.test("an administrator without a role adds a boiler room and finds it among the equipment", () =>
  withVisitor({ isAdmin: true }, async ({ visitor }) => {
    const typed = { kind: "boilerroom", name: "Chaufferie", code: "" };
    const made = await visitor.post(EQUIPMENT, typed);
    match(made.headers.get("location") ?? "", new RegExp(`^${EQUIPMENT}/[^/]+$`));
    match((await visitor.get(EQUIPMENT)).text, /1\u00A0équipement .*Chaufferie/);
  }));

Deno.test("readEachProject() leaves out a residence that is gone, and hides no other fault", async () => {
  const reading = (fault: unknown) => (id: string) =>
    id === "gone" ? Promise.reject(fault) : Promise.resolve(id);
  const read = (fault: unknown) => readEachProject(["a", "gone", "b"], reading(fault));
  deepStrictEqual(await read(new CallError("not-found")), ["a", "b"]);
  await rejects(read(new CallError("store-unavailable")), CallError);
  await rejects(read(new TypeError("damaged")), TypeError);
});

Deno.test("getProject() says whether the residence has a collective self-consumption", () =>
  withMember({ roles: ["collect"] }, async ({ ask }) => {
    const at = { projectId: PROJECT };
    const isShown = async () => {
      return (await answerOf(ask("getProject", at))).hasAutoconsumption;
    };
    strictEqual(await isShown(), false);
    const body = {
      name: "Soleil des Lilas",
      operationNumber: "ACC1",
      startDate: "2026-01-01",
      sharing: "full-dynamic" as const,
    };
    ok((await ask("putAutoconsumptionInfo", { ...at, body })).ok);
    strictEqual(await isShown(), true);
  }));

Deno.test("getProject() lists the series of dwellings and those of facilities apart", () =>
  withMember({ isAdmin: true, roles: ["collect"] }, async ({ ask }) => {
    const [facility, dwelling] = [await aSeries(ask, "GAZV"), await aHousingSeries(ask, "EFSV")];
    const { facilitiesDataseries, housesDataseries } = await answerOf(
      ask("getProject", { projectId: PROJECT }),
    );
    deepStrictEqual(
      [facilitiesDataseries, housesDataseries].map((all) => all.map(({ id }) => id)),
      [
        [facility],
        [dwelling],
      ],
    );
  }));

// @spec projects.installation
Deno.test("createProject() makes a residence with sensors, without pilot nor pages for its occupants", () =>
  withMember({ isAdmin: true }, async ({ ask }) => {
    const body = { name: "Les Tilleuls", code: "", location: LOCATION, tags: [] };
    const made = await answerOf(ask("createProject", { orgId: ORG, body }));
    const { version: _, ...installation } = await answerOf(
      ask("getProjectInstallation", { projectId: made.id }),
    );
    deepStrictEqual(installation, {
      hasPilot: false,
      hasTempPilot: false,
      instrumented: true,
      ecotouchAdmin: 0,
    });
  }));
