import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import type { StockImport, StockLine } from "@/lib/domain/projects/types.ts";
import { STOCK_MESSAGES } from "@/lib/text/projects/stock.ts";
import { DEMO_ORG } from "./demo_org.ts";

/** An import the landlord has tried, and may confirm. */
const DEMO_IMPORT = "essai-1";

const ROWS: readonly Readonly<Record<string, string>>[] = [
  {
    code: "0701",
    name: "Les Platanes",
    street: "4 rue des Platanes",
    zipCode: "54000",
    city: "Nancy",
  },
  {
    code: "0702",
    name: "Le Verger",
    street: "18 rue du Verger",
    zipCode: "54510",
    city: "Tomblaine",
  },
  { code: "0703", name: "Le Parc", street: "", zipCode: "54000", city: "Nancy" },
];

/** A year: longer than any demo runs, ms. */
const KEPT_MS = 365 * 24 * 3_600_000;

/** Writes an import of residences as its try left it: two to create, one without its street. */
export async function seedStock(store: Store, now: number): Promise<void> {
  const lines = ROWS.map(({ code = "", name = "", street }, index): StockLine => ({
    line: index + 2,
    label: `${code} ${name}`,
    action: street ? "create" : "refused",
    messages: [
      street
        ? STOCK_MESSAGES.willLookUp
        : STOCK_MESSAGES.field("Numéro et rue", "Ce champ est obligatoire"),
    ],
  }));
  const record: StockImport & { expiresAtMs: number } = {
    id: DEMO_IMPORT,
    kind: "residences",
    fileName: "nouvelles-residences.csv",
    state: "tried",
    createdAt: new Date(now).toISOString(),
    lineCount: lines.length,
    doneCount: 0,
    counts: { create: 2, change: 0, same: 0, refused: 1 },
    missingColumns: [],
    ignoredColumns: [],
    refused: lines.filter(({ action }) => action === "refused"),
    retryAt: null,
    expiresAtMs: now + KEPT_MS,
  };
  const rows = ROWS.map((cells, index) => ({ line: index + 2, cells }));
  await store.atomic()
    .set(keys.stockImport(DEMO_ORG.id, DEMO_IMPORT), record)
    .set(keys.stockLines(DEMO_IMPORT, 0), { rows, lines })
    .commit();
}
