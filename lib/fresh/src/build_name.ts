/** Environment variables that name a build, in the order in which Fresh reads them; also read by the server. */
const VARIABLES = ["DENO_DEPLOYMENT_ID", "GITHUB_SHA", "CI_COMMIT_SHA"];

/** The name of this build from the environment; null without one. */
export const BUILD_NAME: string | null =
  VARIABLES.map((name) => Deno.env.get(name)).find(Boolean) ??
    null;
