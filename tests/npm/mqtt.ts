/** The MQTT broker of the tests. */
export { Aedes } from "npm:aedes@1.2.0";
