/** An external validator of JSON Schema, which checks answers against the API document. */
export { Ajv2020, type ValidateFunction } from "npm:ajv@8.20.0/dist/2020.js";
export { default as addFormats } from "npm:ajv-formats@3.0.1";
