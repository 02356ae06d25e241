import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { ProviderRecord } from "@/lib/documents/records.ts";
import type { ProviderLinks } from "@/lib/identity/provider_links.ts";
import { keys } from "@/lib/store/keys.ts";
import { callAs, type TestPlatform } from "./a_platform.ts";
import { ORG } from "./a_residence.ts";
import { aRequest } from "./some_documents.ts";

export const PROVIDER_EMAIL = "technique@thermalia.example";
export const PROVIDER = "v1";
export const REQUEST = "r1";

/** Writes a landlord that requests documents from a provider. */
export async function writeProvider(
  { store }: TestPlatform,
  { orgId = ORG, providerId = PROVIDER, emails = [PROVIDER_EMAIL], requestId = REQUEST } = {},
): Promise<void> {
  const provider: ProviderRecord = { name: "Thermalia", emails, archived: false };
  const atomic = store.atomic()
    .set(keys.org(orgId), { name: `Bailleur ${orgId}` })
    .set(keys.orgFeatures(orgId), { documentManagement: true })
    .set(keys.provider(orgId, providerId), provider)
    .set(
      keys.documentRequest(orgId, requestId),
      aRequest({ firstRequest: "2026-03-31", providerId }),
    );
  for (const email of emails) atomic.set(keys.providerOfEmail(email, orgId, providerId), true);
  await atomic.commit();
}

/** The link of an address, as mailed. */
export async function aLink(
  { platform, store }: TestPlatform,
  { email = PROVIDER_EMAIL, asked = false } = {},
): Promise<string> {
  const { token, keep } = platform.providerLinks.create(email, { requested: asked });
  const atomic = store.atomic();
  keep(atomic);
  await atomic.commit();
  return token;
}

/** Calls as a user of a provider. */
export async function callAsProvider(
  built: TestPlatform,
  email = PROVIDER_EMAIL,
): Promise<CallFunction> {
  const token = await aLink(built, { email });
  return callAs(built, await built.platform.identities.byToken(token, "header"));
}

/** The address that a link of a provider opens; null when the link has ended. */
export async function opens(links: ProviderLinks, token: string): Promise<string | null> {
  const session = await links.open(token);
  return session === null ? null : await links.emailOfSession(session.id);
}
