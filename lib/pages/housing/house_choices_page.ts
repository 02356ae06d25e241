/**
 * The page of the kinds and groups of dwellings: what it reads, and where each of its rows goes.
 *
 * @module
 */
import { type Context, HttpError } from "fresh";
import { hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { fieldNames, pickedValues, typedErrors } from "@/lib/domain/forms/typed_fields.ts";
import {
  ANONYMOUS_GROUP_RULES,
  HOUSE_TYPE_RULES,
  readAnonymousGroup,
  readHouseType,
} from "@/lib/domain/housing/house_type_form.ts";
import { hasAnonymousGroups } from "@/lib/domain/housing/shown_fields.ts";
import type { AnonymousGroup, House, HouseType } from "@/lib/domain/housing/types.ts";
import { answered } from "@/lib/web/answered.ts";
import {
  refusedBy,
  type RefusedValues,
  type Refusing,
  wrongFields,
} from "@/lib/web/forms/refused_values.ts";
import { readSubmission } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";
import { houseWriter } from "./houses_page.ts";

/** The grids of the page, as their hidden field `grid` names them. */
export type ChoiceGrid = "types" | "groups";

/** What the page reads; null for what the residence does not have. */
export interface ChoicesRead {
  houses: House[];
  types: HouseType[] | null;
  groups: AnonymousGroup[] | null;
}

/** A row that was refused. */
export interface RefusedChoice extends RefusedValues {
  grid: ChoiceGrid;
  key: string;
}

/**
 * Reads the kinds and groups of the residence, for a user who configures its dwellings.
 *
 * @throws HttpError 404 where the residence has neither
 */
export async function readChoices({ state }: Context<State>): Promise<ChoicesRead> {
  const { project: { id: projectId, features } } = houseWriter(state);
  const hasGroups = hasAnonymousGroups(features);
  if (!features.houseTypes && !hasGroups) throw new HttpError(404, "not-found");
  const { call } = state.api;
  const [houses, types, groups] = await Promise.all([
    call("listHouses", { projectId }),
    features.houseTypes ? call("listHouseTypes", { projectId }) : null,
    hasGroups ? call("listAnonymousGroups", { projectId }) : null,
  ]);
  return {
    houses: answered(houses),
    types: types && answered(types),
    groups: groups && answered(groups),
  };
}

/** A row that was sent. */
interface SentRow {
  projectId: string;
  /** Id of the kind or group; "" for a new one. */
  key: string;
  isRemoval: boolean;
  version: string;
  values: Record<string, string>;
}

/**
 * Saves, adds or deletes the row that was sent.
 *
 * @returns which grid it was of, with why it was refused; null once it is done
 * @throws HttpError 400 when it is of none of the page's grids
 */
export async function saveChoice(
  ctx: Context<State>,
): Promise<{ grid: ChoiceGrid; refused: RefusedChoice | null }> {
  const { project } = houseWriter(ctx.state);
  const fields = ["grid", "key", "intent", "version", ...fieldNames(HOUSE_TYPE_RULES)];
  const { values } = await readSubmission(ctx, fields);
  const { grid, key = "", intent, version = "" } = values;
  if (grid !== "types" && grid !== "groups") throw new HttpError(400, "bad-request");
  const rules = grid === "types" ? HOUSE_TYPE_RULES : ANONYMOUS_GROUP_RULES;
  const row: SentRow = {
    projectId: project.id,
    key,
    isRemoval: intent === "remove",
    version,
    values: pickedValues(rules, values),
  };
  const errors = row.isRemoval ? {} : typedErrors(rules, values);
  if (hasErrors(errors)) {
    return { grid, refused: { grid, key, ...wrongFields(row.values, errors) } };
  }
  const result = await (grid === "types" ? saveType(ctx, row) : saveGroup(ctx, row));
  return { grid, refused: result.ok ? null : { grid, key, ...refusedBy(row.values, result) } };
}

type Saved = Promise<{ readonly ok: true } | Refusing>;

function saveType({ state }: Context<State>, row: SentRow): Saved {
  const { projectId, key: houseTypeId, isRemoval, version } = row;
  const { call } = state.api;
  if (isRemoval) return call("deleteHouseType", { projectId, houseTypeId });
  const body = readHouseType(pickedValues(HOUSE_TYPE_RULES, row.values));
  if (houseTypeId === "") return call("createHouseType", { projectId, body });
  return call("putHouseType", { projectId, houseTypeId, body: { ...body, version } });
}

function saveGroup({ state }: Context<State>, row: SentRow): Saved {
  const { projectId, key: anonymousGroupId, isRemoval, version } = row;
  const { call } = state.api;
  if (isRemoval) return call("deleteAnonymousGroup", { projectId, anonymousGroupId });
  const body = readAnonymousGroup(pickedValues(ANONYMOUS_GROUP_RULES, row.values));
  if (anonymousGroupId === "") return call("createAnonymousGroup", { projectId, body });
  return call("putAnonymousGroup", { projectId, anonymousGroupId, body: { ...body, version } });
}
