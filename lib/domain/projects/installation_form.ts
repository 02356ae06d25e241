import { ECOTOUCH_ACCESS, type ProjectInstallation } from "./types.ts";

/** Equipment flags of a residence, in the order of the form. @spec projects.installation */
export const INSTALLATION_FLAGS = [
  "instrumented",
  "hasPilot",
  "hasTempPilot",
] as const satisfies readonly (keyof ProjectInstallation)[];

export type InstallationFlag = typeof INSTALLATION_FLAGS[number];

/**
 * Parses the equipment form of a residence; an unticked box is not sent.
 *
 * @param typed texts of the fields by name
 * @returns null when the access of the occupants' application is not offered
 */
export function readInstallationForm(
  typed: Readonly<Record<string, string | undefined>>,
): ProjectInstallation | null {
  const ecotouchAdmin = Object.values(ECOTOUCH_ACCESS)
    .find((access) => String(access) === typed.ecotouchAdmin);
  if (ecotouchAdmin === undefined) return null;
  const isOn = (flag: InstallationFlag) => (typed[flag] ?? "") !== "";
  return {
    instrumented: isOn("instrumented"),
    hasPilot: isOn("hasPilot"),
    hasTempPilot: isOn("hasTempPilot"),
    ecotouchAdmin,
  };
}
