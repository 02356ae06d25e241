/**
 * Looks addresses up, and saves the residence form, in the browser: a file of its own, loaded once a user is in the form.
 *
 * @module
 */

import type { ResultOf } from "@/lib/api/call.ts";
import { overHttp } from "@/lib/api/client.ts";
import type { CallPath } from "@/lib/api/routing.ts";
import type { TypedValues } from "@/lib/ui/field_rules.ts";
import { codeOfStatus, RequestError } from "@/lib/ui/requests.ts";
import { addressQuery, refusedLookup } from "./address_lookup.ts";
import type { PROJECTS_CALLS } from "./calls.ts";
import type { LookupEnd, ResidenceField } from "./residence_form.ts";
import type { FoundAddress, ProjectSettings } from "./schema.ts";
import type { SavingFailure } from "./text.ts";

type ResidenceCalls = Pick<
  typeof PROJECTS_CALLS,
  "searchAddress" | "reverseAddress" | "putProjectSettings"
>;

export type ResidencePaths = Readonly<Record<keyof ResidenceCalls, CallPath>>;

/** The address found; null for none; or why none was looked up. */
export type Lookup = FoundAddress | null | LookupEnd;

export function residenceClient(paths: ResidencePaths) {
  const ask = overHttp<ResidenceCalls>(paths);
  return {
    /** Looks up the typed address. */
    async searched(values: TypedValues<ResidenceField>): Promise<Lookup> {
      const q = addressQuery(values);
      if (q === null) return "nothing-typed";
      return lookupOf(await ask("searchAddress", { q }).catch(answeredError));
    },

    /** Looks up the address of a place, degrees. */
    async reversed(
      { latitude, longitude }: { latitude: number; longitude: number },
    ): Promise<Lookup> {
      const place = { lon: String(longitude), lat: String(latitude) };
      return lookupOf(await ask("reverseAddress", place).catch(answeredError));
    },

    /** Saves the form; `lost` without a response: it is unknown whether it was saved. */
    async saved(
      { projectId, version }: { projectId: string; version: string },
      settings: ProjectSettings,
    ): Promise<"saved" | "refused" | SavingFailure> {
      const body = { ...settings, version };
      const result = await ask("putProjectSettings", { projectId, body }).catch(answeredError);
      if (result === null) return "lost";
      if (result.ok) return "saved";
      return result.code === "not-signed-in" ? "signed-out" : "refused";
    },
  };
}

/** The refusal of an answer that is none of the program's; null without an answer. */
function answeredError(error: unknown): { ok: false; code: string } | null {
  return error instanceof RequestError && error.status > 0
    ? { ok: false, code: codeOfStatus(error.status) }
    : null;
}

type LookupResult = ResultOf<ResidenceCalls["searchAddress" | "reverseAddress"]>;

function lookupOf(result: LookupResult | { ok: false; code: string } | null): Lookup {
  if (result === null) return "lost";
  return result.ok ? result.answer : refusedLookup(result.code);
}
