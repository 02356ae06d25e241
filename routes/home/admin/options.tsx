import { type Context, page } from "fresh";
import { CheckField } from "../../../components/forms/CheckField.tsx";
import { Refusal } from "../../../components/forms/Refusal.tsx";
import { SubmitBar } from "../../../components/forms/SubmitBar.tsx";
import { PageTitle } from "../../../components/page/PageTitle.tsx";
import { Section } from "../../../components/page/Section.tsx";
import UnsavedGuard from "../../../islands/forms/UnsavedGuard.tsx";
import { links } from "../../../lib/links/links.ts";
import { errorText } from "../../../lib/text/errors.ts";
import { PAGE_NAMES, windowTitle } from "../../../lib/text/pages.ts";
import { administered } from "../../../lib/web/administration.ts";
import { answered } from "../../../lib/web/answered.ts";
import { define } from "../../../lib/web/define.ts";
import type { State } from "../../../lib/web/state.ts";
import { readSubmission, savedPath, seeOther } from "../../../lib/web/submit.ts";

/** What was sent and not saved. */
interface Refused {
  documentManagement: boolean;
  failure: string | null;
  isConflict: boolean;
  status: number;
}

export const handler = define.handlers({
  GET: (ctx) => shown(ctx, null),

  async POST(ctx) {
    const { id: orgId } = administered(ctx.state);
    const { values } = await readSubmission(ctx, ["documentManagement", "version"]);
    const documentManagement = values.documentManagement !== "";
    const body = { documentManagement, version: values.version };
    const result = await ctx.state.api.call("putCollectFeatures", { orgId, body });
    if (result.ok) return seeOther(ctx, savedPath(links.organisationOptions(), "documents"));
    const isConflict = result.code === "conflict";
    const failure = isConflict ? null : errorText(result.code);
    return await shown(ctx, { documentManagement, failure, isConflict, status: result.status });
  },
});

export default define.page<typeof handler>(({ data: { organisation, features, refused }, url }) => (
  <>
    <PageTitle title={PAGE_NAMES.organisationOptions} subtitle={organisation.name} />
    <Section
      id="documents"
      title="Gestion des documents"
      intro="Demander des documents aux prestataires, les recevoir et les valider. Sans elle, ses écrans et ses rôles n’apparaissent nulle part."
      saved={refused === null && url.searchParams.get("saved") === "documents"}
    >
      {refused && (
        <Refusal
          failure={refused.failure}
          isConflict={refused.isConflict}
          lines={[{
            label: "Gestion des documents",
            typed: stateText(refused.documentManagement),
            stored: stateText(features.documentManagement),
          }]}
        />
      )}
      <form
        class="form"
        method="post"
        action={links.organisationOptions()}
        data-guard={refused === null ? "watched" : "unsaved"}
      >
        <input type="hidden" name="version" value={features.version} />
        <CheckField
          name="documentManagement"
          label="Activer la gestion des documents"
          checked={refused?.documentManagement ?? features.documentManagement}
        />
        <SubmitBar />
      </form>
    </Section>
    <UnsavedGuard />
  </>
));

function stateText(isOn: boolean): string {
  return isOn ? "Activée" : "Désactivée";
}

async function shown(ctx: Context<State>, refused: Refused | null) {
  const organisation = administered(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.organisationOptions, organisation.name);
  const { id: orgId } = organisation;
  const features = answered(await ctx.state.api.call("getCollectFeatures", { orgId }));
  return page({ organisation, features, refused }, { status: refused?.status ?? 200 });
}
