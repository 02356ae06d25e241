/** The SMTP server of the tests, and the parser of the mails it receives. */
export { SMTPServer } from "npm:smtp-server@3.21.6";
export { simpleParser } from "npm:mailparser@3.7.5";
