import { namedOptions } from "@/components/ui/SelectField.tsx";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { OWN_PROJECTS_FORM, REQUEST_FORM } from "@/lib/documents/forms.ts";
import {
  choicesOf,
  offeredProjects,
  organisationOf,
  readRegisters,
} from "@/lib/documents/pages.ts";
import { requestLines } from "@/lib/documents/register_rules.ts";
import { closeText, depositedRequestText, keptChoiceText } from "@/lib/documents/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { action, formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, oneOf, type PageContext, type State } from "@/lib/web/state.ts";
import {
  OwnProjects,
  RegisteredThing,
  WithProjects,
} from "@/routes/home/contracting/(_components)/RegisterParts.tsx";

export const handler = define.handlers(formRoute(readPage, forms));

export default define.page<typeof handler>(({ data, state }) => {
  const { request, registers, choices, page } = data;
  const { typedocName, providerName, close } = request;
  const options = {
    typedocId: choicesOf(registers.typedocs, [request.typedocId]),
    providerId: choicesOf(registers.providers, [request.providerId]),
    contractId: choicesOf(registers.contracts),
    projects: namedOptions(choices),
  };
  return (
    <RegisteredThing
      state={state}
      title={typedocName}
      subtitle={[providerName, closeText(close)]}
      main={{
        title: "Demande",
        form: REQUEST_FORM,
        stored: request,
        page,
        options,
        children: (content) => <WithProjects {...content} choices={choices} />,
      }}
      noun="la demande"
      stateButton={close
        ? {
          intent: "open",
          label: "Rouvrir la demande",
          text: "Rouverte, elle demande de nouveau des documents.",
        }
        : {
          intent: "close",
          label: "Clore la demande",
          text: "Close, elle ne demande plus de document. Ceux qui ont été déposés restent.",
        }}
      own={<OwnProjects stored={request} page={page} choices={choices} />}
      removal="Les documents attendus disparaissent avec elle. Une demande dont un document a été déposé ne se supprime pas, mais elle peut être close."
    />
  );
});

function forms({ state, params: { requestId = "" } }: PageContext) {
  const at = { ...organisationOf(state), requestId };
  const { call } = state.api;
  const close = (close: boolean) =>
    action(() => call(DOCUMENTS_CALLS.closeRequest, { ...at, body: { close } }));
  return {
    [OWN_PROJECTS_FORM.name]: save(OWN_PROJECTS_FORM, async (own) => {
      const { typedocId, providerId, contractId, firstRequest, rate, ...request } =
        await storedRequest(state, requestId);
      const { reminder, nbDaysForNewDeadline } = request;
      const days = { firstRequest, rate, reminder, nbDaysForNewDeadline };
      const body = { typedocId, providerId, contractId, ...days, ...own };
      return await call(DOCUMENTS_CALLS.putRequest, { ...at, body });
    }),
    request: save(REQUEST_FORM, async (body) => {
      const outcome = await call(DOCUMENTS_CALLS.putRequest, { ...at, body });
      return outcome.ok || outcome.code !== "documents-deposited"
        ? outcome
        : { ...outcome, ...await keptChoices(state, requestId, body) };
    }, {
      intents: { close: close(true), open: close(false) },
      remove: async () => {
        const removed = await call(DOCUMENTS_CALLS.deleteRequest, at);
        if (removed.ok || removed.code !== "in-use") return removed;
        const { close } = await storedRequest(state, requestId);
        return { ...removed, sentence: depositedRequestText(close) };
      },
      removed: links.documentRequests(),
    }),
  };
}

/** Values fixed by existing deposits, with the fields in which they were changed. */
async function keptChoices(
  state: State,
  requestId: string,
  body: { readonly providerId: string; readonly typedocId: string },
) {
  const stored = await storedRequest(state, requestId);
  const changed = [
    { path: "typedocId", isKept: body.typedocId === stored.typedocId, name: stored.typedocName },
    {
      path: "providerId",
      isKept: body.providerId === stored.providerId,
      name: stored.providerName,
    },
  ].filter(({ isKept }) => !isKept);
  return {
    issues: changed.map(({ path }) => ({ path, message: "" })),
    sentence: keptChoiceText(changed.map(({ name }) => name)),
  };
}

async function storedRequest(state: State, requestId: string) {
  return oneOf(requestLines(await readRegisters(state)), requestId);
}

async function readPage(ctx: PageContext) {
  const [registers, choices] = await Promise.all([
    readRegisters(ctx.state),
    offeredProjects(ctx.state),
  ]);
  const request = oneOf(requestLines(registers), ctx.params.requestId);
  ctx.state.title = [PAGES.documentRequests.title, request.typedocName];
  return { request, registers, choices };
}
