/**
 * The client of MQTT brokers, loaded when a broker is configured.
 *
 * Its build for browsers, with the sockets of this program: its build for Node reads the whole environment, which the
 * permissions of the server deny.
 *
 * @module
 */

// @ts-types="./client_types.ts"
export { default as mqtt } from "mqtt/dist/mqtt.esm";
