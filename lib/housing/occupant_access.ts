/** Invites an occupant, ends their access, and sets the rights of their application. @module */

import type { Services } from "@/lib/api/services.ts";
import { isCurrent, transact, versionOf } from "@/lib/api/writes.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { joiningAccount } from "@/lib/identity/accounts.ts";
import type { SealedMail } from "@/lib/mail/outbox.ts";
import { codeMail, HOME, newAccount } from "@/lib/organisations/invitations.ts";
import { organisationName } from "@/lib/organisations/members.ts";
import type { ProjectRecord } from "@/lib/residences/records.ts";
import { readProject } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, idOf, readEntries, readEntry } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import type { Handler } from "./calls.ts";
import { readHouse, readHouses } from "./dwellings.ts";
import { homeLetters } from "./mail_text.ts";
import { writeOccupancy } from "./occupancies.ts";
import { isOver } from "./occupancy.ts";
import {
  type HomeRecord,
  homesEndingWith,
  type ModuleRightsRecord,
  moduleRightsRecord,
  type OccupancyRecord,
} from "./records.ts";

const NO_RIGHTS: ModuleRightsRecord = { access: 0 };

/** The rights of the occupants' application in each dwelling; none by default. */
export const listModuleRights: Handler<"listModuleRights"> = async (services, { projectId }) => {
  const houses = await readHouses(services, projectId);
  const entries = await readEntries(
    services.store,
    houses.map(({ id }) => keys.moduleRights(projectId, id)),
    moduleRightsRecord,
  );
  const answer = entries.map((entry) => ({
    houseId: idOf(entry.key),
    ...(entry.value ?? NO_RIGHTS),
    version: versionOf(entry),
  }));
  return { ok: true, answer };
};

/** Sets the rights of the occupants' application in a dwelling. @spec housing.app-rights */
export const putModuleRights: Handler<"putModuleRights"> = (services, input, caller) => {
  const { projectId, houseId, body } = input;
  const { version, ...rights } = body;
  const key = keys.moduleRights(projectId, houseId);
  return transact(services, { caller, action: "putModuleRights", projectId }, async (atomic) => {
    const [house, entry] = await Promise.all([
      readHouse(services, { projectId, houseId }),
      readEntry(services.store, key, moduleRightsRecord),
    ]);
    if (house.value === null) return { ok: false, code: "not-found" };
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    atomic.set(key, rights);
    return { ok: true, answer: null, subject: house.value.settings.name };
  });
};

/**
 * Gives a current or future occupant access to the page of their dwelling: an account is created when the address has
 * none, and a mail explains how to sign in. A repeated call sends the mail again.
 * @spec housing.invitations
 */
export const inviteOccupant: Handler<"inviteOccupant"> = async (services, at, caller) => {
  const { projectId, houseId, occupancyId } = at;
  const project = await readProject(services, projectId);
  const change = { ...at, caller, action: "inviteOccupant" } as const;
  return await writeOccupancy(services, change, async ({ atomic, house, records }, record) => {
    const refusal = refusalOf(record, project, civilDateOf(services.now(), project.timeZone));
    if (refusal !== null) return refusal;
    const [guest, rights] = await Promise.all([
      guestOf(services, { record, project, dwelling: house.value.settings.name, at }),
      readEntry(services.store, keys.moduleRights(projectId, houseId), moduleRightsRecord),
    ]);
    const { accountId, isProven, mail } = guest;
    const invited = withAccount(records, { occupancyId, accountId });
    // The account that had the address before, and changed its own since.
    const ended = homesEndingWith(at, { ended: [record], records: invited });
    for (const { key } of ended) atomic.delete(key);
    guest.enter(atomic);
    const home: HomeRecord = { isOpen: isProven };
    atomic.set(keys.homeOfAccount(accountId, projectId, houseId), home);
    // When the application has no rights in the dwelling, an invitation grants read access.
    if ((rights.value?.access ?? 0) === 0) atomic.set(rights.key, { access: 1 });
    const also = [{ kind: "account", id: accountId }] as const;
    return { records: invited, answer: null, also, mail };
  });
};

/** Revokes an occupant's access to the page of their dwelling; their account remains. */
export const removeOccupantAccess: Handler<"removeOccupantAccess"> = (services, at, caller) => {
  const change = { ...at, caller, action: "removeOccupantAccess" } as const;
  return writeOccupancy(services, change, ({ records }, record) => {
    if (!record.accountId) return "not-found";
    return {
      records: withAccount(records, { occupancyId: at.occupancyId, accountId: null }),
      closed: [record],
      answer: null,
    };
  });
};

function refusalOf(
  { name, email, to }: OccupancyRecord,
  { ecotouchAdmin }: ProjectRecord,
  today: string,
) {
  if (ecotouchAdmin === 0) return "occupants-application-off";
  if (name === null || isOver({ to }, today)) return "occupancy-over";
  return email === "" ? "occupant-without-email" : null;
}

function withAccount(
  records: readonly OccupancyRecord[],
  { occupancyId, accountId }: { readonly occupancyId: string; readonly accountId: string | null },
): OccupancyRecord[] {
  return records.map((record) => record.id === occupancyId ? { ...record, accountId } : record);
}

interface Guest {
  accountId: string;
  /** True when the account has proven its address; if not, the code in the mail proves it. */
  isProven: boolean;
  mail: SealedMail;
  /** Adds the code of the mail, and a new account or the check of a known one, to a commit. */
  enter(atomic: Atomic): void;
}

interface Invited {
  record: OccupancyRecord;
  project: ProjectRecord;
  dwelling: string;
  at: { readonly projectId: string; readonly houseId: string };
}

async function guestOf(services: Services, invited: Invited): Promise<Guest> {
  const { record, project, dwelling, at } = invited;
  const place = { dwelling, residence: project.name };
  const organisation = await organisationName(services, project.orgId);
  const letterWith = (code: string) =>
    homeLetters.letter({ kind: "home-invitation", code, organisation, app: HOME, ...place });
  const joining = await joiningAccount(services.store, record.email);
  if (joining === null) {
    const person = { email: record.email, forename: "", surname: record.name ?? "" };
    const { id, mail, create } = await newAccount(services, person, letterWith);
    return { accountId: id, isProven: false, mail, enter: create };
  }
  const { account, still } = joining;
  const accountId = account.id;
  if (account.passwordHash === "" || account.isUnproven === true) {
    const { mail, keep } = await codeMail(services, account, letterWith);
    return { accountId, isProven: false, mail, enter: (atomic) => keep(atomic.check(still)) };
  }
  const { email, forename, surname } = account;
  const to = [{ email, name: `${forename} ${surname}`.trim() }];
  const path = links.ownHouse(at);
  const letter = homeLetters.letter({ kind: "home-welcome", organisation, path, ...place });
  const mail = await services.outbox.sealed(letter, { to });
  return { accountId, isProven: true, mail, enter: (atomic) => void atomic.check(still) };
}
