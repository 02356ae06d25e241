import { type Context, page } from "fresh";
import { muteColumns } from "@/components/alarms/mute_columns.tsx";
import { SeasonNotice } from "@/components/alarms/SeasonNotice.tsx";
import { formPage, FormSection, RemovalForm } from "@/components/forms/FormBox.tsx";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import { LinkedRows } from "@/components/tables/LinkedRows.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { DELAYS_FORM } from "@/lib/forms/alarms/delays_form.ts";
import { muteForm } from "@/lib/forms/alarms/mute_form.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { links } from "@/lib/links/links.ts";
import {
  alarmSettingsForms,
  type AlarmSettingsRead,
  readAlarmSettings,
} from "@/lib/pages/alarms/alarm_settings_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { DELAYS_INTRO, MUTE_LOSS_TEXT, MUTES_INTRO, NO_MUTE } from "@/lib/text/alarms/mutes.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { submitForms } from "@/lib/web/forms/submit_forms.ts";
import { todayOf } from "@/lib/web/session/place.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),
  POST: (ctx) =>
    submitForms(ctx, {
      forms: alarmSettingsForms(ctx),
      path: links.alarmSettings(ctx.params.projectId ?? ""),
      show: (shown) => showPage(ctx, shown),
    }),
});

/** Planned works, during which alarms are muted, and the delays of alarms. */
export default define.page<typeof handler>(({ data, state, url }) => {
  const { mutes, chosen, delays, outOfSeason, canWrite, shown } = data;
  const { project } = residenceOf(state);
  const own = links.alarmSettings(project.id);
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.alarmSettings}
        subtitle={project.name}
        back={{ href: links.alarms(project.id), label: PAGE_NAMES.alarms }}
      />
      <SeasonNotice rooms={outOfSeason} />
      <Section
        id="mutes"
        title="Travaux prévus"
        intro={MUTES_INTRO}
        saved={shown === null && url.searchParams.get("saved") === "mutes"}
      >
        {mutes.length === 0 ? <EmptyState title={NO_MUTE} icon="calendar" /> : (
          <LinkedRows
            caption={countText(mutes.length, "intervention")}
            columns={muteColumns(project.timeZone)}
            rows={mutes}
            chosenId={chosen?.id ?? null}
            hrefOf={canWrite
              ? (id) => `${links.alarmSettings(project.id, { mute: id })}#mute`
              : null}
            csv={{ page: own }}
          />
        )}
      </Section>
      {canWrite && <MuteSection {...data} state={state} url={url} />}
      {canWrite && (
        <FormSection
          title="Délais avant alerte"
          intro={DELAYS_INTRO}
          form={DELAYS_FORM}
          stored={delays}
          page={formPage(own, shown, url)}
          version={delays.version}
        />
      )}
      <UnsavedGuard />
    </>
  );
});

interface MuteSectionProps extends AlarmSettingsRead {
  shown: ShownForm | null;
  state: State;
  url: URL;
}

/** The works to change, or some to plan. */
function MuteSection({ chosen, places, shown, state, url }: MuteSectionProps) {
  const { project } = residenceOf(state);
  const own = links.alarmSettings(project.id);
  const action = chosen === null ? own : links.alarmSettings(project.id, { mute: chosen.id });
  const today = todayOf(state);
  return (
    <FormSection
      title={chosen ? "Modifier les travaux" : "Prévoir des travaux"}
      form={muteForm(project.timeZone)}
      stored={chosen}
      page={{ action, shown, saved: null }}
      version={chosen?.version ?? ""}
      options={{ place: places }}
      {...chosen ? { cancel: own } : {
        submit: "Prévoir",
        initial: {
          fromDate: today,
          toDate: today,
          place: url.searchParams.get("place") ?? "",
        },
      }}
      after={chosen && (
        <RemovalForm
          form="mute"
          action={action}
          label="Supprimer les travaux"
          text={MUTE_LOSS_TEXT}
        />
      )}
    />
  );
}

async function showPage(ctx: Context<State>, shown: ShownForm | null) {
  const read = await readAlarmSettings(ctx);
  const { project } = residenceOf(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.alarmSettings, project.name);
  const columns = muteColumns(project.timeZone);
  const file = { fileName: "travaux-prevus.csv", columns, rows: read.mutes };
  return tableFile(ctx.url, file) ?? page({ ...read, shown }, { status: shown?.status ?? 200 });
}
