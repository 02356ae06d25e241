import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import type { DemoSite } from "./sites.ts";

/** Who checks the water and the extinguishers of every residence; names of domain §5.9. */
const EVERYWHERE = ["Aquacontrol", "SecuriFeu"];

/** Writes who works on a residence: the operators of its boiler rooms, and those of every residence. */
export function setProviders(atomic: Atomic, projectId: string, site: DemoSite): void {
  const operators = site.boilerRooms.map(({ operator }) => operator);
  for (const name of new Set([...operators, ...EVERYWHERE])) {
    const providerId = name.toLowerCase().replaceAll(" ", "-");
    atomic.set(keys.providerOfProject(projectId, providerId), name);
  }
}
