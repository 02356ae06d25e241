/**
 * The whole site with a browser and a mail server, on a test clock: landlords request documents,
 * providers deposit them.
 * @module
 */

import { makeAllDocuments } from "@/lib/documents/document_creation.ts";
import { mailDocuments } from "@/lib/documents/mail_jobs.ts";
import { mailVerdicts } from "@/lib/documents/verdict_mails.ts";
import { keys } from "@/lib/store/keys.ts";
import { PASSWORD } from "@/tests/helpers/a_platform.ts";
import {
  mailBy,
  type PostOffice,
  type ReceivedMail,
  withPostOffice,
} from "@/tests/helpers/a_post_office.ts";
import { ORG, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type Site, withSite } from "@/tests/helpers/a_site.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { type PageErrors, type PageOptions, withPage } from "@/tests/tools/browser.ts";
import { withServer } from "@/tests/tools/loopback.ts";

/** The landlord's user, who requests documents and validates them. */
export const LANDLORD = "ada@bailleur.fr";

/** A window on the site. */
export interface SiteWindow {
  readonly page: Page;
  readonly errors: PageErrors;
  /** Goes to a path of the site; returns the status of its answer. */
  go(path: string): Promise<number>;
}

/** A landlord who manages documents, without any yet. */
export interface DocumentsSite extends Site {
  readonly url: string;
  readonly office: PostOffice;
  /**
   * Moves the clock to an instant, runs the jobs of documents and mails; returns the mails received
   * since the last call.
   */
  jobsAt(instant: string): Promise<readonly ReceivedMail[]>;
  inWindow<T>(use: (window: SiteWindow) => Promise<T>, options?: PageOptions): Promise<T>;
}

/** Runs a test on the site; its first instant is 10 February 2026, noon in Paris. */
export async function withDocumentsSite(
  test: (site: DocumentsSite) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  await withPostOffice((office) => {
    const own = { url: "" };
    return withSite((site) =>
      withServer(site.handler, async ({ url }) => {
        own.url = url;
        await writeResidence(site);
        await site.store.atomic()
          .set(keys.orgFeatures(ORG), { documentManagement: true }).commit();
        await someone(site, { email: LANDLORD, roles: ["collect:documents:write"] });
        await test({ ...site, office, url, ...waysOf(site, office, url) });
      }), { settings, mail: mailBy(office, () => own.url) });
  });
}

function waysOf(
  { platform, clock }: Site,
  office: PostOffice,
  url: string,
): Pick<DocumentsSite, "jobsAt" | "inWindow"> {
  let seen = 0;
  return {
    async jobsAt(instant) {
      clock.goTo(instant);
      await makeAllDocuments(platform.own.services);
      await mailDocuments(platform.own.services);
      await mailVerdicts(platform.own.services);
      await platform.sendMails();
      const mails = office.received.slice(seen);
      seen = office.received.length;
      return mails;
    },
    inWindow: (use, options) =>
      withPage(async (page, errors) => {
        const go = async (path: string) => (await page.goto(url + path))?.status() ?? 0;
        return await use({ page, errors, go });
      }, options),
  };
}

/** Signs the landlord in by the page. */
export async function signIn({ page, go }: SiteWindow): Promise<void> {
  await go("/login");
  await page.fill("#email", LANDLORD);
  await page.fill("#password", PASSWORD);
  await page.click("button[type=submit]");
  await page.waitForURL("**/home");
}

/** Opens the link of a mail, as its recipient does. */
export async function openLink(
  { page, go }: SiteWindow,
  { text }: Pick<ReceivedMail, "text">,
): Promise<void> {
  const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "");
  await go(link.pathname + link.search);
  await page.click("text=Accéder à mes documents");
  await page.waitForURL(({ pathname }) => pathname !== link.pathname);
}

/** A file selected in a form. */
export function chosen(bytes: Uint8Array, name = "attestation.pdf") {
  return { name, mimeType: "application/pdf", buffer: Buffer.from(bytes) };
}
