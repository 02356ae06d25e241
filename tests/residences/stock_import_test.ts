import { match, ok, strictEqual } from "node:assert/strict";
import { HOUSE_MODES } from "@/lib/residences/features.ts";
import { ORG } from "@/tests/helpers/a_residence.ts";
import { type VisitedSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { withAddressServer } from "@/tests/tools/map_services.ts";

const PATH = "/home/import";

function withPlace(isAdmin: boolean, test: (place: VisitedSite) => Promise<void>): Promise<void> {
  return withAddressServer((server) =>
    withVisitor({ isAdmin, roles: ["collect"] }, test, { addressApi: server.url })
  );
}

function form(kind: string, content: BlobPart, name = "parc.csv"): FormData {
  const sent = new FormData();
  sent.set("kind", kind);
  sent.set("file", new File([content], name, { type: "text/csv" }));
  return sent;
}

const FILE = [
  "Code;Résidence;Rue;Code postal;Ville",
  "P1;La Paix;2 rue de la Paix;75002;Paris",
  "P2;Les Érables;;54000;Nancy",
].join("\r\n");

Deno.test("file is checked line by line, then confirmed, without JavaScript", () =>
  withPlace(true, async ({ visitor, ask }) => {
    const tried = await visitor.post(PATH, form("residences", FILE));
    strictEqual(tried.status, 303);
    const path = tried.headers.get("location") ?? "";
    const report = await visitor.get(path);
    match(report.text, /Essai\s: rien n’est enregistré/);
    // Back from the error of a lost connection leads to this page, where the import is continued.
    ok(report.html.includes(`action="${path}#sent"`));
    match(report.text, /1\scréation, 0\smodification, 0\sligne sans changement, 1\sligne refusée/);
    match(report.text, /P1 La Paix Création Sa position sera cherchée/);
    match(report.text, /P2 Les Érables Refusée Numéro et rue\s: ce champ est obligatoire/);
    ok(!(await visitor.get("/home")).html.includes("La Paix"));
    const sent = await visitor.post(path, {});
    strictEqual(sent.headers.get("location"), path);
    const done = await visitor.get(path);
    match(done.text, /Import terminé/);
    match(done.text, /Position trouvée d’après l’adresse/);
    ok(!done.html.includes("Confirmer l’import"));
    const list = await ask("listProjects", { orgId: ORG });
    const made = list.ok ? list.answer.find(({ code }) => code === "P1") : undefined;
    strictEqual(made?.location.latitude, 48.868425);
  }));

Deno.test("Windows-1252 file keeps its accents", () =>
  withPlace(true, async ({ visitor }) => {
    const bytes = Uint8Array.from(FILE, (char) => char.charCodeAt(0));
    const tried = await visitor.post(PATH, form("residences", bytes));
    const report = await visitor.get(tried.headers.get("location") ?? "");
    match(report.text, /P2 Les Érables/);
  }));

Deno.test("file of another kind is refused with the reason", () =>
  withPlace(true, async ({ visitor }) => {
    const none = await visitor.refused(PATH, { kind: "residences" });
    strictEqual(none.message("file"), "Ce champ est obligatoire");
    const broken = await visitor.refused(PATH, form("residences", 'Code;Nom\n1;"Lilas\n'));
    match(broken.text, /Le fichier n’a pas pu être lu/);
    const other = await visitor.post(PATH, form("equipments", "Nom;Ville\nA;Nancy\n"));
    const report = await visitor.get(other.headers.get("location") ?? "");
    match(report.text, /Colonnes absentes du fichier\s: Code résidence, Code/);
    ok(!report.html.includes("Confirmer"));
  }));

Deno.test("the templates have the headings, the organisation's categories and an example, in both dialects", () =>
  withPlace(true, async ({ visitor }) => {
    const semicolon = await visitor.get(`${PATH}?csv=semicolon&table=residences`);
    strictEqual(
      semicolon.html,
      "\uFEFFCode;Résidence;Rue;Code postal;Ville;Latitude;Longitude\r\n" +
        "0312;Les Tilleuls;12 rue des Tilleuls;54000;Nancy;48,6936;6,1683",
    );
    const comma = await visitor.get(`${PATH}?csv=comma&table=equipments`);
    strictEqual(
      comma.html,
      "\uFEFFCode résidence,Code,Nom,Type,Code parent,Instrumenté\n" +
        "0312,0312-CH01,Chaufferie nord,Chaufferie,,oui",
    );
    const tried = await visitor.post(PATH, form("residences", semicolon.html));
    match(
      (await visitor.get(tried.headers.get("location") ?? "")).text,
      /0312 Les Tilleuls Création/,
    );
  }));

// @spec stock.template
Deno.test("the workbook to fill in is offered above the form", () =>
  withPlace(true, async ({ visitor }) => {
    const address = `${PATH}?template=xlsx`;
    ok((await visitor.get(PATH)).html.includes(`href="${address}"`));
    const { headers } = await visitor.get(address);
    match(headers.get("content-type") ?? "", /spreadsheetml\.sheet$/);
    match(
      headers.get("content-disposition") ?? "",
      /^attachment; filename="modele-patrimoine\.xlsx"/,
    );
  }));

Deno.test("importing the export of the residences changes nothing", () =>
  withPlace(true, async ({ visitor }) => {
    const made = await visitor.post(
      PATH,
      form("residences", `${FILE.split("\r\n").slice(0, 2).join("\n")}`),
    );
    const path = made.headers.get("location") ?? "";
    await visitor.post(path, {});
    for (const dialect of ["comma", "semicolon"]) {
      const exported = await visitor.get(
        `/home?filter:city=Paris&csv=${dialect}`,
      );
      const tried = await visitor.post(PATH, form("residences", exported.html));
      const report = await visitor.get(tried.headers.get("location") ?? "");
      match(report.text, /P1 La Paix Sans changement/, dialect);
    }
  }));

// @spec stock.shown
Deno.test("dwellings are imported from a file, and are in the list of their residence and in the search", () =>
  withPlace(true, async ({ visitor, ask }) => {
    const projects = await ask("listProjects", { orgId: ORG });
    const projectId = projects.ok ? projects.answer[0]?.id ?? "" : "";
    const settings = await answerOf(ask("getProjectSettings", { projectId }));
    await answerOf(ask("putProjectSettings", {
      projectId,
      body: {
        ...settings,
        code: "R1",
        location: { ...settings.location, street: "1 rue", zipCode: "54000", city: "Nancy" },
      },
    }));
    const lines = [
      "Code de la résidence;Numéro de série;Logement;Étage",
      "R1;0180A1;A12;RDC",
      "R1;0180A2;A13;x",
    ];
    const tried = await visitor.post(PATH, form("dwellings", lines.join("\r\n")));
    const path = tried.headers.get("location") ?? "";
    match((await visitor.get(path)).text, /1\scréation.*1\sligne refusée.*Étage\s: un nombre/);
    match((await visitor.get(path)).text, /La résidence montrera ses logements/);
    const modeOf = async () => (await answerOf(ask("getProjectFeatures", { projectId }))).houseMode;
    strictEqual(await modeOf(), HOUSE_MODES.No);
    await visitor.post(path, {});
    match((await visitor.get(`/collect/${projectId}/houses`)).text, /1\slogement.*A12 RDC/);
    strictEqual(await modeOf(), HOUSE_MODES.Anonymous);
    const found = await visitor.get("/home/search?q=0180a1");
    match(found.text, /Logements \(1\) A12 0180A1 · Les Lilas/);
    match(found.html, new RegExp(`href="/collect/${projectId}/houses/[^"]+">A12<`));
  }));
