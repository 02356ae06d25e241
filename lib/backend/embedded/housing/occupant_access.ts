import { type Account, accountByEmail } from "@/lib/backend/accounts/accounts.ts";
import { newCode } from "@/lib/backend/accounts/reset_codes.ts";
import { HOME, newAccount } from "@/lib/backend/embedded/organisations/invitations.ts";
import { organisationName } from "@/lib/backend/embedded/organisations/welcomes.ts";
import { readProject } from "@/lib/backend/embedded/projects/projects.ts";
import { unchanged } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { retried } from "@/lib/backend/kv/atomic.ts";
import { readEntry } from "@/lib/backend/kv/entries.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import { queueMail } from "@/lib/backend/mail/outbox.ts";
import { moduleRightsRecord } from "@/lib/backend/records/housing.ts";
import {
  closeHomes,
  type HomeRecord,
  type OccupancyRecord,
} from "@/lib/backend/records/occupancies.ts";
import type { ProjectRecord } from "@/lib/backend/records/projects.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Input, Outcome } from "@/lib/contract/catalogue.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import type { Letter } from "@/lib/text/mails.ts";
import { readOccupied, writeOccupancies } from "./occupancies.ts";

/**
 * Gives whoever lives in a dwelling, or is about to, its page: their account is made when the address has none, and a
 * mail says how to enter. Asked again, it mails again.
 * @spec housing.invitations
 */
export async function inviteOccupant(
  services: Services,
  { projectId, houseId, occupancyId }: Input<"inviteOccupant">,
  caller: Caller,
): Promise<Outcome<"inviteOccupant">> {
  const at = { projectId, houseId };
  const project = await readProject(services, projectId);
  const outcome = await retried<Outcome<"inviteOccupant">>(async () => {
    const found = await readOccupied(services, at);
    const record = found?.records.find(({ id }) => id === occupancyId);
    if (found === null || record === undefined) return { ok: false, code: "not-found" };
    const refusal = refusalOf(record, project, civilDateOf(services.now(), project.timeZone));
    if (refusal !== null) return { ok: false, code: refusal };
    const [guest, rights] = await Promise.all([
      guestOf(services, { record, project, dwelling: found.house.value.settings.name }),
      readEntry(services.store, keys.moduleRights(projectId, houseId), moduleRightsRecord),
    ]);
    const writing = {
      caller,
      action: "inviteOccupant",
      projectId,
      also: [{ kind: "account", id: guest.accountId }],
    } as const;
    const records = withAccount(found.records, occupancyId, guest.accountId);
    const saved = await writeOccupancies(services, found, { ...writing, records }, (atomic) => {
      closeHomes(atomic, at, [record]);
      guest.enter(atomic);
      const home: HomeRecord = { occupancyId, isOpen: guest.isProven };
      atomic.set(keys.homeOfAccount(guest.accountId, projectId, houseId), home);
      // Nobody has said what the application may do in the dwelling: inviting says that it may be read.
      if ((rights.value?.access ?? 0) === 0) {
        atomic.check(unchanged(rights)).set(rights.key, { access: 1 });
      }
    });
    return saved.ok ? saved : null;
  });
  if (outcome.ok) services.outbox.hasQueued();
  return outcome;
}

/** Takes the page of their dwelling from an occupant, whose account stays their own. */
export function removeOccupantAccess(
  services: Services,
  { projectId, houseId, occupancyId }: Input<"removeOccupantAccess">,
  caller: Caller,
): Promise<Outcome<"removeOccupantAccess">> {
  const at = { projectId, houseId };
  return retried(async () => {
    const found = await readOccupied(services, at);
    const record = found?.records.find(({ id }) => id === occupancyId);
    if (found === null || !record?.accountId) return { ok: false, code: "not-found" };
    const writing = {
      caller,
      action: "removeOccupantAccess",
      projectId,
      also: [{ kind: "account", id: record.accountId }],
    } as const;
    const records = withAccount(found.records, occupancyId, null);
    const saved = await writeOccupancies(services, found, { ...writing, records }, (atomic) => {
      closeHomes(atomic, at, [record]);
    });
    return saved.ok ? saved : null;
  });
}

function refusalOf(
  { name, email, to }: OccupancyRecord,
  { ecotouchAdmin }: ProjectRecord,
  today: string,
) {
  if (ecotouchAdmin === 0) return "occupants-application-off";
  if (name === null || (to !== null && to < today)) return "occupancy-over";
  return email === "" ? "occupant-without-email" : null;
}

function withAccount(
  records: readonly OccupancyRecord[],
  occupancyId: string,
  accountId: string | null,
): OccupancyRecord[] {
  return records.map((record) => record.id === occupancyId ? { ...record, accountId } : record);
}

/** Whoever is invited. */
interface Guest {
  accountId: string;
  /** Whether the account has proven that it reads the mails of the address: if not, the code of the mail will. */
  isProven: boolean;
  /** Puts the mail, and the account when it is new, into a commit. */
  enter(atomic: Atomic): void;
}

interface Invited {
  record: OccupancyRecord;
  project: ProjectRecord;
  dwelling: string;
}

async function guestOf(services: Services, invited: Invited): Promise<Guest> {
  const { record, project, dwelling } = invited;
  const place = { dwelling, residence: project.name };
  const organisation = await organisationName(services, project.orgId);
  const letterWith = (code: string): Letter => ({
    kind: "home-invitation",
    code,
    organisation,
    app: HOME,
    ...place,
  });
  const account = await accountByEmail(services.store, record.email);
  if (account === null) {
    const person = { email: record.email, forename: "", surname: record.name ?? "" };
    const { id, create } = await newAccount(services, person, letterWith);
    return { accountId: id, isProven: false, enter: create };
  }
  const isProven = account.passwordHash !== "" && account.isUnproven !== true;
  const letter: Letter = { kind: "home-welcome", organisation, ...place };
  const enter = isProven
    ? await lettered(services, account, letter)
    : await coded(services, account, letterWith);
  return { accountId: account.id, isProven, enter };
}

async function coded(
  services: Services,
  account: Account,
  letterWith: (code: string) => Letter,
): Promise<Guest["enter"]> {
  const { code, expiresAt, keep } = newCode(account.email, "invitation", services.now());
  const post = await lettered(services, account, letterWith(code), expiresAt);
  return (atomic) => {
    keep(atomic);
    post(atomic);
  };
}

async function lettered(
  { outbox }: Services,
  { email, forename, surname }: Account,
  letter: Letter,
  expiresAt?: number,
): Promise<Guest["enter"]> {
  const to = [{ email, name: `${forename} ${surname}`.trim() }];
  const mail = await outbox.sealed(letter, expiresAt === undefined ? { to } : { to, expiresAt });
  return (atomic) => queueMail(atomic, mail);
}
