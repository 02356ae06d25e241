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
