/** What the pages of sensors and of their files share, with the unknown sources by the measure they give of each dwelling. @module */

import { callPaths } from "@/lib/api/routing.ts";
import { epochOfClock, utcInstant } from "@/lib/base/time_zones.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { dwellingNamed, dwellingNames } from "@/lib/housing/dwelling_list.ts";
import { readDwellings } from "@/lib/housing/pages.ts";
import { guessedQuantity } from "./devices.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { SourceScaleDraft, UnknownSource } from "@/lib/series/schema.ts";
import { HIGHEST_INDEX } from "@/lib/timeseries/meter_event.ts";
import type { SeriesRecord } from "@/lib/timeseries/schema.ts";
import { fieldOfSource, isMeasureKey } from "@/lib/timeseries/source_names.ts";
import { dataUnit, isDataUnitId } from "@/lib/timeseries/units.ts";
import { links } from "@/lib/ui/links.ts";
import { readNumber } from "@/lib/ui/number_input.ts";
import {
  action,
  type CallOutcome,
  deletion,
  type FormAction,
  save,
  type SentForm,
  shownAgain,
} from "@/lib/web/form_handlers.ts";
import { savedPath } from "@/lib/web/form_submission.ts";
import { refusedBy } from "@/lib/web/form_values.ts";
import { type PageContext, publicAddress, type State } from "@/lib/web/state.ts";
import { takesFile } from "@/lib/web/uploads.ts";
import { type Input, SERIES_CALLS } from "./calls.ts";
import { chosenQuery, type ColumnSample, columnSample, sampleAsRead } from "./column_sample.ts";
import { MOVE_FORM, NEW_SERIES_FORM, readFactor, READINGS_FILE_FORM, TOKEN_FORM } from "./forms.ts";
import { secondOfDay } from "./meter_rules.ts";
import { type AttachedDevice, MOST_VALUES, type ReadingsImport } from "./schema.ts";
import { doubtForms, readDoubts, writtenScopes } from "./series_pages.ts";
import { DEVICES, SCALES, SOURCE_MISTAKES, unitMistake } from "./text.ts";

/** Calls to which a large file is sent in parts. */
export const IMPORT_PATHS = callPaths({ importReadings: SERIES_CALLS.importReadings });

/** Maximum size of a file sent with a form, bytes. */
export const MAX_FILE_BYTES = 33_000_000;

/** What the page of readings shows of a file that was sent. */
interface ShownReadings {
  /** null when the file was refused. */
  readonly report: ReadingsImport | null;
  readonly isDry: boolean;
  /** The columns of a file that was tried or refused. */
  readonly sample: ColumnSample | null;
}

export function readingsForms(ctx: PageContext) {
  const { projectId = "" } = ctx.params;
  const forget = deletion(
    ({ key }) => ctx.state.api.call(SERIES_CALLS.forgetColumnChoice, { projectId, choiceId: key }),
    savedPath(links.readings(projectId), "import"),
  );
  const file: FormAction<ShownReadings> = async (sent) => {
    if (sent.intent === "forget") return await forget(sent);
    let file = "";
    const take = takesFile(
      READINGS_FILE_FORM,
      ctx,
      (
        { text, dryRun },
        { series, kind, stamp, onConflict, timeZone, acceptOld, restoreDeleted },
      ) => {
        file = text;
        return ctx.state.api.call(SERIES_CALLS.importReadings, {
          ...chosenQuery(text, sent.text),
          projectId,
          body: text,
          dryRun,
          acceptOld: acceptOld ? "true" : "false",
          restoreDeleted: restoreDeleted ? "true" : "false",
          content: kind ?? undefined,
          stamp: stamp ?? undefined,
          onConflict: onConflict ?? undefined,
          timeZone: timeZone ?? undefined,
          ...series !== null && { series },
        });
      },
    );
    const outcome = await take(sent);
    if (outcome.done) return outcome;
    const { report: done } = outcome.shown;
    const report = {
      report: done?.report ?? null,
      isDry: done?.isDry ?? true,
      sample: done ? sampleAsRead(file, sent.text, done.report) : columnSample(file, sent.text),
    };
    return { done: false, shown: { ...outcome.shown, report } };
  };
  return { file };
}

export type SensorsRead = Awaited<ReturnType<typeof readSensors>>;

/** Origin to which a residence's collectors write: this server, or the host of the residence. @spec collectors.host */
export async function collectorsOrigin(ctx: PageContext): Promise<string> {
  const answerer = await ctx.state.platform.responderFor(ctx.state.caller);
  return answerer.kind === "other-host"
    ? answerer.origin
    : new URL(publicAddress(ctx, links.ingest())).origin;
}

/** Ids of the parts of the page. */
export type SensorsSection = "sources" | "devices" | "series" | "tokens";

/** Reads the tokens, the unknown sources and the series of a residence. */
export async function readSensors({ state, params }: PageContext) {
  const { projectId = "" } = params;
  const { call, read, readUnless } = state.api;
  const scopes = writtenScopes(state);
  const [tokens, unknown, devices, refused, falls, doubts, series, equipments, values, houses] =
    await Promise.all([
      read(SERIES_CALLS.listIngestTokens, { projectId }),
      read(SERIES_CALLS.listUnknownSources, { projectId }),
      call(SERIES_CALLS.listAttachedDevices, { projectId }),
      call(SERIES_CALLS.listRefusedSources, { projectId }),
      call(SERIES_CALLS.listRegisterFalls, { projectId }),
      readDoubts(state),
      read(SERIES_CALLS.listDataseries, { projectId }),
      read(FACILITIES_CALLS.listEquipments, { projectId }),
      readUnless("forbidden", FACILITIES_CALLS.getLastSensorData, { projectId }),
      scopes.includes("housing") ? read(HOUSING_CALLS.listHouses, { projectId }) : null,
    ]);
  return {
    tokens,
    unknown,
    devices: devices.ok ? devices.answer : [],
    // A host may count no refusals, and detect no falls of registers.
    refused: refused.ok ? refused.answer : [],
    falls: falls.ok ? falls.answer : [],
    doubts,
    series: series.filter(({ scope }) => scopes.includes(scope)),
    scopes,
    houses: houses ?? [],
    equipments,
    /** null for an administrator without a role that reads them. */
    values,
  };
}

/**
 * Actions of the forms of the page; creating a token returns its secret.
 *
 * @param propose makes a new series the meter of the balance of its boiler room
 */
export function sensorsForms(
  { state, params: { projectId = "" } }: PageContext,
  propose: (created: SeriesRecord & { readonly id: string }) => Promise<void>,
) {
  const { call, read, sender } = state.api;
  const at = { projectId };
  const saved = (section: SensorsSection) => savedPath(links.sensors(projectId), section);
  return {
    ...doubtForms(state, links.sensors(projectId)),
    token: save(TOKEN_FORM, sender(SERIES_CALLS.createIngestToken, at), {
      report: ({ token }) => token,
    }),
    revoke: action(
      ({ text }) => call(SERIES_CALLS.revokeIngestToken, { ...at, tokenId: text("id") }),
      saved("tokens"),
    ),
    attach: action((sent) => attach(state, sent), saved("sources")),
    device: typed((sent) => attachDevice(state, sent), saved("devices")),
    move: save(MOVE_FORM, ({ device, houseId, equipmentId, date, time }) => {
      const { timeZone } = residenceOf(state).project;
      const from = utcInstant(epochOfClock(date, secondOfDay(time), timeZone));
      const body = { device, houseId, equipmentId, from };
      return call(SERIES_CALLS.moveDevice, { ...at, body });
    }, {
      next: () => saved("devices"),
      named: async () => ({
        houseId: writtenScopes(state).includes("housing") ? await readDwellings(state) : [],
        device: deviceChoices(await read(SERIES_CALLS.listAttachedDevices, at)),
      }),
      check: ({ houseId, equipmentId }) =>
        houseId && equipmentId
          ? { houseId: { code: "message" as const, message: DEVICES.onePlace } }
          : {},
    }),
    forget: action(
      ({ text }) => call(SERIES_CALLS.forgetUnknownSource, { ...at, source: text("source") }),
      saved("sources"),
    ),
    detach: action(
      ({ text }) =>
        call(SERIES_CALLS.detachSource, { ...at, series: text("series"), source: text("source") }),
      saved("series"),
    ),
    series: save(NEW_SERIES_FORM, async ({ series, source, isMeter }) => {
      const created = await call(SERIES_CALLS.createDataseries, { ...at, body: series });
      if (!created.ok) return created;
      const { id } = created.answer;
      const of = { ...at, series: id };
      const attached = source === null ? created : await call(SERIES_CALLS.attachSource, {
        ...of,
        body: { source, houseId: null },
      });
      // The corrected form would create it again.
      if (!attached.ok) await call(SERIES_CALLS.deleteDataseries, of);
      else if (isMeter) await propose({ ...series, id });
      return attached;
    }, { next: () => saved("series") }),
  };
}

export function deviceChoices(devices: readonly AttachedDevice[]) {
  return devices.map(({ device }) => ({ value: device, label: device }));
}

/** A button whose form is shown again with all that was typed, when its call is refused. */
function typed(ask: (sent: SentForm) => Promise<CallOutcome<unknown>>, next: string): FormAction {
  return async (sent) => {
    const outcome = await ask(sent);
    if (outcome.ok) return { done: true, next };
    return shownAgain(sent, refusedBy(DEVICE_FIELDS.texts(sent), outcome));
  };
}

/** Names of the fields of a device's form, and of those of each of its values. */
export const DEVICE_FIELDS = {
  own: ["device", "count", "place", "house"],
  of: (rank: number) => ({
    source: `source-${rank}`,
    to: `to-${rank}`,
    factor: `factor-${rank}`,
    offset: `offset-${rank}`,
  }),
  texts({ text }: SentForm): Record<string, string> {
    const values = Array.from(
      { length: Math.min(Number(text("count")) || 0, MOST_VALUES) },
      (_, rank) => Object.values(this.of(rank)),
    );
    return Object.fromEntries([...this.own, ...values.flat()].map((name) => [name, text(name)]));
  },
};

/** Prefix of the choice of a quantity, in the list that has series too. */
export const QUANTITY = "quantity:";

/** The dwelling or the equipment of a device; a sentence when there is none. */
async function placeTyped(state: State, { text }: SentForm) {
  const [house, place] = [text("house"), text("place")];
  if (house.trim() === "") return { houseId: null, equipmentId: place || null };
  if (place !== "") return DEVICES.onePlace;
  const houseId = await houseNamed(state, house);
  return houseId === null ? SOURCE_MISTAKES.house : { houseId, equipmentId: null };
}

/** Attaches the chosen values of a device at its place. @spec collectors.devices */
async function attachDevice(state: State, sent: SentForm): Promise<CallOutcome<unknown>> {
  const { project: { id: projectId } } = residenceOf(state);
  const { call, read } = state.api;
  const [place, listed, unknown] = await Promise.all([
    placeTyped(state, sent),
    read(SERIES_CALLS.listDataseries, { projectId }),
    read(SERIES_CALLS.listUnknownSources, { projectId }),
  ]);
  if (typeof place === "string") return missing(place);
  const texts = DEVICE_FIELDS.texts(sent);
  const values: Input<"attachDevice">["body"]["values"] = [];
  for (let rank = 0; rank < Number(texts["count"]); rank++) {
    const names = DEVICE_FIELDS.of(rank);
    const [source = "", to = ""] = [texts[names.source], texts[names.to]];
    if (to === "") continue;
    const quantity = to.startsWith(QUANTITY) ? to.slice(QUANTITY.length) : "";
    const series = listed.find(({ id }) => id === to);
    const dataUnitId = isDataUnitId(quantity) ? quantity : series?.dataUnitId;
    if (dataUnitId === undefined) return missing(SOURCE_MISTAKES.series);
    const known = unknown.find((one) => one.source === source);
    const guess = guessedQuantity(source, known?.unit ?? "");
    const unit = series?.unit.unit ?? dataUnit(dataUnitId).unit;
    const factor = texts[names.factor] ||
      (guess?.unit && guess.unit !== unit ? `1 ${guess.unit}` : "");
    const scale = typedScale(factor, texts[names.offset] ?? "");
    if (typeof scale === "string") return missing(`${fieldOfSource(source)}\u00A0: ${scale}`);
    if (guess?.isPulse && scale === null) {
      return missing(`${fieldOfSource(source)}\u00A0: ${DEVICES.pulse}`);
    }
    values.push({
      source,
      ...isDataUnitId(quantity) ? { dataUnitId: quantity } : { series: to },
      ...scale && { scale },
    });
  }
  if (values.length === 0) return missing(DEVICES.none);
  return await call(SERIES_CALLS.attachDevice, { projectId, body: { values, ...place } });
}

/** Attaches a source to a series; a series of dwellings requires the dwelling. */
async function attach(state: State, { text }: SentForm) {
  const { project: { id: projectId } } = residenceOf(state);
  const { call, read } = state.api;
  const [series, source] = [text("series"), text("source")];
  if (series === "") return missing(SOURCE_MISTAKES.series);
  const scale = typedScale(text("factor"), text("offset"));
  if (typeof scale === "string") return missing(scale);
  const listed = await read(SERIES_CALLS.listDataseries, { projectId });
  const isOfDwelling = listed.find(({ id }) => id === series)?.scope === "housing" &&
    !isMeasureKey(source);
  const houseId = isOfDwelling ? await houseNamed(state, text("house")) : null;
  if (isOfDwelling && houseId === null) return missing(SOURCE_MISTAKES.house);
  const attached = await call(SERIES_CALLS.attachSource, {
    projectId,
    series,
    body: { source, houseId, ...scale && { scale } },
  });
  if (attached.ok || attached.code !== "unit-mismatch") return attached;
  const pending = await read(SERIES_CALLS.listUnknownSources, { projectId });
  const from = pending.find((one) => one.source === source)?.unit;
  const to = listed.find(({ id }) => id === series)?.unit.unit;
  return from === undefined || to === undefined
    ? attached
    : { ...attached, sentence: unitMistake(from, to) };
}

function missing(sentence: string) {
  return { ok: false, code: "invalid-input", status: 400, sentence } as const;
}

/** What a typed factor and offset say of all readings; null for neither, or what is wrong with them. */
function typedScale(typed: string, from: string): SourceScaleDraft | string | null {
  if (typed.trim() === "" && from.trim() === "") return null;
  const factor = typed.trim() === "" ? { factor: 1 } : readFactor(typed);
  if (factor === null) return SCALES.mistake;
  const offset = from.trim() === "" ? 0 : readNumber(from);
  const isFar = Math.abs(offset ?? Infinity) > HIGHEST_INDEX;
  return offset === null || isFar ? SCALES.offsetMistake : { from: null, ...factor, offset };
}

/** The dwelling with an entered name or serial. */
async function houseNamed(state: State, words: string): Promise<string | null> {
  const { project } = residenceOf(state);
  const houses = await state.api.read(HOUSING_CALLS.listHouses, { projectId: project.id });
  const named = houses.map(({ id, serial, settings }) => ({ id, serial, name: settings.name }));
  return dwellingNamed([words], dwellingNames(named));
}

export interface DwellingMeasure {
  /** Name under which a housing series is attached, for every dwelling. */
  readonly measure: string;
  readonly sourceCount: number;
  /** The distinct dwellings of its sources. */
  readonly houseIds: readonly string[];
}

interface SortedSources {
  /** Sources that name a dwelling, by measure. */
  readonly measures: readonly DwellingMeasure[];
  /** Other sources, attached individually. */
  readonly others: readonly UnknownSource[];
}

/** Unknown sources, grouped by measure when they name a dwelling: a residence has hundreds of them. */
export function sortedSources(sources: readonly UnknownSource[]): SortedSources {
  const named = sources.flatMap(({ measure, houseId }) =>
    measure !== null && houseId !== null ? [{ measure, houseId }] : []
  );
  const byMeasure = Map.groupBy(named, ({ measure }) => measure);
  const measures = [...byMeasure].map(([measure, ofIt]) => ({
    measure,
    sourceCount: ofIt.length,
    houseIds: [...new Set(ofIt.map(({ houseId }) => houseId))],
  }));
  return { measures, others: sources.filter(({ measure }) => measure === null) };
}
