/** The readings that wait to be confirmed, and the forms that say what they are. @module */
import type { RegisterDoubts } from "@/lib/domain/series/types.ts";
import { savedPath } from "@/lib/web/forms/submit.ts";
import { asks, removes, type SentForm } from "@/lib/web/forms/submit_forms.ts";
import { HttpError, oneOf, residenceOf, type State } from "@/lib/web/state.ts";

/** Name of the section in the URL of a page. */
export const DOUBTS_SECTION = "doubts";

/** @param series one series; all of the residence by default. @returns null from a host that judges no registers */
export async function readDoubts(state: State, series?: string): Promise<RegisterDoubts | null> {
  const { project } = residenceOf(state);
  const at = { projectId: project.id, ...series !== undefined && { series } };
  const read = await state.api.call("listRegisterDoubts", at);
  return read.ok ? read.answer : null;
}

/** Those of some series. */
export function doubtsOf(
  { readings, verdicts, lowRates }: RegisterDoubts,
  isShown: (seriesId: string) => boolean,
): RegisterDoubts {
  const shown = <Of extends { readonly seriesId: string }>(all: readonly Of[]) =>
    all.filter(({ seriesId }) => isShown(seriesId));
  const kept = shown(readings);
  const meterCount = new Set(kept.map(({ seriesId, houseId }) => `${seriesId} ${houseId}`)).size;
  return { meterCount, readings: kept, verdicts: shown(verdicts), lowRates: shown(lowRates) };
}

/** The forms of the section. @spec series.verdicts @param path of the page */
export function doubtForms(state: State, path: string) {
  const { call } = state.api;
  const at = { projectId: residenceOf(state).project.id };
  const next = savedPath(path, DOUBTS_SECTION);
  return {
    verdict: asks(({ text, intent }) => {
      if (intent !== "real" && intent !== "error") throw new HttpError(400, "bad-request");
      const body = {
        houseId: text("houseId") || null,
        at: text("at"),
        value: Number(text("value")),
        isReal: intent === "real",
      };
      return call("addReadingVerdict", { ...at, series: text("series"), body });
    }, next),
    "verdict-removal": removes(
      ({ text }) =>
        call("deleteReadingVerdict", { ...at, series: text("series"), verdictId: text("id") }),
      next,
    ),
    "max-rate": asks((sent) => raiseRate(state, sent), next),
  };
}

/** Sets the proposed rate of a series, and leaves its other settings. */
async function raiseRate(state: State, { text, version }: SentForm) {
  const at = { projectId: residenceOf(state).project.id };
  const { id, ...series } = oneOf(await state.api.read("listDataseries", at), text("series"));
  const { dataUnitId, scope, renamed, importedUnit, manualIndex } = series;
  const { equipmentId, dataSourceOptions } = series;
  const body = {
    dataUnitId,
    scope,
    renamed,
    importedUnit,
    manualIndex,
    equipmentId,
    dataSourceOptions,
    maxRatePerHour: Number(text("rate")),
    version,
  };
  return await state.api.call("putDataseries", { ...at, series: id, body });
}
