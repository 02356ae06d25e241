/** The areas of the program, in order: an area imports earlier ones only. @module */

/** Shared ground, then the business, then `app`, which alone knows every area. */
export const AREAS = [
  "fresh",
  "base",
  "store",
  "timeseries",
  "ui",
  "files",
  "mail",
  "identity",
  "api",
  "web",
  "organisations",
  "residences",
  "series",
  "facilities",
  "housing",
  "ingest",
  "weather",
  "gas",
  "energy_balance",
  "energy_signature",
  "energy_prices",
  "heating_control",
  "self_consumption",
  "alarms",
  "documents",
  "settlement",
  "display",
  "consumption_reports",
  "accounts",
  "portfolio",
  "platform",
  "demo",
  "app",
] as const;

export type Area = typeof AREAS[number];

/** Folders that hold one folder for each area. */
const PARTS = ["lib", "components", "islands"];

/** The area of a file; undefined for the routes and the entries of the program, which know every area. */
export function areaOf(path: string): Area | undefined {
  const [part = "", folder = ""] = path.split("/");
  return PARTS.includes(part) ? AREAS.find((area) => area === folder) : undefined;
}

/** Whether a file belongs to the program: the areas, the routes, and the entries at the root. */
export function isOfProgram(path: string): boolean {
  const [part = ""] = path.split("/");
  return PARTS.includes(part) || part === "routes" || ENTRIES.has(path);
}

/** Files at the root, each imported by none of the areas. */
const ENTRIES: ReadonlySet<string> = new Set(["main.ts", "dev.ts", "fresh.config.ts"]);
