import { siteTable } from "./site_table.ts";

/**
 * The small data set: what a landlord has who begins, with a residence whose dwellings are not there yet.
 *
 * @spec demo.sample
 */
export const sampleSites = siteTable(`
Résidence Colette | 6 rue Colette | 21000 | Dijon | 47.3316 | 5.0322 | 20 | 62 | dijon | Est | 2000
  Sous-station | urban-energy | 31 | 0.98 | m3 | Caloris Services
Maison des associations | 2 place de la Source | 21160 | Marsannay-la-Côte | 47.2707 | 4.9868 | 0 | 0 | dijon | Est | 1980 | commonAreaM2=780
  Chaufferie bois | wood-mass | 38 | 1.04 | none | Caloris Services
Les Glycines | 15 rue des Glycines | 21300 | Chenôve | 47.2916 | 5.0091 | 20 | 58 | dijon | Est | 1970
  Sous-station | urban-energy | 42 | 1.07 | energy | Caloris Services
`);
