import * as z from "zod/mini";
import { defineCall } from "@/lib/contract/call.ts";
import { onProject, onProjectOrAdmin } from "@/lib/contract/grants.ts";
import { versionQuery } from "@/lib/contract/http/version_query.ts";
import { created, fileAnswer } from "@/lib/contract/shapes.ts";
import { occupancy, occupancyDraft, occupancySpan } from "@/lib/domain/housing/schema.ts";

const administers = onProjectOrAdmin("collect:houseadmin");
const administersAccess = onProjectOrAdmin("ecotouch:houses:admin");

/** Past and current occupants of a dwelling. @spec housing.occupancies */
export const OCCUPANCIES_CALLS = {
  listOccupancySpans: defineCall({
    request: "GET /collect/projects/:projectId/housing/houses/:houseId/occupancyspans",
    summary: "The days of the occupancies of a dwelling, without who lives there (domain §3)",
    access: onProject("collect:detail:daily"),
    answer: z.array(occupancySpan),
    refusals: ["not-found"],
  }),
  listOccupancies: defineCall({
    request: "GET /collect/projects/:projectId/housing/houses/:houseId/occupancies",
    summary: "Those who live in a dwelling, and have lived there, the last first (domain §3)",
    access: administers,
    answer: z.array(occupancy),
    refusals: ["not-found"],
  }),
  createOccupancy: defineCall({
    request: "POST /collect/projects/:projectId/housing/houses/:houseId/occupancies",
    summary: "Adds an occupancy of a dwelling (domain §3)",
    audit: "Occupant ajouté",
    access: administers,
    body: occupancyDraft,
    answer: created,
    refusals: ["not-found", "occupancy-overlap", "limit-reached"],
  }),
  putOccupancy: defineCall({
    request: "PUT /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId",
    summary: "Changes an occupancy: its end, its consent or its withdrawal (domain §3)",
    audit: "Occupant modifié",
    access: administers,
    body: occupancyDraft,
    refusals: ["not-found", "conflict", "occupancy-overlap"],
  }),
  deleteOccupancy: defineCall({
    request: "DELETE /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId",
    summary: "Deletes an occupancy that was none, its days too (domain §3)",
    audit: "Occupation supprimée",
    access: administers,
    query: versionQuery,
    refusals: ["not-found", "conflict"],
  }),
  eraseOccupant: defineCall({
    request:
      "POST /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId/erasure",
    summary: "Erases the person of an occupancy; its days stay, without anyone (domain §3)",
    audit: "Occupant effacé",
    access: administers,
    refusals: ["not-found"],
  }),
  exportOccupant: defineCall({
    request:
      "GET /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId/export",
    summary: "What is kept about the person of an occupancy, as a zip of JSON and CSV (domain §3)",
    audit: "Données d’un occupant exportées",
    access: administers,
    answer: fileAnswer,
    answerKind: "bytes",
    refusals: ["not-found"],
  }),
  inviteOccupant: defineCall({
    request:
      "POST /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId/access",
    summary: "Gives an occupant the page of their dwelling, and mails them how to enter (F §6)",
    audit: "Accès d’un occupant ouvert",
    access: administersAccess,
    refusals: [
      "not-found",
      "occupancy-over",
      "occupant-without-email",
      "occupants-application-off",
    ],
  }),
  removeOccupantAccess: defineCall({
    request:
      "DELETE /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId/access",
    summary: "Takes the page of their dwelling from an occupant (F §6)",
    audit: "Accès d’un occupant retiré",
    access: administersAccess,
    refusals: ["not-found"],
  }),
};
