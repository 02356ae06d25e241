import { Fact } from "@/components/page/Page.tsx";
import { CONFIG_FIELDS, FEATURE_OF, type FeaturesOn } from "@/lib/domain/pilot/features.ts";
import type { PilotConfig } from "@/lib/domain/pilot/types.ts";
import { configText, factLabel } from "@/lib/text/pilot/config.ts";

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
