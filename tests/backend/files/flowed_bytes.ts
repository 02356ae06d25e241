import type { FlowingFile } from "@/lib/contract/shapes.ts";

/** The bytes of a streamed file. */
export function flowedBytes({ flow }: Pick<FlowingFile, "flow">): Promise<Uint8Array<ArrayBuffer>> {
  return new Response(flow).bytes();
}
