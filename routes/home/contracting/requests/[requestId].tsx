import { type Context, page } from "fresh";
import { StateButton } from "@/components/contracting/StateButton.tsx";
import { formPage, FormSection, RemovalForm } from "@/components/forms/FormBox.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { RegisterFacts } from "@/components/contracting/RegisterFacts.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { requestLines } from "@/lib/domain/contracting/register_lists.ts";
import { REQUEST_FORM } from "@/lib/forms/contracting/contracting_forms.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { links } from "@/lib/links/links.ts";
import {
  choicesOf,
  documentsOf,
  offeredProjects,
  oneOf,
  projectOptions,
  readRegisters,
} from "@/lib/pages/contracting/contracting_page.ts";
import { requestForms } from "@/lib/pages/contracting/contracting_saves.ts";
import { closeText, REQUEST_REMOVAL } from "@/lib/text/contracting/contracting.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { submitForms } from "@/lib/web/forms/submit_forms.ts";
import type { State } from "@/lib/web/state.ts";
import { WithProjects } from "@/routes/home/contracting/(_components)/WithProjects.tsx";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),
  POST: (ctx) =>
    submitForms(ctx, {
      forms: requestForms(ctx),
      path: links.documentRequest(ctx.params.requestId ?? ""),
      show: (shown) => showPage(ctx, shown),
    }),
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { request, registers, offered, shown } = data;
  const { typedocName, providerName, close } = request;
  const { organisation, canWrite } = documentsOf(state);
  const path = links.documentRequest(request.id);
  const options = {
    typedocId: choicesOf(registers.typedocs, request.typedocId),
    providerId: choicesOf(registers.providers, request.providerId),
    contractId: choicesOf(registers.contracts),
    projects: projectOptions(offered),
  };
  return (
    <>
      <PageTitle
        title={typedocName}
        subtitle={[organisation.name, providerName, closeText(close)].join(" · ")}
        back={{ href: links.documentRequests(), label: PAGE_NAMES.documentRequests }}
      />
      {canWrite
        ? (
          <>
            <FormSection
              title="Demande"
              form={REQUEST_FORM}
              stored={request}
              page={formPage(path, shown, url)}
              version={request.version}
              options={options}
            >
              {(content) => <WithProjects {...content} offered={offered} />}
            </FormSection>
            <StateButton
              form="request"
              action={`${path}#request`}
              intent={close ? "open" : "close"}
              label={close ? "Rouvrir la demande" : "Clore la demande"}
              text={close
                ? "Rouverte, elle demande de nouveau des documents."
                : "Close, elle ne demande plus de document. Ceux qui ont été déposés restent."}
            />
            <RemovalForm
              form="request"
              isCard
              action={`${path}#request`}
              label="Supprimer la demande"
              text={REQUEST_REMOVAL}
            />
            <UnsavedGuard />
          </>
        )
        : <RegisterFacts form={REQUEST_FORM} stored={request} options={options} />}
    </>
  );
});

async function showPage(ctx: Context<State>, shown: ShownForm | null) {
  const [registers, offered] = await Promise.all([
    readRegisters(ctx.state),
    offeredProjects(ctx.state),
  ]);
  const request = oneOf(requestLines(registers), ctx.params.requestId);
  ctx.state.title = windowTitle(PAGE_NAMES.documentRequests, request.typedocName);
  return page({ request, registers, offered, shown }, { status: shown?.status ?? 200 });
}
