import { z } from "zod";
import { newId } from "@/lib/backend/accounts/secrets.ts";
import { tagsVerdict } from "@/lib/backend/embedded/organisations/tags.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { PlanLists, write } from "@/lib/backend/embedded/writes.ts";
import { listEntries } from "@/lib/backend/kv/entries.ts";
import { idOf } from "@/lib/backend/kv/key.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import { NO_FEATURES, type ProjectRecord } from "@/lib/backend/records/projects.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Input, Outcome } from "@/lib/contract/catalogue.ts";
import { comparableName } from "@/lib/domain/forms/visible_text.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";

/** Creates a residence; whoever creates it may set it up. */
export function createProject(
  services: Services,
  { orgId, body }: Input<"createProject">,
  caller: Caller,
): Promise<Outcome<"createProject">> {
  const { version: _, ...settings } = body;
  const projectId = newId();
  const record: ProjectRecord = {
    orgId,
    ...settings,
    hasPilot: false,
    hasTempPilot: false,
    instrumented: true,
    ecotouchAdmin: 0,
    timeZone: DEFAULT_TIME_ZONE,
  };
  return write(services, { caller, action: "createProject", orgId }, async (atomic, version) => {
    const tags = await tagsVerdict(services, orgId, settings.tags);
    if (tags !== "ok") return { ok: false, code: tags };
    const codes = await codesAsOf(services, orgId, version);
    if (isCodeTaken(codes, settings.code)) return { ok: false, code: "code-taken" };
    atomic.set(keys.project(projectId), record)
      .set(keys.projectFeatures(projectId), NO_FEATURES)
      .set(keys.projectOfOrg(orgId, projectId), true);
    takeCode(atomic, orgId, settings.code, projectId);
    if (caller.kind === "account") grantToCreator(atomic, projectId, caller.accountId);
    const also = [{ kind: "org", id: orgId }] as const;
    const committed = (stamp: string) => {
      const own = { projectId, comparable: comparableName(settings.code) };
      CODES.set(services, orgId, stamp, settings.code === "" ? codes : [...codes, own]);
    };
    return {
      ok: true,
      answer: { id: projectId },
      subject: settings.name,
      projectId,
      also,
      committed,
    };
  });
}

/** Whoever creates a residence may set it up: without a role it would be closed to them. */
function grantToCreator(atomic: Atomic, projectId: string, accountId: string): void {
  atomic
    .set(keys.roles(projectId, accountId), ["collect"] satisfies Role[])
    .set(keys.rolesOfAccount(accountId, projectId), true);
}

/** Makes a code point at a residence; the commit fails when another one has it. */
export function takeCode(atomic: Atomic, orgId: string, code: string, projectId: string): void {
  if (code === "") return;
  const key = keys.projectByCode(orgId, code);
  atomic.check({ key, versionstamp: null }).set(key, projectId);
}

/** The code of a residence, as one compares it. */
interface ResidenceCode {
  readonly projectId: string;
  readonly comparable: string;
}

const CODES = new PlanLists<ResidenceCode>();

/** The codes of an organisation's residences, at a version of it. */
export function codesAsOf(
  services: Services,
  orgId: string,
  version: string | null,
): Promise<readonly ResidenceCode[]> {
  return CODES.of(services, { id: orgId, version }, async () => {
    const prefix = keys.projectByCode.under(orgId);
    const entries = await listEntries(services.store, { prefix }, z.string());
    return entries.map(({ key, value }) => ({
      projectId: value,
      comparable: comparableName(idOf(key)),
    }));
  });
}

/**
 * Whether another residence of the organisation has a code, in whatever case.
 *
 * @spec projects.fields
 * @param own the residence that would have it; null for a new one
 */
export function isCodeTaken(
  codes: readonly ResidenceCode[],
  code: string,
  own: string | null = null,
): boolean {
  if (code === "") return false;
  const mine = comparableName(code);
  return codes.some(({ projectId, comparable }) => projectId !== own && comparable === mine);
}
