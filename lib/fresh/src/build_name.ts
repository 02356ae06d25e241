/** Where those who build say what they build, in the order in which Fresh looks; the server asks too. */
const VARIABLES = ["DENO_DEPLOYMENT_ID", "GITHUB_SHA", "CI_COMMIT_SHA"];

/** The name that the environment gives this build; null when it gives none. */
export const BUILD_NAME: string | null =
  VARIABLES.map((name) => Deno.env.get(name)).find(Boolean) ??
    null;
