import type { PageKind } from "../fresh.config.ts";
import { links } from "../lib/links/links.ts";

/** A main page, and the budget it is held to. */
export interface WeighedPage {
  readonly name: string;
  readonly path: string;
  readonly kind: PageKind;
  /** Who reads it, of the demo's accounts; anybody when left out. */
  readonly as?: "landlord" | "pilot";
}

/** The main pages, as the demo shows them. */
export const WEIGHED_PAGES: readonly WeighedPage[] = [
  { name: "sign-in", path: links.login(), kind: "list" },
  { name: "new password", path: links.resetPassword(), kind: "list" },
  { name: "account", path: links.account(), kind: "list", as: "landlord" },
  { name: "residences", path: links.residences(), kind: "map", as: "landlord" },
  { name: "residence", path: links.residence("p01"), kind: "list", as: "landlord" },
  { name: "stock import", path: links.stockImport("essai-1"), kind: "list", as: "landlord" },
  { name: "its sheet", path: links.residenceSheet("p01"), kind: "map", as: "landlord" },
  { name: "its sheet, read", path: links.residenceSheet("p01"), kind: "map", as: "pilot" },
  { name: "boiler room", path: links.boilerRoom("p01", "p01-c1"), kind: "list", as: "landlord" },
  {
    name: "its settings",
    path: links.boilerRoomSettings("p01", "p01-c1"),
    kind: "list",
    as: "landlord",
  },
  {
    name: "energy balance",
    path: links.energyBalance("p01", "p01-c1", "monthly/2025"),
    kind: "chart",
    as: "landlord",
  },
  {
    name: "comparison",
    path: links.boilerRoomReports("p01", "p01-c1"),
    kind: "list",
    as: "landlord",
  },
  {
    name: "outdoor source",
    path: links.outdoorSource("p01", "p01-meteo", "monthly-2025"),
    kind: "list",
    as: "landlord",
  },
  { name: "users", path: links.users(), kind: "list", as: "landlord" },
  {
    name: "roles of a person",
    path: links.userRoles("p01", "karim.benali@demo.example"),
    kind: "list",
    as: "landlord",
  },
  { name: "team", path: links.team("agence-nord"), kind: "list", as: "landlord" },
  { name: "audit log", path: links.audit(), kind: "list", as: "landlord" },
  { name: "sensors", path: links.sensors("p01"), kind: "list", as: "landlord" },
  { name: "readings", path: links.readings("p01"), kind: "list", as: "landlord" },
  { name: "features", path: links.features("p01"), kind: "list", as: "landlord" },
  { name: "categories", path: links.tags(), kind: "list", as: "landlord" },
  { name: "a category", path: links.tagGroup("branch"), kind: "list", as: "landlord" },
  { name: "options", path: links.organisationOptions(), kind: "list", as: "landlord" },
  { name: "longest API page", path: links.apiDocs("facilities"), kind: "list", as: "landlord" },
];
