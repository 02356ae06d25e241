import { seedDisplay } from "@/lib/demo/seed/messages.ts";
import { Tokens } from "@/lib/identity/tokens.ts";
import { NO_FEATURES } from "@/lib/residences/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { withStore } from "@/lib/store/open_store.ts";
import { links } from "@/lib/ui/links.ts";
import type { WeighedPage } from "@/tools/weighed_pages.ts";
import { issuedToken } from "./issued_token.ts";
import { projectRecord } from "./project_record.ts";

const PROJECT = "p01";

const RESIDENCE = projectRecord({
  orgId: "demo",
  name: "Les Tilleuls",
  location: { street: "", zipCode: "", city: "Nancy", latitude: null, longitude: null },
});

/** Fills the file of a store with a residence that has an information screen. @returns the address of its tablet */
export async function seedHallScreen(kvPath: string): Promise<string> {
  return await withStore(kvPath, async (store) => {
    await store.atomic()
      .set(keys.project(PROJECT), RESIDENCE)
      .set(keys.projectOfOrg(RESIDENCE.orgId, PROJECT), true)
      .set(keys.projectFeatures(PROJECT), { ...NO_FEATURES, display: true })
      .commit();
    await seedDisplay(store, Date.now());
    const owner = { kind: "display", projectId: PROJECT, visitorId: null } as const;
    const named = { name: "Hall", createdBy: "" };
    const { token } = await issuedToken(new Tokens(store, Date.now), owner, named);
    return links.informationScreen(PROJECT, token);
  });
}

/** The page of the tablet of {@link seedHallScreen}. */
export const HALL_PAGES: readonly WeighedPage[] = [
  { name: "information screen", path: links.informationScreen(PROJECT), kind: "hall" },
];
