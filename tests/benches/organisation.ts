import { seedSite } from "@/lib/demo/seed/residence.ts";
import { demoSites } from "@/lib/demo/seed/site_table.ts";
import { createAccount } from "@/lib/identity/accounts.ts";
import { setMember } from "@/lib/organisations/members.ts";
import { withStore } from "@/lib/store/open_store.ts";
import { links } from "@/lib/ui/links.ts";
import { answersByCall, type AskAnswer } from "@/tests/loading/answers_by_call.ts";
import { pagesInProcess } from "@/tests/loading/app_in_process.ts";
import { costOf, text } from "@/tests/loading/cost.ts";
import { fillStore, READER } from "@/tests/loading/filled_store.ts";
import { withReader } from "@/tests/loading/reader_in_process.ts";

const ORG = "demo";
const RESIDENCES = 522;
const PROJECT = "p01";
const COLLEAGUE = {
  ...READER,
  email: "collegue@exemple.fr",
  forename: "Camille",
  surname: "Petit",
};
const DAY_MS = 86_400_000;

/**
 * Cost of `/home` with many residences at rest, and after each kind of write of the organisation.
 */
export default async function organisation(): Promise<void> {
  await withReader(async (reader) => {
    const ask = await answersByCall(reader);
    const get = await pagesInProcess(reader);
    const cost = costOf(reader.asked);
    const home = () => get(links.residences());
    console.log(`/home of ${RESIDENCES} residences: ${text(await cost(home))} at rest`);
    for (const [name, write] of Object.entries(writesOf(ask))) {
      console.log(`  after ${name}: ${text(await cost(home, write))}`);
    }
  }, { fill: fillOrganisation });
}

function writesOf(ask: AskAnswer) {
  let count = 0;
  return {
    "a change of roles": async () => {
      const person = { projectId: PROJECT, email: COLLEAGUE.email };
      const { version } = await ask("getProjectUserRoles", person);
      const roles = count++ % 2 === 0 ? ["collect" as const] : [];
      await ask("putProjectUserRoles", { ...person, body: { roles, version } });
    },
    "a change of a team": async () => {
      const all = await ask("listTeams", { orgId: ORG });
      const users = [COLLEAGUE.email];
      const draft = { name: `Équipe ${count++}`, users, roles: ["collect" as const], tags: [] };
      const team = all.find((one) => one.users.join() === users.join());
      if (team === undefined) return await ask("createTeam", { orgId: ORG, body: draft });
      const { id: teamId, version } = team;
      await ask("putTeam", { orgId: ORG, teamId, body: { ...draft, version } });
    },
    "a change of a tag": async () => {
      const [tag] = await ask("listTags", { orgId: ORG });
      if (tag === undefined) throw new Error("There is no tag.");
      const { id: tagId, sortOrder, version } = tag;
      const body = { name: `Agence ${count++}`, sortOrder, version };
      await ask("putTag", { orgId: ORG, tagId, body });
    },
    "a residence was renamed": async () => {
      const { name, ...settings } = await ask("getProjectSettings", { projectId: PROJECT });
      const body = { ...settings, name: `${name.split("+")[0]}+${count++}` };
      await ask("putProjectSettings", { projectId: PROJECT, body });
    },
  };
}

async function fillOrganisation(kvPath: string): Promise<void> {
  await fillStore(kvPath);
  const now = Date.now() - DAY_MS;
  await withStore(kvPath, async (store) => {
    const person = { ...COLLEAGUE, platformAdmin: false };
    const accountId = await createAccount(store, person, { now }) ?? "";
    await setMember(store.atomic(), { orgId: ORG, accountId }, { isAdmin: false }).commit();
    for (let index = demoSites().length; index < RESIDENCES; index++) {
      const like = demoSites()[index % demoSites().length];
      if (like === undefined) continue;
      await seedSite(store, { ...like, name: `${like.name} ${index + 1}` }, { index, now });
    }
  });
}
