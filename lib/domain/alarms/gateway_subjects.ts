import type { Subject } from "./watching.ts";

/** Key of the gateway that stands for the collectors of a residence, where dwellings have no module. */
export const COLLECTORS = "collect-online/collectors";

/** A sensor's subject, with the module it sends through; null for the residence's collectors. */
export interface Sender {
  readonly subject: Subject;
  readonly moduleId: string | null;
}

/** Senders with their gateways: two or more senders share a gateway. @spec alarms.subjects, alarms.silence */
export function withGateways(senders: readonly Sender[]): Subject[] {
  const groups = Map.groupBy(senders, ({ moduleId }) => moduleId);
  return [...groups].flatMap(([moduleId, group]) => {
    const children = group.map(({ subject }) => subject);
    if (children.length < 2) return children;
    const gateway = gatewayOf(moduleId, children);
    return [gateway, ...children.map((one) => ({ ...one, parentKey: gateway.key }))];
  });
}

/** Subject of a gateway, located where all of its senders are. */
function gatewayOf(moduleId: string | null, children: readonly Subject[]): Subject {
  const common = (field: "buildingId" | "boilerRoomId") => {
    const [first, ...others] = new Set(children.map((one) => one[field]));
    return others.length === 0 ? first ?? null : null;
  };
  const [buildingId, boilerRoomId] = [common("buildingId"), common("boilerRoomId")];
  return {
    key: moduleId === null ? COLLECTORS : `collect-online/module/${moduleId}`,
    handler: "collect-online",
    scope: boilerRoomId !== null ? "boilerroom" : buildingId !== null ? "building" : "global",
    houseId: null,
    buildingId,
    boilerRoomId,
    equipmentId: null,
    seriesIds: [],
    name: moduleId ?? "",
    part: null,
    delayS: 0,
    rule: { kind: "gateway" },
    parentKey: null,
  };
}
