import { guessIds } from "@/tests/access/guessed_ids.ts";
import { anAccount, signedIn, type TestPlatform } from "@/tests/backend/a_platform.ts";
import { withApp } from "@/tests/routes/api/an_app.ts";

const GUESSES = 10_000;

const LILAS = {
  name: "Les Lilas",
  code: "",
  location: {
    street: "1 rue Haute",
    zipCode: "54000",
    city: "Nancy",
    latitude: null,
    longitude: null,
  },
  tags: [],
};

/** QS2: 10,000 ids guessed over HTTP; the tests already cover every call × role × place. */
export default async function qs2(): Promise<void> {
  await withApp(async (ask, built) => {
    await anAccount(built, { email: "ada@bailleur.fr", platformAdmin: true });
    await anAccount(built, { email: "eve@ailleurs.fr", platformAdmin: true });
    const hidden = await aPlace(built, "eve@ailleurs.fr");
    await aPlace(built, "ada@bailleur.fr");
    const { token } = await signedIn(built, "ada@bailleur.fr");
    const { askedCount, leaks } = await guessIds(ask, token, { count: GUESSES, hidden });
    console.log(`${askedCount} ids guessed, ${leaks.length} leaks, ${built.faults.length} faults`);
    if (leaks.length + built.faults.length > 0) throw new Error(leaks.slice(0, 10).join("\n"));
  });
}

/** An organisation and a residence of a new user. */
async function aPlace(built: TestPlatform, email: string) {
  const { ask } = await signedIn(built, email);
  const org = await ask("createOrg", { body: { name: "OPH", adminEmail: email } });
  if (!org.ok) throw new Error(`No organisation: ${org.code}`);
  const orgId = org.answer.id;
  const project = await ask("createProject", { orgId, body: LILAS });
  if (!project.ok) throw new Error(`No residence: ${project.code}`);
  return { orgId, projectId: project.answer.id };
}

if (import.meta.main) await qs2();
