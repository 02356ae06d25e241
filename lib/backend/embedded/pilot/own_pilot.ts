import { accountCaller } from "@/lib/backend/embedded/accounts/account_record.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { ownOccupancy } from "@/lib/backend/records/own_occupancy.ts";
import { ANONYMOUS, type Caller } from "@/lib/contract/caller.ts";
import type { HouseAt } from "@/lib/domain/housing/own_house.ts";
import {
  configOf,
  occupantBounds,
  type OccupantChoice,
  occupantTempC,
  wishState,
} from "@/lib/domain/pilot/wishes.ts";
import { setAsked, UNCHANGED } from "./changes.ts";
import { changeVersion } from "./module_reads.ts";
import { readModule } from "./requests.ts";
import { newChange } from "./revisions.ts";
import { stepIssues } from "./set_point_steps.ts";

const NOT_FOUND = { ok: false, code: "not-found" } as const;
const CONFLICT = { ok: false, code: "conflict" } as const;

/** The heating choice of an occupant in their own dwelling. @spec pilot.occupant-range */
export const getOwnPilot: Handler<"getOwnPilot"> = async (services, at, caller) => {
  const own = await readOwn(services, at, caller);
  if (own === null) return NOT_FOUND;
  const { residence: { requests }, module } = own;
  if (!requests.on.ch_pilot) return NOT_FOUND;
  const [minC, maxC] = boundsOf(own) ?? [];
  const residenceTempC = configOf(requests, module.requests).temp_conf;
  const answer = {
    residenceTempC,
    chosenC: choiceOf(own)?.tempC ?? null,
    askedC: occupantTempC(requests, module.requests, module.endedS) ?? residenceTempC,
    minC: minC ?? null,
    maxC: maxC ?? null,
    state: wishState(module.wish, module.report),
    version: changeVersion(choiceOf(own)),
  };
  return { ok: true, answer };
};

/** The audit line names only the dwelling, as every line about occupants. */
export const putOwnPilot: Handler<"putOwnPilot"> = (services, input, caller) => {
  const { body: { tempC, version }, ...at } = input;
  const { projectId } = at;
  const by = { caller: ANONYMOUS, action: "putOwnPilot", projectId } as const;
  return write(services, by, async (atomic) => {
    const own = await readOwn(services, at, caller);
    if (own === null) return NOT_FOUND;
    const bounds = boundsOf(own);
    if (bounds === null) return { ok: false, code: "pilot-feature-off" };
    if ((choiceOf(own)?.tempC ?? null) === tempC) return UNCHANGED;
    if (version !== undefined && version !== changeVersion(choiceOf(own))) return CONFLICT;
    const [min, max] = bounds;
    if (tempC !== null && (tempC < min || tempC > max)) {
      const issues = [{ path: "tempC", message: `${min} to ${max}` }];
      return { ok: false, code: "outside-range", issues };
    }
    const before = choiceOf(own)?.tempC ?? null;
    const issues = stepIssues("tempC", { before, after: tempC, min, max });
    if (issues.length > 0) return { ok: false, code: "off-step", issues };
    const change = await newChange(services, atomic, { projectId, caller: null });
    const occupancyId = own.occupancy.record.id;
    setAsked(atomic, { projectId, module: own.module }, {
      occupant: { occupancyId, tempC, change },
    });
    return { ok: true, answer: null, subject: own.module.house.settings.name };
  });
};

/** The caller's own choice; that of a former occupant is ignored. */
function choiceOf({ occupancy, module }: OwnModule): OccupantChoice | null {
  const choice = module.requests.occupant;
  return choice?.occupancyId === occupancy.record.id ? choice : null;
}

/** Lowest and highest choice; null when the landlord or the role does not allow a choice. */
function boundsOf({ occupancy, residence: { requests }, module }: OwnModule) {
  const mayDrive = occupancy.roles.has("ecotouch:houses:write");
  return mayDrive ? occupantBounds(requests, configOf(requests, module.requests)) : null;
}

type OwnModule = NonNullable<Awaited<ReturnType<typeof readOwn>>>;

async function readOwn(services: Services, { projectId, houseId }: HouseAt, caller: Caller) {
  const { accountId } = accountCaller(caller);
  const [occupancy, found] = await Promise.all([
    ownOccupancy(services.store, { projectId, houseId, accountId, now: services.now() }),
    readModule(services, { projectId, moduleId: houseId }),
  ]);
  return occupancy && found && { occupancy, ...found };
}
