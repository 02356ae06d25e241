import { guessIds } from "@/tests/access/guessed_ids.ts";
import { anAccount, signedIn, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { withApp } from "@/tests/helpers/an_app.ts";
import { LOCATION } from "@/tests/helpers/drafts.ts";

const GUESSES = 10_000;
const PLATFORM_ADMIN = "root@ecoplatform.fr";

const LILAS = {
  name: "Les Lilas",
  code: "",
  location: LOCATION,
  tags: [],
};

/** QS2: 10,000 ids guessed over HTTP; the tests already cover every call × role × place. */
export default async function accessMatrix(): Promise<void> {
  await withApp(async (ask, built) => {
    await anAccount(built, { email: PLATFORM_ADMIN, platformAdmin: true });
    await anAccount(built, { email: "ada@bailleur.fr" });
    await anAccount(built, { email: "eve@ailleurs.fr" });
    const hidden = await aPlace(built, "eve@ailleurs.fr");
    await aPlace(built, "ada@bailleur.fr");
    const { token } = await signedIn(built, "ada@bailleur.fr");
    const { askedCount, leaks } = await guessIds(ask, token, { count: GUESSES, hidden });
    console.log(`${askedCount} ids guessed, ${leaks.length} leaks, ${built.faults.length} faults`);
    if (leaks.length + built.faults.length > 0) throw new Error(leaks.slice(0, 10).join("\n"));
  });
}

/** An organisation of a user, and its residence. */
async function aPlace(built: TestPlatform, email: string) {
  const { ask: asAdmin } = await signedIn(built, PLATFORM_ADMIN);
  const org = await asAdmin("createOrg", { body: { name: `OPH of ${email}`, adminEmail: email } });
  if (!org.ok) throw new Error(`No organisation: ${org.code}`);
  const orgId = org.answer.id;
  const { ask } = await signedIn(built, email);
  const project = await ask("createProject", { orgId, body: LILAS });
  if (!project.ok) throw new Error(`No residence: ${project.code}`);
  return { orgId, projectId: project.answer.id };
}
