import { ECOTOUCH_ACCESS, type ProjectInstallation } from "./types.ts";

/** What a residence has or has not, in the order of its form. @spec projects.installation */
export const INSTALLATION_FLAGS = [
  "instrumented",
  "hasPilot",
  "hasTempPilot",
] as const satisfies readonly (keyof ProjectInstallation)[];

/** Something a residence has or has not. */
export type InstallationFlag = typeof INSTALLATION_FLAGS[number];

/**
 * What a residence is equipped with, as a form describes it; a box that is not ticked is not sent.
 *
 * @param typed texts of the fields by name
 * @returns null when the access of the occupants' application is none of those offered
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
