import { ConnectivityStatus } from "@/components/housing/ConnectivityCounts.tsx";
import { Fact } from "@/components/page/Page.tsx";
import type { FeaturesOn } from "@/lib/domain/pilot/features.ts";
import type { ModuleLine } from "@/lib/domain/pilot/module_list.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { formatQuantity } from "@/lib/text/format/numbers.ts";
import { CONNECTIVITY_LABEL } from "@/lib/text/housing/housing.ts";
import { PILOT_FEATURE_LABELS } from "@/lib/text/pilot/config.ts";
import {
  HOUSE_STATUS_LABELS,
  runningText,
  TEMPERATURE_SOURCES,
  wishChangeText,
} from "@/lib/text/pilot/modules.ts";
import { WishStatus } from "./WishStatus.tsx";

/** Measurements, applied and requested settings of a module, without uncontrolled or unreported ones. */
export function ModuleFacts(
  { module, on, timeZone }: { module: ModuleLine; on: FeaturesOn; timeZone: string },
) {
  const { wish, reportedHouseStatus: reported } = module;
  const facts = [
    ["Température", temperatureText(module, timeZone)],
    ["Consigne suivie", formatQuantity(module.setpointC, "°C")],
    [PILOT_FEATURE_LABELS.ch_pilot, on.ch_pilot && runningText(module.isHeating)],
    [PILOT_FEATURE_LABELS.clim_pilot, on.clim_pilot && runningText(module.isCooling)],
    [
      PILOT_FEATURE_LABELS.watertank_pilot,
      on.watertank_pilot && runningText(module.isWaterHeating),
    ],
    ["Présence rapportée", on.house_status && reported && HOUSE_STATUS_LABELS[reported]],
  ] as const;
  return (
    <>
      <dl class="facts">
        {facts.filter(([, text]) => text).map(([label, text]) => (
          <Fact key={label} label={label}>{text}</Fact>
        ))}
        <Fact label="Réglages demandés">
          <WishStatus {...module} /> {wishChangeText(wish, timeZone)}
        </Fact>
        <Fact label={CONNECTIVITY_LABEL}>
          <ConnectivityStatus state={module.connectivity} />{" "}
          {formatInstant(module.lastSeenAt, timeZone)}
        </Fact>
      </dl>
      {module.at === null && <p class="soft">Ce module ne s’est jamais signalé.</p>}
    </>
  );
}

function temperatureText(
  { temperatureC, temperatureFrom, temperatureAt }: ModuleLine,
  timeZone: string,
): string {
  if (temperatureC === null) return "";
  const from = temperatureFrom === null ? "" : `, ${TEMPERATURE_SOURCES[temperatureFrom]}`;
  const at = temperatureAt === null ? "" : `, le ${formatInstant(temperatureAt, timeZone)}`;
  return `${formatQuantity(temperatureC, "°C")}${from}${at}`;
}
