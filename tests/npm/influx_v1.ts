/** The v1 client, as older Node programs use it. */
export { InfluxDB as InfluxV1 } from "npm:influx@5.12.0";
