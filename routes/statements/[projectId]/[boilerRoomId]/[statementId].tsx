import { PortalNote } from "@/components/documents/PortalFrame.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { formatInstant } from "@/lib/base/date_format.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { documentLimits } from "@/lib/documents/portal_pages.ts";
import { fileFaultText } from "@/lib/documents/portal_text.ts";
import { DEPOSIT_TYPES } from "@/lib/documents/upload_rules.ts";
import { SETTLEMENT_CALLS } from "@/lib/settlement/calls.ts";
import type { Settlement } from "@/lib/settlement/schema.ts";
import { AUTHORS_TITLE, STATE_LABELS, statementName } from "@/lib/settlement/text.ts";
import {
  authorLines,
  monthLines,
  owedText,
  type StatementLine,
  statementLines,
} from "@/lib/settlement/statement_text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { megabytesText } from "@/lib/ui/text.ts";
import { readTexts } from "@/lib/web/body_limits.ts";
import { readSubmission, seeOther, withPrivateUrl } from "@/lib/web/form_submission.ts";
import { PRIVATE_URL } from "@/lib/web/headers.ts";
import { define, page, type PageContext } from "@/lib/web/state.ts";

interface LinkPage {
  /** null for a wrong or revoked link. */
  readonly statement: Settlement | null;
  readonly token: string;
  readonly comment?: string;
  readonly failure?: string;
}

export const handler = define.handlers({
  // Mail scanners open links: nothing is written here.
  GET: (ctx) => showPage(ctx, ctx.url.searchParams.get("token") ?? ""),
  async POST(ctx) {
    const token = ctx.url.searchParams.get("token") ?? "";
    if (await statementOf(ctx, token) === null) {
      // Nothing of a file is kept for a wrong link, which may have been revoked while its holder typed.
      const texts = await readTexts(ctx.req, documentLimits(ctx)) ?? [];
      const comment = texts.find(([name]) => name === "comment")?.[1].trim() ?? "";
      return await showPage(ctx, token, { comment }, 404);
    }
    const { values, has, file } = await readSubmission(ctx, ["comment"], documentLimits(ctx));
    const comment = values.comment.trim();
    const sent = file("file");
    const answer = await ctx.state.api.call(SETTLEMENT_CALLS.answerSentStatement, {
      ...placeOf(ctx),
      body: {
        token,
        act: has("accept") ? "accept" : "contest",
        comment,
        ...sent && { file: await sent.bytes(), fileName: sent.name },
      },
    });
    if (answer.ok) return withPrivateUrl(seeOther(ctx, links.sentStatement(placeOf(ctx), token)));
    const { code, status, issues = [] } = answer;
    const fault = issues.find(({ path }) => path === "body.file")?.message;
    const failure = fault === undefined
      ? errorText(code)
      : fileFaultText(fault, ctx.state.config.maxDocumentBytes);
    const again = sent === null ? "" : " Choisissez de nouveau le fichier.";
    return await showPage(ctx, token, { comment, failure: failure + again }, status);
  },
});

function placeOf({ params }: PageContext) {
  const { projectId = "", boilerRoomId = "", statementId = "" } = params;
  return { projectId, boilerRoomId, statementId };
}

/** The token in the URL must not reach another page. */
async function showPage(
  ctx: PageContext,
  token: string,
  said: Pick<LinkPage, "comment" | "failure"> = {},
  status = 200,
) {
  ctx.state.title = PAGES.settlement.title;
  const statement = await statementOf(ctx, token);
  return page({ statement, token, ...said }, { status, headers: new Headers(PRIVATE_URL) });
}

async function statementOf(ctx: PageContext, token: string): Promise<Settlement | null> {
  if (token === "") return null;
  const { readSentStatement } = SETTLEMENT_CALLS;
  const at = { ...placeOf(ctx), body: { token } };
  return await ctx.state.api.readUnless("not-found", readSentStatement, at);
}

function Lines({ lines }: { lines: readonly StatementLine[] }) {
  return (
    <dl>
      {lines.flatMap(({ name, figure, formula }, at) => [
        <dt key={`name ${at}`}>{name}</dt>,
        <dd key={`figure ${at}`}>
          <strong>{figure}</strong> <span class="soft">{formula}</span>
        </dd>,
      ])}
    </dl>
  );
}

/** A statement as its operator reads it, accepts it or contests it. @spec settlement.link */
export default define.page<typeof handler>(({ data, params, state }) => {
  const { statement, token, comment = "", failure } = data;
  const { projectId = "", boilerRoomId = "", statementId = "" } = params;
  return (
    <>
      <h1>{PAGES.settlement.title}</h1>
      {failure && (
        <PortalNote tone="bad" live>
          <p>{failure}</p>
        </PortalNote>
      )}
      {comment !== "" && statement?.state !== "sent" && (
        <PortalNote tone="bad">
          <label for="unsent">
            Votre commentaire n’est pas parti. Copiez-le pour l’envoyer au bailleur.
          </label>
          <textarea id="unsent" rows={4} readOnly>{comment}</textarea>
        </PortalNote>
      )}
      {statement === null
        ? (
          <PortalNote tone="bad">
            <p>Ce lien n’est plus valable&nbsp;: demandez-en un autre au bailleur.</p>
          </PortalNote>
        )
        : (
          <>
            <p>
              {statementName(statement)}&nbsp;: {STATE_LABELS[statement.state]}
            </p>
            {statement.sheet.statement && (
              <p>
                <strong>{owedText(statement.sheet.statement)}.</strong>
                {statement.state === "sent" &&
                  " Vous l’acceptez, ou le contestez, en bas de cette page."}
              </p>
            )}
            <Lines lines={statementLines(statement.sheet)} />
            <h2>Mois de la saison</h2>
            <Lines lines={monthLines(statement.sheet)} />
            {statement.sheet.authors && <h2>{AUTHORS_TITLE}</h2>}
            <Lines lines={authorLines(statement.sheet)} />
            <ul>
              {statement.acts.map(({ state, at, by, comment: said, fileName }) => (
                <li key={at}>
                  {STATE_LABELS[state]} le {formatInstant(at)}, {by}
                  {said !== "" && <>&nbsp;: {said}</>}
                  {fileName !== null && <>, fichier joint&nbsp;: {fileName}</>}
                </li>
              ))}
            </ul>
            {statement.state === "sent" && (
              <PostForm
                class="form"
                action={links.sentStatement({ projectId, boilerRoomId, statementId }, token)}
                encType="multipart/form-data"
                noValidate
              >
                <label for="comment">Commentaire, obligatoire pour contester</label>
                <textarea id="comment" name="comment" rows={4} maxLength={2_000}>
                  {comment}
                </textarea>
                <label for="file">
                  Fichier joint à une contestation&nbsp;: PDF ou photo,{" "}
                  {megabytesText(state.config.maxDocumentBytes)} au plus
                </label>
                <input id="file" type="file" name="file" accept={DEPOSIT_TYPES} />
                <div>
                  <button type="submit" name="accept" value="on">Accepter le décompte</button>{" "}
                  <button type="submit" name="contest" value="on">Contester le décompte</button>
                </div>
              </PostForm>
            )}
          </>
        )}
    </>
  );
});
