import type { output } from "zod/mini";
import type { flowingFile } from "@/lib/api/call.ts";

/** The bytes of a streamed file. */
export function flowedBytes(
  { flow }: Pick<output<typeof flowingFile>, "flow">,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Response(flow).bytes();
}
