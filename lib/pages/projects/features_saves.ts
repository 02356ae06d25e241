/**
 * What the page of a residence's functions saves.
 *
 * @module
 */
import { type Context, HttpError } from "fresh";
import { FEATURE_FLAGS, readFeaturesForm } from "@/lib/domain/projects/features_form.ts";
import {
  INSTALLATION_FLAGS,
  readInstallationForm,
} from "@/lib/domain/projects/installation_form.ts";
import type { ProjectFeatures, ProjectInstallation } from "@/lib/domain/projects/types.ts";
import { administered } from "@/lib/pages/organisations/administration.ts";
import { errorText } from "@/lib/text/errors.ts";
import type { Refusing } from "@/lib/web/forms/refused_values.ts";
import { readSubmission } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";
import { residenceOf } from "./residence_page.ts";

/** A form of the page that was not saved: what was chosen, and why. */
export interface FeaturesRefused {
  /** null when it was the other form. */
  features: ProjectFeatures | null;
  installation: ProjectInstallation | null;
  failure: string | null;
  isConflict: boolean;
  status: number;
}

/** What a form of the page became. */
export type FeaturesSaved =
  | { kind: "saved"; form: "features" | "installation" }
  | { kind: "refused"; refused: FeaturesRefused };

const FIELDS = [
  ...["form", "version", "houseMode", "houseHourly", "ecotouchAdmin"] as const,
  ...FEATURE_FLAGS,
  ...INSTALLATION_FLAGS,
] as const;

/**
 * Does what one of the forms asks.
 *
 * @throws HttpError 400 when it is none of the page's forms, or chooses what is not offered
 */
export async function saveFeaturesForm(ctx: Context<State>): Promise<FeaturesSaved> {
  administered(ctx.state);
  const { api } = ctx.state;
  const { id: projectId } = residenceOf(ctx.state).project;
  const { values } = await readSubmission(ctx, FIELDS);
  const version = values.version || undefined;
  if (values.form === "features") {
    const features = readFeaturesForm(values) ?? notOffered();
    const result = await api.call("putProjectFeatures", {
      projectId,
      body: { ...features, version },
    });
    return result.ok ? { kind: "saved", form: "features" } : refusal({ features }, result);
  }
  if (values.form !== "installation") throw new HttpError(400, "bad-request");
  const installation = readInstallationForm(values) ?? notOffered();
  const result = await api.call("putProjectInstallation", {
    projectId,
    body: { ...installation, version },
  });
  return result.ok ? { kind: "saved", form: "installation" } : refusal({ installation }, result);
}

function notOffered(): never {
  throw new HttpError(400, "bad-request");
}

function refusal(
  chosen: Partial<Pick<FeaturesRefused, "features" | "installation">>,
  { code, status }: Refusing,
): FeaturesSaved {
  const isConflict = code === "conflict";
  const failure = isConflict ? null : errorText(code);
  const refused = { features: null, installation: null, ...chosen, failure, isConflict, status };
  return { kind: "refused", refused };
}
