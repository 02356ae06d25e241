import * as z from "zod/mini";
import { callFor } from "@/lib/contract/call.ts";
import { onProject, onProjectOrAdmin } from "@/lib/contract/grants.ts";
import { created, fileAnswer, versionQuery } from "@/lib/contract/shapes.ts";
import { occupancy, occupancyDraft, occupancySpan } from "@/lib/domain/housing/schema.ts";

const administers = callFor(onProjectOrAdmin("collect:houseadmin"), "not-found");
const administersAccess = callFor(onProjectOrAdmin("ecotouch:houses:admin"), "not-found");
const readsDetail = callFor(onProject("collect:detail:daily"), "not-found");

/** Past and current occupants of a dwelling. @spec housing.occupancies */
export const OCCUPANCIES_CALLS = {
  listOccupancySpans: readsDetail({
    request: "GET /collect/projects/:projectId/housing/houses/:houseId/occupancyspans",
    summary: "The days of the occupancies of a dwelling, without who lives there (domain §3)",
    answer: z.array(occupancySpan),
  }),
  listOccupancies: administers({
    request: "GET /collect/projects/:projectId/housing/houses/:houseId/occupancies",
    summary: "Those who live in a dwelling, and have lived there, the last first (domain §3)",
    answer: z.array(occupancy),
  }),
  createOccupancy: administers({
    request: "POST /collect/projects/:projectId/housing/houses/:houseId/occupancies",
    summary: "Adds an occupancy of a dwelling (domain §3)",
    audit: "Occupant ajouté",
    body: occupancyDraft,
    answer: created,
    refusals: ["to-confirm", "occupancy-overlap", "limit-reached"],
  }),
  putOccupancy: administers({
    request: "PUT /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId",
    summary: "Changes an occupancy: its end, its consent or its withdrawal (domain §3)",
    audit: "Occupant modifié",
    body: occupancyDraft,
    refusals: ["to-confirm", "conflict", "occupancy-overlap"],
  }),
  deleteOccupancy: administers({
    request: "DELETE /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId",
    summary: "Deletes an occupancy that was none, its days too (domain §3)",
    audit: "Occupation supprimée",
    query: versionQuery,
    refusals: ["conflict"],
  }),
  eraseOccupant: administers({
    request:
      "POST /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId/erasure",
    summary: "Erases the person of an occupancy; its days stay, without anyone (domain §3)",
    audit: "Occupant effacé",
  }),
  exportOccupant: administers({
    request:
      "GET /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId/export",
    summary: "What is kept about the person of an occupancy, as a zip of JSON and CSV (domain §3)",
    audit: "Données d’un occupant exportées",
    answer: fileAnswer,
    answerKind: "bytes",
  }),
  inviteOccupant: administersAccess({
    request:
      "POST /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId/access",
    summary: "Gives an occupant the page of their dwelling, and mails them how to enter (F §6)",
    audit: "Accès d’un occupant ouvert",
    refusals: ["occupancy-over", "occupant-without-email", "occupants-application-off"],
  }),
  removeOccupantAccess: administersAccess({
    request:
      "DELETE /collect/projects/:projectId/housing/houses/:houseId/occupancies/:occupancyId/access",
    summary: "Takes the page of their dwelling from an occupant (F §6)",
    audit: "Accès d’un occupant retiré",
  }),
};
