import type { CallFunction } from "@/lib/app/catalogue.ts";
import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import { dayBounds } from "@/lib/base/time_zones.ts";
import { keys } from "@/lib/store/keys.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { inOrg } from "@/tests/helpers/a_register.ts";
import {
  aBoilerRoom,
  anOutdoorSource,
  aSeries,
  at,
  ORG,
  PROJECT,
  storedSeries,
} from "@/tests/helpers/a_residence.ts";
import { settingsDraft, sourcesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aContract, aProvider } from "@/tests/helpers/referring.ts";

/** Who settles seasons, and validates documents. */
export const SETTLER = {
  isAdmin: true,
  roles: ["collect", "collect:documents:write", "collect:documents:validate:write"],
} as const;

export const OPERATOR_EMAIL = "contact@thermalia.fr";

/**
 * A boiler room on gas, read each day of the season 2024-2025: 10 DJU and 2 400 kWh a day. Its 232 days are 2 320 DJU and
 * 556 800 kWh, of an N'B of 580 000 by the terms of {@link someTerms}.
 */
export async function aHeatedRoom(
  built: TestPlatform,
  ask: CallFunction,
  name = "Chaufferie",
  isRead: (date: IsoDate) => boolean = () => true,
) {
  const boilerRoomId = await aBoilerRoom(ask, name);
  const place = { ...at, boilerRoomId };
  const [gas, dju] = [await aSeries(ask, "GAZE"), await aSeries(ask, "DJU")];
  const dates = Array.from({ length: 233 }, (_, rank) => addDays("2024-10-01", rank));
  const days = dates.map((date) => dayBounds(date).from / 1_000);
  await storedSeries(built).append([
    {
      seriesId: gas,
      kind: "index",
      readings: days.map((epochS, rank) => ({ epochS, value: rank * 2_400 }))
        .filter((_, rank) => isRead(dates[rank] ?? "")),
    },
    {
      seriesId: dju,
      kind: "consumption",
      readings: days.slice(0, -1).map((epochS) => ({ epochS: epochS + 43_200, value: 10 })),
    },
  ]);
  await compact(built.store, PROJECT, built.clock.now);
  const outdoorSourceId = await anOutdoorSource(ask, { name: `Nancy, ${name}` });
  const station = { name: `Nancy, ${name}`, method: "mean" as const, seriesId: dju, station: "" };
  await answerOf(ask("putOutdoorSource", { ...at, outdoorSourceId, body: station }));
  const sources = sourcesDraft({ sourceType: gas, sourceKind: "gaz-energy" });
  await answerOf(ask("putEfficiencySources", { ...place, body: sources }));
  const settings = settingsDraft(outdoorSourceId, { djuContract: 2_400 });
  await answerOf(
    ask("putEfficiencySettings", { ...place, fromDate: "2024-07-01", body: settings }),
  );
  const price = {
    boilerRoomId,
    fuel: "gaz" as const,
    from: "2024-07-01",
    price: "78.5",
    unit: "€/MWh" as const,
    vatPercent: "20",
    annualFixed: "0",
    fixedVatPercent: "20",
    supplier: "",
    origin: "",
  };
  await answerOf(ask("createEnergyPrice", { ...at, body: price }));
  return boilerRoomId;
}

/** A contract of documents with its provider in charge; returns its id. */
export async function anOperator({ store }: TestPlatform, ask: CallFunction): Promise<string> {
  await store.atomic().set(keys.orgFeatures(ORG), { documentManagement: true }).commit();
  const providerId = await aProvider(ask, "Thermalia");
  const contractId = await aContract(ask, "Exploitation");
  const charge = { providerId, startDate: "2020-01-01", endDate: null };
  await answerOf(ask("addContractProvider", { ...inOrg, contractId, body: charge }));
  return contractId;
}

/** The type of document of statements; returns its id. */
export async function aBilan(ask: CallFunction): Promise<string> {
  const value = { id: null, type: "number" as const, required: true, min: null, max: null };
  const values = ["NC", "N'B"].map((name) => ({ ...value, name, unit: "kWh" }));
  const body = { name: "Bilan d'intéressement annuel", equipment: "boilerroom" as const };
  const rest = { defaultRate: 12, multiple: false, values };
  return (await answerOf(ask("createTypedoc", { ...inOrg, body: { ...body, ...rest } }))).id;
}
