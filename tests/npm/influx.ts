/**
 * Imported here so that the lock file includes it; tests load its Node build, which compresses, by
 * `createRequire`.
 */
export { InfluxDB, Point } from "npm:@influxdata/influxdb-client@1.35.0";
