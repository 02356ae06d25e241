/** Fields and facts of a heating configuration, and the state of its request. @module */

import { type FormContent, FormFields } from "@/components/ui/FormFields.tsx";
import { Fact, Status } from "@/components/ui/Page.tsx";
import { CONFIG_FIELDS, FEATURE_OF, type FeaturesOn } from "@/lib/heating_control/features.ts";
import { HOURS } from "@/lib/heating_control/forms.ts";
import type { ModuleLine } from "@/lib/heating_control/module_list.ts";
import type { PilotConfig } from "@/lib/heating_control/schema.ts";
import {
  configText,
  factLabel,
  PILOT_FEATURE_LABELS,
  PILOT_LABELS,
  setpointRequestText,
} from "@/lib/heating_control/text.ts";
import { ticked } from "@/lib/ui/fields.ts";

/** A configuration as text: the values whose feature is on. */
export function ConfigFacts({ config, on }: { config: PilotConfig; on: FeaturesOn }) {
  return (
    <dl class="facts">
      {CONFIG_FIELDS.filter((field) => on[FEATURE_OF[field]]).map((field) => (
        <Fact key={field} label={factLabel(field)}>{configText(config, field)}</Fact>
      ))}
    </dl>
  );
}

/** Controlled functions, in the order of the form. */
const GROUPS = ["ch_pilot", "clim_pilot", "watertank_pilot"] as const;

export function ConfigFields({ on, ...content }: FormContent & { on: FeaturesOn }) {
  const features = new Map<string, string>(Object.entries(FEATURE_OF));
  const ofNone = content.fields.filter(({ name }) => !features.has(name));
  return (
    <>
      {ofNone.length > 0 && <FormFields {...content} fields={ofNone} />}
      {GROUPS.filter((feature) => on[feature]).map((feature) => (
        <fieldset key={feature}>
          <legend>{PILOT_FEATURE_LABELS[feature]}</legend>
          {feature === "watertank_pilot"
            ? <HourBoxes chosen={ticked(content.values.watertank_hours ?? "")} />
            : (
              <FormFields
                {...content}
                fields={content.fields.filter(({ name }) => features.get(name) === feature)}
              />
            )}
        </fieldset>
      ))}
    </>
  );
}

function HourBoxes({ chosen }: { chosen: readonly string[] }) {
  return (
    <div class="hour-boxes" role="group" aria-label={PILOT_LABELS.watertank_hours}>
      {HOURS.map(({ value, label }) => (
        <label key={value} class="check" for={`watertank-${value}`}>
          <input
            type="checkbox"
            id={`watertank-${value}`}
            name="watertank_hours"
            value={value}
            checked={chosen.includes(value)}
          />
          {label}
        </label>
      ))}
    </div>
  );
}

/** Delay considered too long, s: an online gateway applies settings within the hour. */
const LONG_S = 86_400;

/** Whether a module has applied its settings, with a colour while it has not. */
export function SetpointRequestStatus({ wish, pendingS }: Pick<ModuleLine, "wish" | "pendingS">) {
  const label = setpointRequestText(wish.state, pendingS);
  if (wish.state !== "pending") return <>{label}</>;
  return <Status tone={pendingS !== null && pendingS > LONG_S ? "bad" : "info"} label={label} />;
}
