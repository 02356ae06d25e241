/** A validator of JSON Schema that is not ours: what the API document says is checked by it. */
export { Ajv2020, type ValidateFunction } from "npm:ajv@8.20.0/dist/2020.js";
export { default as addFormats } from "npm:ajv-formats@3.0.1";
