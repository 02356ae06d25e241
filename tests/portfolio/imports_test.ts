import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import type { StockImportRead } from "@/lib/portfolio/schema.ts";
import { STOCK_MESSAGES } from "@/lib/portfolio/text_import.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Entry, Key, Store } from "@/lib/store/store.ts";
import { ORG, OTHER_WRITER, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { CountedStores, observedStore } from "@/tests/helpers/changed_stores.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { ran, read, tried, withStock } from "./a_stock.ts";

/** A store before whose next commit but one, after that of the lease of a run, something else is written. */
function beforeALine() {
  let next: (() => Promise<unknown>) | null = null;
  let isLeased = false;
  return {
    meanwhile: (act: () => Promise<unknown>) => {
      next = act;
      isLeased = false;
    },
    before: (store: Store) =>
      observedStore(store, async () => {
        const act = isLeased ? next : null;
        isLeased = true;
        if (act === null) return;
        next = null;
        await act();
      }),
  };
}

function effects({ lines }: StockImportRead): [number, string, string[]][] {
  return lines.map(({ line, action, messages }) => [line, action, messages]);
}

async function residences(ask: CallFunction) {
  const result = await answerOf(ask("listProjects", { orgId: ORG }));
  return result.filter(({ code }) => code !== "").map(({ code, name, location }) => ({
    code,
    name,
    city: location.city,
    latitude: location.latitude,
  }));
}

const HEAD = "Code;Résidence;Rue;Code postal;Ville;Latitude;Longitude";

Deno.test("an import in a dry run returns the effect of each line, and writes nothing", () =>
  withStock(async ({ ask, server }) => {
    const report = await tried(
      ask,
      "residences",
      [
        HEAD,
        "A1;Les Tilleuls;12 rue des Tilleuls;54000;Nancy;48,69;6,17",
        "A2;La Paix;2 rue de la Paix;75002;Paris;;",
        "A3;;;5400;;91;",
        "A1;Encore;1 rue Haute;54000;Nancy;;",
        ";Sans code;1 rue Haute;54000;Nancy;;",
      ].join("\n"),
    );
    deepStrictEqual(effects(report), [
      [2, "create", []],
      [3, "create", ["Sa position sera cherchée d’après l’adresse"]],
      [4, "refused", [
        "Nom\u00A0: ce champ est obligatoire",
        "Numéro et rue\u00A0: ce champ est obligatoire",
        "Ville\u00A0: ce champ est obligatoire",
        "Latitude\u00A0: 90 maximum",
        "Longitude\u00A0: ce champ est obligatoire",
      ]],
      [5, "refused", ["Ce code est déjà celui de la ligne 2"]],
      [6, "refused", ["Code\u00A0: ce champ est obligatoire"]],
    ]);
    deepStrictEqual(report.counts, { create: 2, change: 0, same: 0, refused: 3 });
    strictEqual(report.state, "tried");
    deepStrictEqual(await residences(ask), []);
    strictEqual(server.asked.length, 0);
  }));

Deno.test("confirmed import writes its lines, finds addresses, and changes nothing the second time", () =>
  withStock(async ({ ask, server }) => {
    const file = [
      HEAD,
      "A1;Les Tilleuls;12 rue des Tilleuls;54000;Nancy;48,69;6,17",
      "A2;La Paix;2 rue de la Paix;75002;Paris;;",
      "A3;Nulle part;rue introuvable;54000;Ailleurs;;",
      "A4;La Côte;chemin de la côte;1600;Gex;;",
    ].join("\r\n");
    const first = await ran(ask, (await tried(ask, "residences", file)).id);
    deepStrictEqual(effects(first), [
      [2, "create", []],
      [3, "create", ["Position trouvée d’après l’adresse"]],
      [4, "create", ["Adresse introuvable\u00A0: placez le repère à la main"]],
      [5, "create", ["Adresse incertaine\u00A0: placez le repère à la main"]],
    ]);
    deepStrictEqual(await residences(ask), [
      { code: "A4", name: "La Côte", city: "Gex", latitude: null },
      { code: "A2", name: "La Paix", city: "Paris", latitude: 48.868425 },
      { code: "A1", name: "Les Tilleuls", city: "Nancy", latitude: 48.69 },
      { code: "A3", name: "Nulle part", city: "Ailleurs", latitude: null },
    ]);
    strictEqual(server.asked.length, 3);
    const again = await ran(ask, (await tried(ask, "residences", file)).id);
    deepStrictEqual(again.lines.map(({ action }) => action), ["same", "same", "same", "same"]);
    strictEqual((await residences(ask)).length, 4);
  }));

Deno.test("an import changes filled fields and keeps those with empty cells", () =>
  withStock(async ({ ask }) => {
    const first = `${HEAD}\nA1;Les Tilleuls;12 rue des Tilleuls;54000;Nancy;48,69;6,17`;
    await ran(ask, (await tried(ask, "residences", first)).id);
    const report = await tried(ask, "residences", "Code,Nom,Ville\nA1,Les Grands Tilleuls,\n");
    deepStrictEqual(effects(report), [[2, "change", []]]);
    await ran(ask, report.id);
    deepStrictEqual(await residences(ask), [
      { code: "A1", name: "Les Grands Tilleuls", city: "Nancy", latitude: 48.69 },
    ]);
    const audit = await ask("getAudit", { orgId: ORG });
    const actions = audit.ok ? audit.answer.entries.map(({ action }) => action) : [];
    deepStrictEqual(actions.toSorted(), [
      "createProject",
      "putProjectSettings",
      "runStockImport",
      "runStockImport",
    ]);
  }));

Deno.test("an interrupted import continues where it stopped, and repeats nothing", () =>
  withStock(async ({ built, ask, server }) => {
    const rows = Array.from({ length: 45 }, (_, at) => `B${at};N${at};rue ${at};54000;Nancy;;`);
    const { id } = await tried(ask, "residences", [HEAD, ...rows].join("\n"));
    server.limit = 8;
    const first = await answerOf(ask("runStockImport", { orgId: ORG, importId: id }));
    strictEqual(first.doneCount, 8);
    strictEqual(first.state, "running");
    strictEqual(first.retryAt, new Date(built.clock.now() + 5_000).toISOString());
    strictEqual((await residences(ask)).length, 8);
    server.limit = Infinity;
    built.clock.advance(5_000);
    const last = await ran(ask, id);
    strictEqual(last.doneCount, 45);
    deepStrictEqual(last.counts, { create: 45, change: 0, same: 0, refused: 0 });
    strictEqual((await residences(ask)).length, 45);
    strictEqual((await read(ask, id, "3")).lines.length, 5);
  }));

Deno.test("an import whose progress was lost repeats its lines without duplicates", () =>
  withStock(async ({ built, ask }) => {
    const rows = Array.from({ length: 5 }, (_, at) => `C${at};N${at};rue ${at};54000;Nancy;48;6`);
    const { id } = await tried(ask, "residences", [HEAD, ...rows].join("\n"));
    const key = keys.stockImport(ORG, id);
    const { value } = await built.store.get(key);
    await ran(ask, id);
    // The process ended after its lines were written, before it recorded them.
    await built.store.atomic().set(key, value).commit();
    const last = await ran(ask, id);
    deepStrictEqual(last.counts, { create: 0, change: 0, same: 5, refused: 0 });
    strictEqual((await residences(ask)).length, 5);
  }));

// @spec stock.runs
Deno.test("several runs of one import count each line once, as the run that wrote it", () =>
  withStock(async ({ built, ask }) => {
    const file = (name: string) => {
      // The address of every third line is not found: its residence has no position.
      const street = (at: number) => at % 3 === 0 ? "rue introuvable" : `rue ${at}`;
      const place = (at: number) => at % 3 === 0 ? ";" : "48;6";
      const rows = Array.from(
        { length: 50 },
        (_, at) => `D${at};${name} ${at};${street(at)};54000;Nancy;${place(at)}`,
      );
      return [HEAD, ...rows].join("\n");
    };
    const runs = async (id: string) => {
      for (let rounds = 0; rounds < 50; rounds++) {
        const run = () => ask("runStockImport", { orgId: ORG, importId: id });
        await Promise.all([run(), run(), run(), run()]);
        const now = await read(ask, id);
        if (now.state === "done") return now;
        // The address service is asked by one call at a time.
        built.clock.advance(1_000);
      }
      throw new Error("It never ends");
    };
    for (const [name, action] of [["Nom", "create"], ["Autre", "change"]] as const) {
      const { id } = await tried(ask, "residences", file(name));
      const end = await runs(id);
      deepStrictEqual(
        { ...end.counts, refusedLines: end.refused },
        { create: 0, change: 0, same: 0, refused: 0, [action]: 50, refusedLines: [] },
      );
      const pages = await Promise.all(["1", "2", "3"].map((page) => read(ask, id, page)));
      const actions = pages.flatMap(({ lines }) => lines.map((line) => line.action));
      deepStrictEqual(actions, Array(50).fill(action));
    }
    strictEqual((await residences(ask)).length, 50);
  }));

// @spec stock.imports
Deno.test("a line whose record another user has just changed is refused, and the change stays", () => {
  const { meanwhile, before } = beforeALine();
  return withStock(async ({ ask }) => {
    const rows = (name: string) => `${HEAD}\nR1;${name};1 rue;54000;Nancy;48;6`;
    await ran(ask, (await tried(ask, "residences", rows("R"))).id);
    const { id } = await tried(ask, "residences", rows("Tilleuls"));
    const user = await tried(ask, "residences", rows("Érables"));
    meanwhile(() => ran(ask, user.id));
    deepStrictEqual(effects(await ran(ask, id)), [[2, "refused", [STOCK_MESSAGES.raced]]]);
    deepStrictEqual((await residences(ask)).map(({ name }) => name), ["Érables"]);
  }, { before });
});

// @spec stock.imports
Deno.test("a line whose code another import has just created is refused, and changes it when it is imported again", () => {
  const { meanwhile, before } = beforeALine();
  return withStock(async ({ ask }) => {
    const rows = (name: string) => `${HEAD}\nR1;${name};1 rue;54000;Nancy;48;6`;
    const { id } = await tried(ask, "residences", rows("Tilleuls"));
    const other = await tried(ask, "residences", rows("Érables"));
    meanwhile(() => ran(ask, other.id));
    deepStrictEqual(effects(await ran(ask, id)), [[2, "refused", [errorText("code-taken")]]]);
    const again = await tried(ask, "residences", rows("Tilleuls"));
    deepStrictEqual(effects(await ran(ask, again.id)), [[2, "change", []]]);
  }, { before });
});

Deno.test("an import of equipment finds kinds and parents, also within the file", () =>
  withStock(async ({ ask }) => {
    await ran(ask, (await tried(ask, "residences", `${HEAD}\nR1;R;1 rue;54000;Nancy;48;6`)).id);
    const file = [
      "Code résidence;Code;Nom;Type;Code parent;Instrumenté",
      "R1;CH01;Chaufferie nord;Chaufferie;;oui",
      "R1;CIR1;Radiateurs;boilerroom-circuit;CH01;",
      "R1;CIR2;Planchers;boilerroom-circuit;;",
      "R1;X;Mystère;Fusée;;",
      "R9;CH02;Chaufferie;Chaufferie;;",
      "R1;CH03;Chaufferie;Chaufferie;;peut-être",
    ].join("\n");
    const report = await tried(ask, "equipments", file);
    deepStrictEqual(effects(report), [
      [2, "create", []],
      [3, "create", []],
      [4, "refused", [
        "Ce type se trouve dans un autre équipement\u00A0: donnez le code de celui-ci",
      ]],
      [5, "refused", ["«\u00A0Fusée\u00A0» n’est pas un type d’équipement"]],
      [6, "refused", ["Aucune résidence n’a le code «\u00A0R9\u00A0»"]],
      [7, "refused", ["Instrumenté\u00A0: oui ou non attendu"]],
    ]);
    const done = await ran(ask, report.id);
    deepStrictEqual(done.counts, { create: 2, change: 0, same: 0, refused: 4 });
    const project = await ask("listProjects", { orgId: ORG });
    const projectId = project.ok ? project.answer.find(({ code }) => code === "R1")?.id ?? "" : "";
    const list = await ask("listEquipments", { projectId });
    const made = list.ok ? list.answer : [];
    const room = made.find(({ settings }) => settings.code === "CH01");
    strictEqual(room?.instrumented, true);
    strictEqual(made.find(({ settings }) => settings.code === "CIR1")?.parentId, room?.id);
    const again = await ran(ask, (await tried(ask, "equipments", file)).id);
    deepStrictEqual(again.counts, { create: 0, change: 0, same: 2, refused: 4 });
  }));

Deno.test("an import of residences or of equipment reads the existing ones once, not for each line", async () => {
  const stores = new CountedStores();
  await withStock(async ({ ask }) => {
    const rows = Array.from({ length: 60 }, (_, at) => at);
    const residences = rows.map((at) => `A${at};R ${at};1 rue;54000;Nancy;48;6`);
    const equipments = rows.map((at) => `A1;E${at};Chaufferie ${at};Chaufferie;;`);
    const heading = "Code résidence;Code;Nom;Type;Code parent;Instrumenté";
    const files = [["residences", HEAD, residences], ["equipments", heading, equipments]] as const;
    for (const [kind, head, lines] of files) {
      const { id } = await tried(ask, kind, [head, ...lines].join("\n"));
      const from = stores.listed;
      strictEqual((await ran(ask, id)).counts.create, lines.length);
      // With the list read for each line: 1,800 entries.
      ok(stores.listed - from < 3 * lines.length, `${kind}: ${stores.listed - from} entries`);
    }
  }, { before: stores.counted });
});

/** Counts the residences read from a store, one by one or in lists, as records or by their codes. */
function countedResidences() {
  const asked = { count: 0 };
  const names = [
    keys.project("").at(0),
    keys.projectByCode("", "").at(0),
    keys.projectOfOrg("", "").at(0),
  ];
  const isCounted = (key: Key | undefined) => names.includes(key?.[0]);
  async function* counting(entries: AsyncIterable<Entry>) {
    for await (const entry of entries) {
      if (isCounted(entry.key)) asked.count++;
      yield entry;
    }
  }
  const before = (store: Store): Store => ({
    get: (key) => {
      if (isCounted(key)) asked.count++;
      return store.get(key);
    },
    getMany: (all) => {
      asked.count += all.filter(isCounted).length;
      return store.getMany(all);
    },
    list: (...run) => counting(store.list(...run)),
    atomic: () => store.atomic(),
  });
  return { asked, before };
}

Deno.test("the steps of an import read only the residences that their lines name", async () => {
  const { asked, before } = countedResidences();
  await withStock(async ({ ask, server }) => {
    const rows = Array.from({ length: 300 }, (_, at) => `A${at};R ${at};1 rue;54000;Nancy;48;6`);
    await ran(ask, (await tried(ask, "residences", [HEAD, ...rows].join("\n"))).id);
    for (const name of ["Renommée", "Encore"]) {
      // Addresses without a position: each step looks up the positions of twenty lines.
      const changed = Array.from(
        { length: 100 },
        (_, at) => `A${at};${name} ${at};${at} ${name};54000;Nancy;;`,
      );
      const { id } = await tried(ask, "residences", [HEAD, ...changed].join("\n"));
      const from = asked.count;
      strictEqual((await ran(ask, id)).counts.change, 100);
      // Six reads per residence of a line. Reading every residence in each of the five steps: 3,210.
      strictEqual(asked.count - from, 600);
    }
    strictEqual(server.asked.length, 200);
    const boilers = Array.from({ length: 40 }, (_, at) => `A${at};E;Chaufferie;Chaufferie;;`);
    const heading = "Code résidence;Code;Nom;Type;Code parent;Instrumenté";
    const { id } = await tried(ask, "equipments", [heading, ...boilers].join("\n"));
    const from = asked.count;
    strictEqual((await ran(ask, id)).counts.create, 40);
    strictEqual(asked.count - from, 80);
  }, { before });
});

Deno.test("an import belongs to its organisation and its administrators", () =>
  withStock(async ({ built, ask }) => {
    const { id } = await tried(ask, "residences", `${HEAD}\nA1;R;1 rue;54000;Nancy;48;6`);
    const other = await someone(built, OTHER_WRITER);
    for (const name of ["getStockImport", "runStockImport"] as const) {
      const result = await other(name, { orgId: ORG, importId: id });
      strictEqual(result.ok ? "ok" : result.code, "forbidden");
    }
    const gone = await ask("getStockImport", { orgId: ORG, importId: PROJECT });
    strictEqual(gone.ok ? "ok" : gone.code, "not-found");
  }));

Deno.test("an import is deleted after a week", () =>
  withStock(async ({ built, ask }) => {
    const { id } = await tried(ask, "residences", `${HEAD}\nA1;R;1 rue;54000;Nancy;48;6`);
    built.clock.advance(7 * 24 * 3_600_000);
    const result = await ask("runStockImport", { orgId: ORG, importId: id });
    strictEqual(result.ok ? "ok" : result.code, "not-found");
  }));

Deno.test("file of another kind, or without its columns, is refused and changes nothing", () =>
  withStock(async ({ ask }) => {
    const report = await tried(ask, "residences", "Nom;Ville\nA;Nancy\n");
    deepStrictEqual(report.missingColumns, ["Code"]);
    strictEqual(report.lineCount, 0);
    const broken = await ask("createStockImport", {
      orgId: ORG,
      kind: "residences",
      body: 'Code;Nom\n1;"Lilas\n',
    });
    strictEqual(broken.ok ? "ok" : broken.code, "bad-file");
    const long = ["Code", ...Array.from({ length: 5_001 }, (_, at) => `C${at}`)].join("\n");
    const refused = await ask("createStockImport", { orgId: ORG, kind: "residences", body: long });
    strictEqual(refused.ok ? "ok" : refused.code, "too-many-lines");
  }));

Deno.test("line whose code is equivalent to a residence's is about that residence, only once", () =>
  withStock(async ({ ask }) => {
    const line = (code: string) =>
      `${code};Les Tilleuls;12 rue des Tilleuls;54000;Nancy;48,69;6,17`;
    await ran(ask, (await tried(ask, "residences", [HEAD, line("Été")].join("\n"))).id);
    const report = await tried(
      ask,
      "residences",
      [HEAD, line("ETE"), line("b1"), line("B1")].join("\n"),
    );
    deepStrictEqual(effects(report), [
      [2, "same", []],
      [3, "create", []],
      [4, "refused", ["Ce code est déjà celui de la ligne 3"]],
    ]);
    const rooms = (code: string, circuit: string) =>
      [
        "Code résidence;Code;Nom;Type;Code parent",
        `ete;${code};Chaufferie;Chaufferie;`,
        `Été;${circuit};Circuit;Circuit de chauffage;${code.toLowerCase()}`,
      ].join("\n");
    await ran(ask, (await tried(ask, "equipments", rooms("CH", "C-1"))).id);
    const again = await tried(ask, "equipments", rooms("ch", "c-1"));
    deepStrictEqual(effects(again), [[2, "same", []], [3, "same", []]]);
  }));

Deno.test("an import refuses a text that no call accepts, and says where its character is", () =>
  withStock(async ({ ask }) => {
    const lines = [
      HEAD,
      "R1;R;1 rue;54000;Nancy;48;6",
      "R2;Les\u202E Lilas;1 rue;54000;Nancy;48;6",
    ];
    const report = await tried(ask, "residences", lines.join("\n"));
    deepStrictEqual(effects(report), [
      [2, "create", []],
      [3, "refused", [
        "Résidence\u00A0: À retirer, après «\u00A0Les\u00A0»\u00A0: un caractère invisible qui change le sens de lecture",
      ]],
    ]);
    await ran(ask, report.id);
    const rooms = ["Code résidence;Code;Nom;Type", "R1;CH01;\u200B;Chaufferie"].join("\n");
    deepStrictEqual(effects(await tried(ask, "equipments", rooms)), [
      [2, "refused", ["Nom\u00A0: Ce texte ne contient que des caractères invisibles"]],
    ]);
  }));
