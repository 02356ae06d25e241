import type { ProjectFacts } from "@/lib/identity/roles.ts";

/** A project without any equipment or feature. */
export const NOTHING: ProjectFacts = {
  hasPilot: false,
  hasTempPilot: false,
  houseMode: 0,
  houseHourly: 0,
  housesConsreport: false,
  display: false,
  housesAppAlarm: false,
  ecotouchAdmin: 0,
  hasBuilding: false,
  hasBoilerRoom: false,
  hasAutoconsumption: false,
  hasManualIndex: false,
};

/** A project with every equipment and feature. */
export const EVERYTHING: ProjectFacts = {
  hasPilot: true,
  hasTempPilot: true,
  houseMode: 3,
  houseHourly: 1,
  housesConsreport: true,
  display: true,
  housesAppAlarm: true,
  ecotouchAdmin: 3,
  hasBuilding: true,
  hasBoilerRoom: true,
  hasAutoconsumption: true,
  hasManualIndex: true,
};
