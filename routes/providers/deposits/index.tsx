import { FileOutcomes, FilesForm, WaitingLines } from "@/components/documents/DepositForm.tsx";
import { PortalNote } from "@/components/documents/PortalFrame.tsx";
import { RequiredNote } from "@/components/ui/Page.tsx";
import {
  depositLines,
  documentLimits,
  isOfLines,
  sendFiles,
  type SentLines,
  waitingPage,
} from "@/lib/documents/portal_pages.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { readSubmission, seeOther } from "@/lib/web/form_submission.ts";
import { define, page, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET(ctx) {
    return await showPage(ctx, { refused: [], typed: {}, errors: {} });
  },
  async POST(ctx) {
    const sent = await readSubmission(ctx, [], documentLimits(ctx));
    const lines = isOfLines(sent) ? await depositLines(ctx, sent) : await sendFiles(ctx, sent);
    const isDone = lines.refused.length === 0 && Object.keys(lines.errors).length === 0;
    return isDone ? seeOther(ctx, links.providerDeposits()) : await showPage(ctx, lines);
  },
});

/** Deposit of many files: they are sent, matched to their documents by name, and deposited. @spec deposits.many */
export default define.page<typeof handler>(({ data: { waiting: pending, refused, maxBytes } }) => (
  <>
    <h1>{PAGES.providerDeposits.title}</h1>
    <RequiredNote />
    {refused.length > 0 && (
      <PortalNote tone="bad" live>
        {refused.map(({ name, why }) => <p key={name}>{name}&nbsp;: {why}</p>)}
      </PortalNote>
    )}
    <FileOutcomes files={pending.done} maxBytes={maxBytes} />
    {pending.lines.length > 0 && <WaitingLines {...pending} />}
    <h2>{pending.lines.length > 0 ? "Ajouter des fichiers" : "Choisir les fichiers"}</h2>
    <FilesForm maxBytes={maxBytes} error={pending.errors.files} />
  </>
));

async function showPage(ctx: PageContext, sent: SentLines) {
  const { state } = ctx;
  const pending = await waitingPage(ctx, sent);
  const status = sent.refused.length > 0 || Object.keys(sent.errors).length > 0 ? 400 : 200;
  const { maxDocumentBytes: maxBytes } = state.config;
  return page({ waiting: pending, refused: sent.refused, maxBytes }, { status });
}
