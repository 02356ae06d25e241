import { type FormContent, FormFields } from "@/components/forms/FormFields.tsx";
import { FEATURE_OF, type FeaturesOn } from "@/lib/domain/pilot/features.ts";
import { ticked } from "@/lib/forms/fields.ts";
import { HOURS } from "@/lib/forms/pilot/pilot_forms.ts";
import { PILOT_FEATURE_LABELS, PILOT_LABELS } from "@/lib/text/pilot/config.ts";

/** Controlled functions, in the order of the form. */
const GROUPS = ["ch_pilot", "clim_pilot", "watertank_pilot"] as const;

/** The fields of a configuration, a group for each feature that is on. */
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
