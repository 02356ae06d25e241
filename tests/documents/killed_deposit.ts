import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { ProviderCaller } from "@/lib/identity/caller.ts";
import { callAs, onEndingPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG } from "@/tests/helpers/a_residence.ts";
import { aPdf, packed } from "@/tests/helpers/hostile_pdfs.ts";
import { seeded } from "@/tests/helpers/made_series.ts";
import { REQUEST } from "@/tests/helpers/some_documents.ts";

/** A user of the provider of the request. */
export const DEPOSITOR: ProviderCaller = {
  kind: "provider",
  email: "agence@chauffage.fr",
  providers: [{ orgId: ORG, providerId: "v1" }],
  demo: false,
};

/** A file whose parts take several commits, the same in each process. */
export function largeFile(length = 1_000_000): Uint8Array<ArrayBuffer> {
  const chance = seeded(1);
  const noise = Uint8Array.from({ length }, () => Math.floor(chance() * 256));
  return aPdf({ objects: [packed("", noise)] });
}

/** The fields of a deposit, without its file. */
export const DEPOSIT_FIELDS = {
  fileName: "attestation.pdf",
  completionDate: "2026-02-09",
  data: [{ typedocValueId: "w1", rank: 0, value: "90" }],
};

/** The body of a deposit of {@link largeFile}. */
export function largeDeposit() {
  return { ...DEPOSIT_FIELDS, file: largeFile() };
}

/**
 * Runs a script of this folder that may be killed, with the path of its store; returns how it
 * ended, and the commits that it reports.
 */
export async function ranUntilKilled(script: string, ...args: readonly string[]) {
  const { stdout, stderr, signal, code } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", new URL(script, import.meta.url).pathname, ...args],
  }).output();
  if (signal !== "SIGKILL" && code !== 0) throw new Error(new TextDecoder().decode(stderr));
  return { signal, commits: Number(new TextDecoder().decode(stdout)) };
}

/** The file of a document, different for each. */
export function ownFile(documentId: string): Uint8Array<ArrayBuffer> {
  return aPdf({ catalogue: `/Lang (${documentId})` });
}

/**
 * Sends the files of documents, then deposits each waiting one, from where an earlier process
 * stopped.
 */
async function depositMany(ask: CallFunction, ids: readonly string[]): Promise<void> {
  const awaited = ids.map((id) => ({ id, file: ownFile(id) }));
  const { files: before } = await waitingFiles(ask);
  for (const { id, file } of awaited) {
    if (before.some(({ name }) => name === `${id}.pdf`)) continue;
    const body = { file, fileName: `${id}.pdf`, mark: id, at: 0, size: file.length };
    const sent = await ask("sendWaitingFile", { body });
    if (!sent.ok) throw new Error(`Not sent: ${JSON.stringify(sent)}`);
  }
  for (const { id: waiting, name, outcome } of (await waitingFiles(ask)).files) {
    if (outcome !== null) continue;
    const documentId = name.replace(".pdf", "");
    const at = { orgId: ORG, requestId: REQUEST, documentId };
    const result = await ask("uploadDocument", { ...at, body: { ...DEPOSIT_FIELDS, waiting } });
    if (!result.ok) throw new Error(`${name} not deposited: ${JSON.stringify(result)}`);
  }
}

/** The waiting files of a user, and the results of the others. */
export async function waitingFiles(ask: CallFunction) {
  const result = await ask("listWaitingFiles", {});
  if (!result.ok) throw new Error(`Not listed: ${result.code}`);
  return result.answer;
}

/**
 * Deposits a document, or many whose files are waiting, and is killed at a commit: `deno run …
 * killed_deposit.ts PATH DOCUMENT[,DOCUMENT…] COMMIT before|after`.
 *
 * A process that is not killed prints how many commits its deposit took.
 */
if (import.meta.main) {
  const [path = "", documents = "", commit = "", when = ""] = Deno.args;
  const [documentId = "", ...others] = documents.split(",");
  await onEndingPlatform({ path, commit, when }, async (built, commits) => {
    const ask = callAs(built, DEPOSITOR);
    if (others.length > 0) await depositMany(ask, [documentId, ...others]);
    else {
      const at = { orgId: ORG, requestId: REQUEST, documentId };
      const result = await ask("uploadDocument", { ...at, body: largeDeposit() });
      if (!result.ok) throw new Error(`Not deposited: ${JSON.stringify(result)}`);
    }
    console.log(commits());
  });
}
