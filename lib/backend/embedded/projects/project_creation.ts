import { newId } from "@/lib/backend/accounts/secrets.ts";
import { tagsVerdict } from "@/lib/backend/embedded/organisations/tags.ts";
import type { Handler } from "@/lib/backend/embedded/services.ts";
import { TakenCodes } from "@/lib/backend/embedded/taken_codes.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { choosingTimeZone } from "@/lib/backend/kv/series/choose_zone.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import { ORG_NAMES } from "@/lib/backend/records/organisations.ts";
import { NO_FEATURES, type ProjectRecord } from "@/lib/backend/records/projects.ts";
import type { AccountCaller } from "@/lib/contract/caller.ts";
import { timeZoneOfAddress } from "@/lib/domain/projects/clock.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";

/** Creates a residence; its creator may set it up. */
export const createProject: Handler<"createProject"> = (services, { orgId, body }, caller) => {
  const { version: _, ...settings } = body;
  const projectId = newId();
  const record: ProjectRecord = {
    orgId,
    ...settings,
    hasPilot: false,
    hasTempPilot: false,
    instrumented: true,
    ecotouchAdmin: 0,
    timeZone: timeZoneOfAddress(settings.location),
  };
  return write(services, { caller, action: "createProject", orgId }, async (atomic, version) => {
    const tags = await tagsVerdict(services, orgId, settings.tags);
    if (tags !== "ok") return { ok: false, code: tags };
    const own = { place: orgId, version, id: projectId, code: settings.code };
    const committed = await RESIDENCE_CODES.take(services, atomic, own);
    if (committed === null) return { ok: false, code: "code-taken" };
    (await choosingTimeZone(services.store, projectId, record.timeZone))?.(atomic);
    atomic.set(keys.project(projectId), record)
      .set(keys.projectFeatures(projectId), NO_FEATURES)
      .set(keys.projectOfOrg(orgId, projectId), true);
    if (caller.kind === "account") grantToCreator(atomic, projectId, caller);
    const also = [{ kind: "org", id: orgId }, ORG_NAMES] as const;
    return {
      ok: true,
      answer: { id: projectId },
      subject: settings.name,
      projectId,
      also,
      committed,
    };
  });
};

/** Grants the creator of a residence the role to set it up: without a role they would have no access. */
function grantToCreator(
  atomic: Atomic,
  projectId: string,
  { accountId }: Pick<AccountCaller, "accountId">,
): void {
  atomic
    .set(keys.roles(projectId, accountId), ["collect"] satisfies Role[])
    .set(keys.rolesOfAccount(accountId, projectId), true);
}

/** The codes of an organisation's residences. @spec projects.fields */
export const RESIDENCE_CODES = new TakenCodes(keys.projectByCode);
