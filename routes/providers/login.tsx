import { PortalNote } from "@/components/documents/PortalFrame.tsx";
import { RequiredNote } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { TextField } from "@/components/ui/TextField.tsx";
import { ACCOUNTS_CALLS } from "@/lib/accounts/calls.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { isEmail } from "@/lib/base/typed_formats.ts";
import type { FieldError } from "@/lib/base/validators.ts";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { endProviderSession, openProviderSession } from "@/lib/documents/portal_pages.ts";
import { askedText } from "@/lib/documents/portal_text.ts";
import type { Organisation } from "@/lib/identity/schema.ts";
import { MAILS_WAIT, retryText } from "@/lib/identity/text.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { PROVIDER_COOKIE } from "@/lib/web/cookies.ts";
import { readSubmission, seeOther, withPrivateUrl } from "@/lib/web/form_submission.ts";
import { PRIVATE_URL } from "@/lib/web/headers.ts";
import { inProcess } from "@/lib/web/page_api.ts";
import {
  define,
  HttpError,
  mailsWait,
  page,
  type PageContext,
  type State,
} from "@/lib/web/state.ts";

interface ProviderLoginPage {
  /** Absent when the link is invalid or absent. */
  readonly link?: { readonly token: string; readonly requests: readonly LandlordRequests[] };
  readonly isDead?: boolean;
  readonly isSent?: boolean;
  /** Set when a session ended before a deposit was sent. */
  readonly isEnded?: boolean;
  readonly email?: string | undefined;
  readonly error?: FieldError | undefined;
  readonly failure?: string;
}

export const handler = define.handlers({
  // Mail scanners open links: nothing is written here.
  async GET(ctx) {
    const { searchParams } = ctx.url;
    const token = searchParams.get("token");
    if (token === null) {
      const isSent = searchParams.has("sent");
      return showPage(ctx, { isSent, isEnded: searchParams.has("ended") });
    }
    const requests = await requestsOf(ctx.state, token);
    if (requests !== null) return showPage(ctx, { link: { token, requests } });
    return showPage(ctx, { isDead: true }, { cookie: PROVIDER_COOKIE.deletion(ctx.state.https) });
  },
  async POST(ctx) {
    const sent = await readSubmission(ctx, ["token", "email", "demo"]);
    if (sent.has("demo")) {
      const token = await ctx.state.platform.demoPortalLink();
      if (token === null) throw new HttpError(404);
      return await opened(ctx, token);
    }
    return sent.has("token")
      ? await opened(ctx, sent.values.token)
      : await askedNew(ctx, sent.values.email.trim());
  },
});

async function opened(ctx: PageContext, token: string) {
  const cookie = await openProviderSession(ctx.state, token);
  if (cookie !== null) return withPrivateUrl(seeOther(ctx, links.providerDocuments(), cookie));
  const forgotten = await endProviderSession(ctx.state);
  return showPage(ctx, { isDead: true }, { cookie: forgotten, status: 401 });
}

async function askedNew(ctx: PageContext, email: string) {
  if (!isEmail(email)) {
    const error = { code: email === "" ? "required" : "email" } as const;
    return showPage(ctx, { email, error }, { status: 400 });
  }
  const result = await ctx.state.api.call(ACCOUNTS_CALLS.askNewLinkProvider, { body: { email } });
  if (result.ok) return seeOther(ctx, links.providerLogin({ sent: "1" }));
  const { code, retryAt, status } = result;
  const failure = retryAt === undefined ? errorText(code) : retryText(retryAt);
  return showPage(ctx, { email, failure }, { status });
}

/** The page of a mailed link: its button opens the session. @spec providers.landing */
export default define.page<typeof handler>(({ data, state }) => (
  <>
    <h1>{PAGES.providerLogin.title}</h1>
    {data.link && <OpenLink {...data.link} />}
    {data.isDead && (
      <PortalNote tone="bad" live>
        <p>
          Ce lien n’est plus valable&nbsp;: il a expiré, ou un plus récent le remplace. Prenez le
          lien de votre dernier mail, ou demandez-en un autre.
        </p>
      </PortalNote>
    )}
    {data.isEnded && (
      <PortalNote tone="bad" live>
        <p>
          Votre session est terminée&nbsp;: rien n’est déposé. Ouvrez de nouveau le lien de votre
          dernier mail, ou demandez-en un autre.
        </p>
      </PortalNote>
    )}
    {data.isSent && mailsWait(state) && (
      <PortalNote tone="bad" live>
        <p>{MAILS_WAIT}</p>
      </PortalNote>
    )}
    {data.isSent && !mailsWait(state) && (
      <PortalNote tone="good" live>
        <p>
          Si des documents sont demandés à cette adresse, un mail vient d’y partir avec un nouveau
          lien.
        </p>
      </PortalNote>
    )}
    {data.failure && (
      <PortalNote tone="bad" live>
        <p>{data.failure}</p>
      </PortalNote>
    )}
    {!data.link && <NewLink email={data.email} error={data.error} />}
  </>
));

function OpenLink({ token, requests }: NonNullable<ProviderLoginPage["link"]>) {
  return (
    <PostForm class="form" action={links.providerLogin()} repeatable>
      {requests.length === 0 && <p>Aucun document ne vous est demandé pour le moment.</p>}
      {requests.length > 0 && (
        <ul>
          {requests.map((one) => (
            <li key={one.organisation.id}>
              <strong>{one.organisation.name}</strong> {askedText(one)}
            </li>
          ))}
        </ul>
      )}
      <input type="hidden" name="token" value={token} />
      <div>
        <button type="submit">Accéder à mes documents</button>
      </div>
    </PostForm>
  );
}

function NewLink({ email = "", error }: Pick<ProviderLoginPage, "email" | "error">) {
  return (
    <PostForm class="form" action={links.providerLogin()} noValidate>
      <p class="soft">
        Vous êtes prestataire d’un bailleur&nbsp;: un mail vous apportera un lien vers les documents
        qu’il vous demande.
      </p>
      <RequiredNote />
      <TextField name="email" label="Email" type="email" value={email} error={error} required />
      <div>
        <button type="submit">Recevoir un lien</button>
      </div>
    </PostForm>
  );
}

/** The token in the URL must not reach another page. */
function showPage(
  { state }: PageContext,
  data: ProviderLoginPage,
  { cookie, status = 200 }: { cookie?: string; status?: number } = {},
) {
  state.title = PAGES.providerLogin.title;
  const headers = new Headers(PRIVATE_URL);
  if (cookie !== undefined) headers.append("set-cookie", cookie);
  return page(data, { status, headers });
}

interface LandlordRequests {
  readonly organisation: Organisation;
  readonly count: number;
  readonly late: number;
  readonly refused: number;
}

/** The documents requested from the user of a link, by landlord; null when the link is invalid. */
async function requestsOf(
  state: State,
  token: string,
): Promise<readonly LandlordRequests[] | null> {
  const caller = await state.platform.identities.byToken(token, "header");
  if (caller.kind !== "provider") return null;
  const { read, readUnless } = inProcess({ ...state, caller });
  const organisations = await read(ORGANISATIONS_CALLS.listOrgs, {});
  const requests = await Promise.all(organisations.map(async (organisation) => {
    const at = { orgId: organisation.id };
    const counts = await readUnless(
      "document-management-off",
      DOCUMENTS_CALLS.countDocuments,
      at,
    );
    // A landlord who no longer manages documents asks nothing.
    if (counts === null) return [];
    const { running, late, refused, again } = counts;
    return [{ organisation, count: running + late + refused - again, late, refused }];
  }));
  return requests.flat().filter(({ count }) => count > 0);
}
