import { deepStrictEqual, doesNotMatch, match } from "node:assert/strict";
import { mailedName, mailedSubject } from "@/lib/mail/text.ts";
import { mailTextOf } from "@/tests/helpers/mails.ts";

// @spec organisations.mailed-names
Deno.test("mailedName() leaves out a name that is an address, a URL or several lines", () => {
  const refused = [
    "ada@ailleurs.example Durand",
    "https://ailleurs.example/x Durand",
    "www.ailleurs.example",
    "Gagnez sur ailleurs.com",
    "ailleurs.example/connexion",
    "ada＠ailleurs.example",
    "ailleurs.example Durand",
    "Ada\r\n\r\nVotre code Durand",
    "Ada\u2028Durand",
  ];
  deepStrictEqual(refused.map(mailedName), refused.map(() => ""));
  const accepted = ["Ada Durand", "Jean-Pierre O’Neil", "J. Martin", "Mme Le Goff (Nord)", "Zoé"];
  deepStrictEqual(accepted.map(mailedName), accepted);
});

// @spec organisations.mailed-names
Deno.test("mailedSubject() is one line, without the addresses and URLs of names in it", () => {
  deepStrictEqual(
    [
      "invitation à rejoindre Nord www.ailleurs.example",
      "invitation à rejoindre http://ailleurs.example/a?b",
      "alerte, Rés. Les Lilas, Bât.A, 22.5 °C, P2/P3",
      "document refusé, Kbis\r\nBcc: eve@ailleurs.example",
      "documents demandés par Office-du-lac.fr",
    ].map(mailedSubject),
    [
      "invitation à rejoindre Nord …",
      "invitation à rejoindre …",
      "alerte, Rés. Les Lilas, Bât.A, 22.5 °C, P2/P3",
      "document refusé, Kbis Bcc: …",
      "documents demandés par …",
    ],
  );
});

// @spec organisations.mailed-names
Deno.test("an invitation to a name that is a URL greets nobody by it", () => {
  const letter = {
    kind: "invitation",
    code: "abcd-efgh-jkmn",
    organisation: "Gagnez http://ailleurs.example",
    inviter: "Anne Roux",
    app: "home",
  } as const;
  const name = "http://ailleurs.example/gagnez Durand";
  const { subject, text, html } = mailTextOf(letter, { name, link: "https://suivi.example/x" });
  match(text, /^Bonjour,\n/);
  match(html, /<p>Bonjour,<\/p>/);
  doesNotMatch(`${subject} ${html.split("</title>")[0]}`, /ailleurs/);
  doesNotMatch(text, /gagnez Durand/);
});
