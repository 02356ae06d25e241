import { createRequire } from "node:module";
import "@/tests/npm/influx.ts";

/** Address and batch size. */
interface InfluxTarget {
  readonly url: string;
  readonly token: string;
  readonly bucket: string;
}

/** The part of the InfluxDB client used by tests: its types are those of a browser build. */
interface InfluxWriter {
  writeRecord(line: string): void;
  close(): Promise<void>;
}

/**
 * Sends lines by the InfluxDB client, gzipped as collectors do, dated in seconds. @throws when a
 * body is refused
 */
export async function sendByInflux(
  { url, token, bucket }: InfluxTarget,
  lines: Iterable<string>,
): Promise<void> {
  // The package's entry for Deno does not compress: its Node build does.
  const { InfluxDB } = createRequire(import.meta.url)("@influxdata/influxdb-client");
  const options = { gzipThreshold: 1, maxRetries: 0, batchSize: 1_000, flushInterval: 0 };
  const writer: InfluxWriter = new InfluxDB({ url, token, timeout: 20_000 })
    .getWriteApi("oph", bucket, "s", options);
  for (const line of lines) writer.writeRecord(line);
  await writer.close();
}
