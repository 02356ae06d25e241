import type { DemoSite } from "./sites.ts";

/**
 * The small data set: what a landlord has who begins, with a residence whose dwellings are not there yet.
 *
 * @spec demo.sample
 */
export const SAMPLE_SITES: readonly DemoSite[] = [
  {
    name: "Résidence Colette",
    address: { street: "6 rue Colette", zipCode: "21000", city: "Dijon" },
    position: { latitude: 47.3316, longitude: 5.0322 },
    dwellings: { count: 20, areaM2: 62 },
    station: "dijon",
    tags: { branch: "Est", decade: "2000" },
    boilerRooms: [{
      name: "Sous-station",
      kind: "urban-energy",
      heating: { target: 31, real: 0.98 },
      hotWater: "m3",
      operator: "Caloris Services",
    }],
  },
  {
    name: "Maison des associations",
    address: { street: "2 place de la Source", zipCode: "21160", city: "Marsannay-la-Côte" },
    position: { latitude: 47.2707, longitude: 4.9868 },
    dwellings: { count: 0, areaM2: 0 },
    commonAreaM2: 780,
    station: "dijon",
    tags: { branch: "Est", decade: "1980" },
    boilerRooms: [{
      name: "Chaufferie bois",
      kind: "wood-mass",
      heating: { target: 38, real: 1.04 },
      hotWater: "none",
      operator: "Caloris Services",
    }],
  },
  {
    name: "Les Glycines",
    address: { street: "15 rue des Glycines", zipCode: "21300", city: "Chenôve" },
    position: { latitude: 47.2916, longitude: 5.0091 },
    dwellings: { count: 20, areaM2: 58 },
    station: "dijon",
    tags: { branch: "Est", decade: "1970" },
    boilerRooms: [{
      name: "Sous-station",
      kind: "urban-energy",
      heating: { target: 42, real: 1.07 },
      hotWater: "energy",
      operator: "Caloris Services",
    }],
  },
];
