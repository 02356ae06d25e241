import { keys } from "@/lib/backend/kv/keys.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import type { AlarmReportSettings } from "@/lib/domain/alarms/types.ts";
import { DEMO_ACCOUNTS } from "./accounts.ts";
import { DEMO_ORG } from "./demo_org.ts";

const ON_CALL: AlarmReportSettings = {
  name: "Astreinte chauffage",
  emails: ["astreinte@thermalia.example"],
  notifyStart: true,
  notifyEnd: true,
  notifyEvery: "2h",
  selections: [
    { handler: "boilerroom-errorcode", filters: { boilerRoom: ["p01-c1"] } },
    { handler: "boilerroom-faultdetector", filters: { boilerRoom: ["p01-c1"] } },
  ],
};

const SENSORS: AlarmReportSettings = {
  name: "Capteurs muets",
  emails: ["ines.bernard@demo.example", "sophie.garnier@demo.example"],
  notifyStart: true,
  notifyEnd: false,
  notifyEvery: "1d",
  selections: [{ handler: "collect-online", filters: {} }],
};

const OWN: AlarmReportSettings = {
  ...SENSORS,
  name: "Mes résidences de Nancy",
  emails: [DEMO_ACCOUNTS.landlord.email],
  selections: [{ handler: "collect-online", filters: { project: ["p01"] } }],
};

/** A mail report at each level: the residence, the organisation, and the landlord's own. */
export async function seedAlarmReports(store: Store, landlordId: string): Promise<void> {
  await store.atomic()
    .set(keys.alarmReport("p01", "astreinte"), ON_CALL)
    .set(keys.orgAlarmReport(DEMO_ORG.id, "astreinte"), SENSORS)
    .set(keys.userAlarmReport(DEMO_ORG.id, landlordId, "astreinte"), OWN)
    .commit();
}
