/** Lines and delivery points of gas for tests. @module */

import type { CallFunction } from "@/lib/app/catalogue.ts";
import { addDays } from "@/lib/base/civil_dates.ts";
import type { GasLine, GasPce } from "@/lib/gas/schema.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aGasBoilerRoom, ORG, withMember } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { fc } from "@/tests/npm/fast_check.ts";

/** Lines of ADICT as recorded: a published period and an informative gas day. */
export const PUBLISHED = `{"pce":{"id_pce":"23000000000000"},"periode":{"valeur":null,` +
  `"date_debut":"2021-01-01","date_fin":"2021-01-23"},"releve_debut":{"date_releve":null,` +
  `"raison_releve":null,"libelle_raison_releve":null,"qualite_releve":"Mesure",` +
  `"statut_releve":"Normal","index_brut_debut":{"valeur_index":771,` +
  `"horodate_Index":"2021-01-01T06:00:00+01:00"},"index_converti_debut":{"valeur_index":null,` +
  `"horodate_Index":null}},"releve_fin":{"date_releve":"2021-01-23T06:00:00+01:00",` +
  `"raison_releve":"RNO","libelle_raison_releve":"Relevé normal","qualite_releve":"Mesure",` +
  `"statut_releve":"Normal","index_brut_fin":{"valeur_index":951,` +
  `"horodate_Index":"2021-01-23T06:00:00+01:00"},"index_converti_fin":{"valeur_index":null,` +
  `"horodate_Index":null}},"consommation":{"date_debut_consommation":` +
  `"2021-01-01T06:00:00+01:00","date_fin_consommation":"2021-01-23T06:00:00+01:00",` +
  `"flag_retour_zero":false,"volume_brut":180,"coeff_calcul":{"coeff_pta":null,` +
  `"valeur_pcs":null,"coeff_conversion":11.29},"volume_converti":0,"energie":2032,` +
  `"type_qualif_conso":"Mesuré","sens_flux_gaz":"Consommation","statut_conso":"Définitive",` +
  `"journee_gaziere":null,"type_conso":"Publiée"},"bordereau_publication":` +
  `{"date_debut_bordereau":null,"date_fin_bordereau":null,"nb_jour_gazier":null},` +
  `"statut_restitution":null}`;

/** A gas day whose meter moved by 1 m³ and whose energy is 8 kWh: not 1 × 11.16. */
export const INFORMATIVE = `{"pce":{"id_pce":"23000000000000"},"periode":{"valeur":null,` +
  `"date_debut":"2021-08-16","date_fin":"2021-08-17"},"releve_debut":{"qualite_releve":null,` +
  `"index_brut_debut":{"valeur_index":null,"horodate_Index":null}},"releve_fin":` +
  `{"index_brut_fin":{"valeur_index":1325,"horodate_Index":"2021-08-17T06:00:00+02:00"}},` +
  `"consommation":{"date_debut_consommation":"2021-08-16T06:00:00+02:00",` +
  `"date_fin_consommation":"2021-08-17T06:00:00+02:00","volume_brut":1,"coeff_calcul":` +
  `{"coeff_pta":null,"valeur_pcs":null,"coeff_conversion":11.16},"energie":8,` +
  `"statut_conso":"Provisoire","journee_gaziere":"2021-08-16",` +
  `"type_conso":"Informative Journalier"}}`;

/** The last line of an answer. */
export const TREATMENT =
  `{"code_statut_traitement":"0000000000","message_retour_traitement":"Succès"}`;

/** A line of the consents given to the third party. */
export function consentLine(over: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    id_pce: "23000000000000",
    role_tiers: "AUTORISE_CONTRAT_FOURNITURE",
    etat_droit_acces: "Active",
    statut_controle_preuve: "Preuve Vérifiée OK",
    date_debut_droit_acces: "2024-01-01",
    date_fin_droit_acces: "2027-01-01",
    ...over,
  });
}

/** The published line, in the format of the specification. */
export const PUBLISHED_LINE = {
  fromDate: "2021-01-01",
  toDate: "2021-01-23",
  informative: false,
  fromIndex: 771,
  toIndex: 951,
  volume: 180,
  energy: 2032,
  factorPta: null,
  factorPcs: null,
  factorConversion: 11.29,
};

/** The informative line, in the format of the specification. */
export const INFORMATIVE_LINE = {
  fromDate: "2021-08-16",
  toDate: "2021-08-17",
  informative: true,
  fromIndex: null,
  toIndex: 1325,
  volume: 1,
  energy: 8,
  factorPta: null,
  factorPcs: null,
  factorConversion: 11.16,
};

export function aLine(over: Partial<GasLine> = {}): GasLine {
  return { ...PUBLISHED_LINE, ...over };
}

export const someLine: fc.Arbitrary<GasLine> = fc.record({
  start: fc.nat(1_500),
  days: fc.nat(180),
  informative: fc.boolean(),
  energy: fc.option(fc.nat(10_000)),
}).map(({ start, days, informative, energy }) => {
  const fromDate = addDays("2021-01-01", start);
  return aLine({ fromDate, toDate: addDays(fromDate, days), informative, energy });
});

/** A delivery point without reading or consent. */
export function aPce(pce: string, over: Partial<GasPce> = {}): GasPce {
  return {
    pce,
    name: "",
    projectId: null,
    boilerRoomId: null,
    projectName: null,
    last: null,
    consent: null,
    askedAt: null,
    fault: null,
    ...over,
  };
}

/** The delivery point of the boiler room, and one that no room names. */
export const PCE = "21546987412365";
export const OTHER = "21000000000001";

/** Three lines as the export writes them: two published, one of a gas day. */
export const FILE =
  `Type;Du;Au;Index de début (m³);Index de fin (m³);Volume (m³);Énergie (kWh);PTA;PCS (kWh/m³(n));Conversion (kWh/m³)
Publiée;01/12/2023;01/01/2024;600;771;171;1931;;;11,29
Publiée;01/01/2024;23/01/2024;771;951;180;2032;0,968;11,66;11,29
Informative;16/01/2024;17/01/2024;;1325;1;8;;;11,16
`;

/** A residence with a boiler room that names a delivery point, and its administrator. */
export interface Place {
  built: TestPlatform;
  admin: CallFunction;
}

/** Runs a test in such a place; fails if a fault is reported. */
export function withPlace(test: (place: Place) => Promise<void>): Promise<void> {
  return withMember({
    email: "admin@bailleur.fr",
    isAdmin: true,
    roles: ["collect"],
  }, async ({ built, ask: admin }) => {
    await aGasBoilerRoom(admin, PCE, "Chaufferie nord");
    await test({ built, admin });
  });
}

/** The report of an import. */
export function imported(
  ask: CallFunction,
  body: string,
  query: { pce?: string; dryRun?: "true" } = {},
) {
  return answerOf(ask("importGasLines", { orgId: ORG, body, ...query }));
}

/** The lines of a delivery point's year. */
export function year(ask: CallFunction, year: string, pce = PCE) {
  return answerOf(ask("getGasYear", { orgId: ORG, pce, year }));
}

/** Why a user may not read the year 2024 of a delivery point. */
export function refusedYear(ask: CallFunction, pce = PCE) {
  return codeOfCall(ask("getGasYear", { orgId: ORG, pce, year: "2024" }));
}

/** The delivery points that a user sees. */
export function pces(ask: CallFunction) {
  return answerOf(ask("listGasPces", { orgId: ORG }));
}
