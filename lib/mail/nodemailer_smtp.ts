/** What the package brings for SMTP: only in part, since the whole package reads the environment. @module */

export { default as Mailer } from "nodemailer/lib/mailer/index.js";
export { default as SmtpTransport } from "nodemailer/lib/smtp-transport/index.js";
