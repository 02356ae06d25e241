import { makeAllDocuments } from "@/lib/documents/document_creation.ts";
import { mailDocuments } from "@/lib/documents/mail_jobs.ts";
import { SmtpCarrier } from "@/lib/mail/smtp.ts";
import {
  type PlatformChoices,
  type TestPlatform,
  WAITING,
  withPlatform,
} from "@/tests/helpers/a_platform.ts";
import { linesOf } from "@/tools/serving/server_process.ts";

/** A platform that sends its mails through a mail server. */
export function mailing(url: string): PlatformChoices {
  return { mail: { ...WAITING, carrier: new SmtpCarrier(url) } };
}

/** The jobs of documents, each before the one that uses its result. */
export const JOBS = ["make", "mail", "send"] as const;

/** Runs one of {@link JOBS} at an instant. */
export async function runJob(
  { platform, clock }: TestPlatform,
  instant: string,
  job: string,
): Promise<void> {
  clock.goTo(instant);
  if (job === "make") await makeAllDocuments(platform.own.services);
  else if (job === "mail") await mailDocuments(platform.own.services);
  else await platform.sendMails();
}

/**
 * One of two processes on one file: `deno run … documents_beside.ts PATH SMTP_URL`.
 *
 * It runs the job of each line on its standard input, such as "2026-02-10T11:00:00Z mail", and
 * prints a line when done.
 */
if (import.meta.main) {
  const [path = "", url = ""] = Deno.args;
  await withPlatform(async (built) => {
    for await (const line of linesOf(Deno.stdin.readable)) {
      const [instant = "", job = ""] = line.split(" ");
      await runJob(built, instant, job);
      console.log(line);
    }
  }, { path, ...mailing(url) });
}
