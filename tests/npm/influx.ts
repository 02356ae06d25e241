/** Named here so that the lock holds it; tests load its Node build, which compresses, by `createRequire`. */
export { InfluxDB, Point } from "npm:@influxdata/influxdb-client@1.35.0";
