import { AttentionCards } from "@/components/portfolio/AttentionCards.tsx";
import { residenceList } from "@/components/portfolio/residence_list.tsx";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { EmptyState, PageTitle } from "@/components/ui/Page.tsx";
import { PageRefresh } from "@/components/web/PageRefresh.tsx";
import { readList } from "@/components/web/read_list.ts";
import ResidencesMap from "@/islands/portfolio/ResidencesMap.tsx";
import { FRESH_ALARMS_SECONDS } from "@/lib/api/call.ts";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { ENERGY_BALANCE_CALLS } from "@/lib/energy_balance/calls.ts";
import { aboveThreshold } from "@/lib/energy_balance/comparison.ts";
import type { RecentGapLine } from "@/lib/energy_balance/schema.ts";
import { ENERGY_SIGNATURE_CALLS } from "@/lib/energy_signature/calls.ts";
import type { DriftLine } from "@/lib/energy_signature/schema.ts";
import { GAS_CALLS } from "@/lib/gas/calls.ts";
import { alarmingConsents } from "@/lib/gas/pce_rules.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { Organisation } from "@/lib/identity/schema.ts";
import { SERIES_CALLS } from "@/lib/ingest/calls.ts";
import { readResidences, type Residence } from "@/lib/portfolio/residence_list.ts";
import { ATTENTION_SUBJECTS, type AttentionSubject } from "@/lib/portfolio/text_attention.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/ui/page_titles.ts";
import { writeFilters } from "@/lib/ui/tables.ts";
import { answerOrThrow, type CallResult } from "@/lib/web/errors.ts";
import { define, page, type State, todayOf } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const organisation = state.place?.organisation ?? null;
    state.title = windowTitle(PAGE_NAMES.residences, organisation?.name);
    if (organisation === null) return page(undefined);
    const { all, groups } = await readResidences(state.api, organisation.id);
    const list = residenceList(groups, noResidence(organisation));
    const { rows, file } = readList(url, all, list);
    if (file !== null) return file;
    // Problems are not shown to a user who searches, sorts or turns a page.
    const attention = all.length > 0 && url.search === ""
      ? await readAttention(state, organisation.id, all)
      : null;
    return page({ organisation, rows, attention });
  },
});

export default define.page<typeof handler>(({ data, state }) => {
  if (data === undefined) return <NoOrganisation caller={state.caller} />;
  const { organisation, rows, attention } = data;
  return (
    <>
      <PageTitle title={PAGE_NAMES.residences} subtitle={organisation.name}>
        {organisation.isAdmin && (
          <a class="button button-primary" href={links.newResidence()}>Nouvelle résidence</a>
        )}
      </PageTitle>
      {attention && (
        <div class="stack" data-live="attention">
          <AttentionCards {...attention} />
        </div>
      )}
      <div class="stack" data-live="residences">
        <ListTable {...rows} />
      </div>
      {rows.filtered.some(({ latitude }) => latitude !== null) && (
        <ResidencesMap
          pins={links.residencePins(organisation.id, writeFilters(rows.table.filters))}
          tiles={state.config.tiles}
        />
      )}
      {rows.all.length > 0 && <PageRefresh everySeconds={FRESH_ALARMS_SECONDS} state={state} />}
    </>
  );
});

function NoOrganisation({ caller }: { caller: Caller }) {
  const createsThem = caller.kind === "account" && caller.platformAdmin;
  return (
    <>
      <PageTitle title={PAGE_NAMES.residences} />
      <EmptyState title="Vous n’appartenez à aucune organisation" icon="building">
        {createsThem
          ? (
            <>
              <p>Créez la première organisation, puis ses résidences.</p>
              <a class="button button-primary" href={links.newOrganisation()}>
                Créer une organisation
              </a>
            </>
          )
          : (
            <>
              <p>Demandez à l’administrateur de votre organisation de vous y donner un rôle.</p>
              <p>
                Si vous habitez un logement, l’accès à sa page commence le jour de votre entrée et
                finit avec votre départ.
              </p>
            </>
          )}
      </EmptyState>
    </>
  );
}

function noResidence({ isAdmin }: Organisation) {
  return isAdmin
    ? {
      text: "Créez la première résidence de l’organisation.",
      action: <a class="button button-primary" href={links.newResidence()}>Créer une résidence</a>,
    }
    : { text: "Aucune résidence ne vous est ouverte\u00A0: demandez l’accès à un administrateur." };
}

/** Reads today's problems that the user's roles allow to see. @spec projects.attention */
async function readAttention(state: State, orgId: string, residences: readonly Residence[]) {
  const { api, place } = state;
  const today = todayOf(state);
  const [rooms, drifts, silences, pces, documents] = await Promise.all([
    readCard(api.call(ENERGY_BALANCE_CALLS.listRecentGaps, { orgId })),
    readCard(api.call(ENERGY_SIGNATURE_CALLS.listDrifts, { orgId })),
    readCard(api.call(SERIES_CALLS.listSilences, { orgId })),
    readCard(api.call(GAS_CALLS.listGasPces, { orgId })),
    place?.documentRoles.length
      ? readCard(api.call(DOCUMENTS_CALLS.countDocuments, { orgId }))
      : null,
  ]);
  return {
    today,
    ...wasting(shown(rooms) ?? [], shown(drifts) ?? []),
    silences: shown(silences) ?? [],
    consents: alarmingConsents(shown(pces) ?? [], today),
    alarms: alarming(residences),
    documents: shown(documents),
    unread: unreadAmong({ gaps: rooms, drifts, silences, consents: pces, documents }),
  };
}

/**
 * The boiler rooms that use too much: where a drift is sought, those that drift, the most lost energy first; elsewhere
 * those whose gap of thirty days exceeds the threshold.
 *
 * @spec projects.attention
 */
function wasting(rooms: readonly RecentGapLine[], sought: readonly DriftLine[]) {
  const judged = new Set(sought.map(({ boilerRoomId }) => boilerRoomId));
  const lost = ({ drift }: DriftLine) => drift?.lostKwh ?? 0;
  return {
    drifts: sought.filter(({ drift }) => drift?.verdict === "drift")
      .toSorted((left, right) => lost(right) - lost(left)),
    gaps: aboveThreshold(rooms.filter(({ boilerRoomId }) => !judged.has(boilerRoomId))),
  };
}

/** What a card shows; null where the user may not read it, {@link UNREAD} where what is stored cannot be read. */
async function readCard<Answer>(request: Promise<CallResult<Answer>>) {
  const result = await request;
  if (!result.ok && result.code === "unknown-error") return UNREAD;
  return !result.ok && result.code === "forbidden" ? null : answerOrThrow(result);
}

/** One value that does not fit its schema must not hide the residences. */
const UNREAD = "unread";

function shown<Read>(read: Read | typeof UNREAD): Read | null {
  return read === UNREAD ? null : read;
}

function unreadAmong(read: Readonly<Record<AttentionSubject, unknown>>): AttentionSubject[] {
  return ATTENTION_SUBJECTS.filter((subject) => read[subject] === UNREAD);
}

function alarming(residences: readonly Residence[]) {
  return residences.filter(({ alarmCount }) => alarmCount > 0)
    .map(({ id, name, alarmCount }) => ({ projectId: id, projectName: name, count: alarmCount }))
    .toSorted((left, right) => right.count - left.count);
}
