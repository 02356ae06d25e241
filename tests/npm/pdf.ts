/** The PDF reader of the tests: another one than what writes and checks PDFs. */
export { getDocumentProxy } from "npm:unpdf@1.8.1";
