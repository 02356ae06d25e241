import { type Context, page } from "fresh";
import { ConsumerForm } from "@/components/autoconsumption/ConsumerForm.tsx";
import { StatusForm } from "@/components/autoconsumption/StatusForm.tsx";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { Removal } from "@/components/forms/Removal.tsx";
import type { SelectOption } from "@/components/forms/SelectField.tsx";
import { conflictLines } from "@/components/forms/grid_rows.ts";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { CONSUMER_RULES, typedConsumer } from "@/lib/domain/autoconsumption/forms.ts";
import { isErased } from "@/lib/domain/autoconsumption/participant.ts";
import { nextStatus } from "@/lib/domain/autoconsumption/presences.ts";
import type { Consumer } from "@/lib/domain/autoconsumption/types.ts";
import { links } from "@/lib/links/links.ts";
import {
  consumerOf,
  consumptionMeters,
  dwellingChoices,
  onlyOperationManagers,
} from "@/lib/pages/autoconsumption/autoconsumption_page.ts";
import {
  type RefusedConsumer,
  saveConsumer,
} from "@/lib/pages/autoconsumption/autoconsumption_saves.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import {
  CONSUMER_ERASURE,
  CONSUMER_LABELS,
  CONSUMER_REMOVAL,
  CONSUMER_STATUS_LABELS,
  consumerName,
  DWELLING_EXPORT,
  presencesText,
} from "@/lib/text/autoconsumption/autoconsumption.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { savedPath, seeOther } from "@/lib/web/forms/submit.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),
  async POST(ctx) {
    const { projectId = "", consumerId = "" } = ctx.params;
    const ended = await saveConsumer(ctx);
    if (ended.kind === "refused") return await showPage(ctx, ended.end);
    return seeOther(
      ctx,
      ended.kind === "removed"
        ? links.autoconsumption(projectId)
        : savedPath(links.consumer(projectId, consumerId), ended.form),
    );
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { consumer, dwellings, refused } = data;
  const { project } = residenceOf(state);
  const saved = refused === null ? url.searchParams.get("saved") : null;
  const parts = { consumer, refused, saved, action: links.consumer(project.id, consumer.id) };
  return (
    <>
      <PageTitle
        title={consumerName(consumer)}
        subtitle={[CONSUMER_STATUS_LABELS[consumer.status], presencesText(consumer.presences)]
          .filter(Boolean).join(" ")}
        back={{ href: links.autoconsumption(project.id), label: PAGE_NAMES.autoconsumption }}
      />
      <StatusSection {...parts} today={todayOf(state)} />
      <FieldsSection {...parts} dwellings={dwellings} meters={consumptionMeters(project)} />
      <PersonSection {...parts} exportHref={links.consumerExport(project.id, consumer.id)} />
      <UnsavedGuard />
    </>
  );
});

interface SectionProps {
  consumer: Consumer;
  refused: RefusedConsumer | null;
  /** The form that has just been saved. */
  saved: string | null;
  action: string;
}

function StatusSection(
  { consumer, refused, saved, action, today }: SectionProps & { today: string },
) {
  const mine = refused?.form === "status" ? refused.refused : null;
  const offered = { status: nextStatus(consumer.status), date: today };
  return (
    <Section
      id="participation"
      title="Participation"
      intro="Ses consommations comptent les jours où il participe&nbsp;; ce qui est passé reste dans les chiffres."
      saved={saved === "participation"}
    >
      {mine && <Refusal {...mine} lines={[]} />}
      <StatusForm
        action={`${action}#participation`}
        values={mine?.values ?? offered}
        errors={mine?.errors ?? {}}
        version={consumer.version}
        unsaved={mine !== null}
      />
    </Section>
  );
}

function FieldsSection(
  { consumer, refused, saved, action, dwellings, meters }: SectionProps & {
    dwellings: readonly SelectOption[];
    meters: readonly SelectOption[];
  },
) {
  const mine = refused?.form === "consumer" ? refused.refused : null;
  const stored = typedConsumer(consumer);
  const options = { houseId: dwellings, seriesId: meters } as const;
  const fields = CONSUMER_RULES.map(({ name }) => ({
    name,
    label: CONSUMER_LABELS[name],
    ...((name === "houseId" || name === "seriesId") && { options: options[name] }),
  }));
  return (
    <Section id="consumer" title="Consommateur" saved={saved === "consumer"}>
      {mine && <Refusal {...mine} lines={conflictLines(fields, mine.values, stored)} />}
      <ConsumerForm
        action={`${action}#consumer`}
        values={mine?.values ?? stored}
        errors={mine?.errors ?? {}}
        dwellings={dwellings}
        meters={meters}
        version={consumer.version}
        submit="Enregistrer"
        unsaved={mine !== null}
      />
    </Section>
  );
}

/** What is done with the data of the person behind the consumer, and with a consumer that was none. */
function PersonSection(
  { consumer, saved, action, exportHref }: SectionProps & { exportHref: string },
) {
  return (
    <Section id="person" title="Données personnelles" saved={saved === "person"}>
      <p>
        <a class="button" href={exportHref}>Exporter ses données (zip)</a>
      </p>
      {consumer.houseId !== null && <p class="small soft">{DWELLING_EXPORT}</p>}
      {!isErased(consumer) && (
        <PostForm action={`${action}#person`}>
          <input type="hidden" name="form" value="erasure" />
          <Removal
            label="Effacer la personne"
            text={CONSUMER_ERASURE}
            confirm="Confirmer l’effacement"
          />
        </PostForm>
      )}
      <PostForm action={`${action}#consumer`}>
        <input type="hidden" name="form" value="consumer" />
        <Removal label="Supprimer le consommateur" text={CONSUMER_REMOVAL} />
      </PostForm>
    </Section>
  );
}

async function showPage(ctx: Context<State>, refused: RefusedConsumer | null) {
  onlyOperationManagers(ctx.state);
  const { consumer } = await consumerOf(ctx);
  ctx.state.title = windowTitle(PAGE_NAMES.autoconsumption, consumerName(consumer));
  const typed = refused?.form === "consumer" ? refused.refused.values : typedConsumer(consumer);
  const dwellings = await dwellingChoices(ctx.state, typed.houseId);
  return page({ consumer, dwellings, refused }, { status: refused?.refused.status ?? 200 });
}
