/** The landlord of the small data set. */
export const SAMPLE_ORG = { id: "exemple", name: "Habitat Bourgogne" } as const;

export const DEMO_ORG = { id: "demo", name: "Habitat des Quatre Rivières" } as const;

export function tagValueId(group: "branch" | "decade", label: string): string {
  return `${group}-${label.toLowerCase()}`;
}
