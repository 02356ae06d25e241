/** The v1 client, as Node programs of that time use it. */
export { InfluxDB as InfluxV1 } from "npm:influx@5.12.0";
