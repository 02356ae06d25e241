/**
 * Strings that try to be interpreted as something else than text: markup, script, a formula, a
 * header (QS8). @module
 */

/** Name of the element or attribute that a string creates when it is not escaped. */
export const PLANTED = "planted";

/** The function that every script among them calls. */
export const RAN = "ran";

const RUN = `${RAN}()`;

/** Escapes from the text of an element, a title, a field, a comment. */
const MARKUP = [
  `<${PLANTED}>`,
  `<script ${PLANTED}>${RUN}</script>`,
  `<img ${PLANTED} src=x onerror=${RUN}>`,
  `<svg ${PLANTED} onload=${RUN}>`,
  `<svg><script ${PLANTED}>${RUN}</script></svg>`,
  `<iframe ${PLANTED} srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<details ${PLANTED} open ontoggle=${RUN}>`,
  `<input ${PLANTED} autofocus onfocus=${RUN}>`,
  `<a ${PLANTED} href="javascript:${RUN}">x</a>`,
  `<form ${PLANTED} action="https://evil.example"><button>x</button></form>`,
  `<base ${PLANTED} href="https://evil.example/">`,
  `<meta ${PLANTED} http-equiv=refresh content="0;url=https://evil.example/">`,
  `<link ${PLANTED} rel=stylesheet href="https://evil.example/x.css">`,
  `<style ${PLANTED}>*{display:none}</style>`,
  `<object ${PLANTED} data="javascript:${RUN}"></object>`,
  `<math><mtext><${PLANTED}>`,
  `</title><${PLANTED}>`,
  `</textarea><${PLANTED}>`,
  `</option></select><${PLANTED}>`,
  `</script><${PLANTED}>`,
  `</td></tr></table><${PLANTED}>`,
  `--><${PLANTED}><!--`,
  `]]><${PLANTED}>`,
  `<!--<script><${PLANTED}>`,
  `<${PLANTED}/x="`,
  `<\t${PLANTED}>`,
] as const;

/** Escapes from an attribute. */
const ATTRIBUTES = [
  `" ${PLANTED} onmouseover=${RUN} x="`,
  `' ${PLANTED} onmouseover=${RUN} x='`,
  `\` ${PLANTED} onmouseover=${RUN} x=\``,
  `"><${PLANTED}>`,
  `'><${PLANTED}>`,
  `x\t${PLANTED}=1`,
  `javascript:${RUN}//${PLANTED}`,
  `data:text/html,<script>${RUN}</script>${PLANTED}`,
] as const;

/** Escapes from a value inside a script. */
const SCRIPTS = [
  `"];${RUN};//${PLANTED}`,
  `'];${RUN};//${PLANTED}`,
  `\\"];${RUN};//${PLANTED}`,
  `\\u0022];${RUN};//${PLANTED}`,
  `</ScRiPt ><script ${PLANTED}>${RUN}</script>`,
  `\u2028${RUN};//${PLANTED}`,
  `\u2029${RUN};//${PLANTED}`,
  `\${${RUN}}${PLANTED}`,
  `{{constructor.constructor('${RUN}')()}}${PLANTED}`,
  `{"__proto__":{"${PLANTED}":1}}`,
  `__proto__`,
  `constructor`,
] as const;

/** Escapes from a cell of a spreadsheet. */
const FORMULAS = [
  `=HYPERLINK("https://evil.example";"${PLANTED}")`,
  `=cmd|' /C calc'!A0`,
  `+1+${PLANTED}`,
  `-1-${PLANTED}`,
  `@SUM(1+1)*${PLANTED}`,
  `\t=1+1`,
  `;=1+1`,
  `,=1+1`,
  `"=1+1`,
  `","=1+1`,
  `";"=1+1`,
  `\n=1+1`,
] as const;

/** Escapes from a header of the answer. */
const HEADERS = [
  `x\r\nSet-Cookie: ${PLANTED}=1`,
  `x\nSet-Cookie: ${PLANTED}=1`,
  `x%0d%0aSet-Cookie:%20${PLANTED}=1`,
  `x\u560d\u560aSet-Cookie: ${PLANTED}=1`,
  `x\r\n\r\n<${PLANTED}>`,
  `x"; filename="${PLANTED}.exe`,
  `../../../etc/${PLANTED}`,
  `//evil.example/${PLANTED}`,
  `/\\evil.example/${PLANTED}`,
  `https://evil.example/${PLANTED}`,
] as const;

const CORES: readonly string[] = [...MARKUP, ...ATTRIBUTES, ...SCRIPTS, ...FORMULAS, ...HEADERS];

/** Encodings of a string that try to pass a filter, or to be decoded once too often. */
const DRESSES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll("<", "&lt;").replaceAll('"', "&quot;"),
  (text) => text.replaceAll("<", "&#60;").replaceAll('"', "&#x22;"),
  (text) => text.replaceAll("<", "%3C").replaceAll('"', "%22"),
  (text) => text.replaceAll("<", "\\u003c").replaceAll('"', "\\u0022"),
  (text) => text.replaceAll("<", "\\x3c").replaceAll('"', "\\x22"),
  (text) => text.replaceAll("<", "&amp;lt;"),
  (text) => text.replaceAll("<", "\uFF1C"),
  (text) => text.replaceAll("<script", "<ScRiPt").replaceAll("onerror", "OnErRoR"),
  (text) => text.replaceAll("<", "<<"),
];

/** Prefixes and suffixes. */
const AROUND: readonly (readonly [before: string, after: string])[] = [
  ["", ""],
  ["a ", ""],
  ["\uFEFF", ""],
  ["\u202E", "\u202C"],
  ['"', '"'],
  ["'", "'"],
  [">", "<"],
  ["\\", "\\"],
  ["]]>", ""],
  ["-->", "<!--"],
  ["\u2028", "\u2029"],
  ["%00", ""],
  ["${", "}"],
  ["{{", "}}"],
  ["&quot;", "&quot;"],
  ["*/", "/*"],
];

/** Every one of them; the plain ones come first. */
export const HOSTILE_STRINGS: readonly string[] = [
  ...new Set(
    AROUND.flatMap(([before, after]) =>
      DRESSES.flatMap((dress) => CORES.map((core) => before + dress(core) + after))
    ),
  ),
];
