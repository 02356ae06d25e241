/** The PDF reader of the tests, other than the writer and the checker of PDFs. */
export { getDocumentProxy } from "npm:unpdf@1.8.1";
