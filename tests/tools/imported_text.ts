import type { ReadingsImport } from "@/lib/ingest/schema.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT } from "@/tests/helpers/a_residence.ts";
import { importReadings, type ReadingsFileImport } from "@/tools/importing.ts";

/** Imports a text by the code of the command. */
export function importedText(
  built: TestPlatform,
  text: string,
  over: Partial<ReadingsFileImport> = {},
): Promise<ReadingsImport> {
  return importReadings(built.platform.own.services, {
    text,
    projectId: PROJECT,
    series: "",
    content: "natural",
    stamp: "begin",
    onConflict: "replace",
    zone: "residence",
    columns: "",
    heading: null,
    dryRun: false,
    acceptOld: "true",
    onShare: () => {},
    ...over,
  });
}
