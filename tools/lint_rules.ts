/** The house rules checked while typing; each message contains the replacement. @module */
import { ROOT } from "./files.ts";

type Rule = Deno.lint.Rule;
type Visitor = Deno.lint.LintVisitor;

/** Packages, then files by their path from the root, then those of the same folder; each in alphabetical order. */
const sortedImports: Rule = {
  create(context) {
    let before = "";
    return {
      ImportDeclaration({ source }) {
        const specifier = textOf(source) ?? "";
        if (importRank(specifier) < importRank(before)) {
          context.report({
            node: source,
            message: `Imports are sorted: move it before "${before}".`,
          });
        } else before = specifier;
      },
    };
  },
};

function importRank(specifier: string): string {
  const group = specifier.startsWith("@/") ? 1 : specifier.startsWith(".") ? 2 : 0;
  return `${group} ${specifier.toLowerCase()}`;
}

const keysOnly: Rule = {
  create(context) {
    const path = projectPath(context.filename);
    if (!/^(?:lib\/(?!fresh\/)|routes\/)/.test(path) || path === "lib/store/keys.ts") {
      return {};
    }
    const message = "KV keys are written in one file: write keys.x(…), from lib/store/keys.ts.";
    return {
      CallExpression(node) {
        if (node.callee.type !== "MemberExpression") return;
        const verb = nameOf(node.callee.property);
        const [first] = node.arguments;
        if (first === undefined || verb === null) return;
        if (KEY_VERBS.has(verb) && isKey(first)) context.report({ node: first, message });
        if (first.type !== "ObjectExpression" || !SELECTOR_VERBS.has(verb)) return;
        for (const property of first.properties) {
          if (property.type !== "Property" || !KEY_FIELDS.has(nameOf(property.key) ?? "")) continue;
          if (isKey(property.value)) context.report({ node: property.value, message });
        }
      },
    };
  },
};

const KEY_VERBS = new Set(["get", "getMany", "set", "delete", "sum", "min", "max"]);
const SELECTOR_VERBS = new Set(["list", "check"]);
const KEY_FIELDS = new Set(["key", "prefix", "start", "end"]);

const linksOnly: Rule = {
  create(context) {
    const path = projectPath(context.filename);
    if (!/^(?:components|islands|routes|lib\/(?!fresh\/|ui\/))/.test(path)) return {};
    const message =
      "URLs are built in one file: write links.x(…), from lib/ui/links.ts (files of static/: asset(…)).";
    return {
      JSXAttribute(node) {
        if (!LINK_ATTRIBUTES.has(nameOf(node.name) ?? "") || node.value === null) return;
        const { value } = node;
        const written = value.type === "JSXExpressionContainer" ? value.expression : value;
        if (isSitePath(written)) context.report({ node: written, message });
      },
      CallExpression(node) {
        const verb = nameOf(
          node.callee.type === "MemberExpression" ? node.callee.property : node.callee,
        );
        const [first] = node.arguments;
        if (first !== undefined && verb === "redirect" && isSitePath(first)) {
          context.report({ node: first, message });
        }
      },
      Property(node) {
        if ((nameOf(node.key) ?? "").toLowerCase() !== "location") return;
        if (isSitePath(node.value)) context.report({ node: node.value, message });
      },
    };
  },
};

const LINK_ATTRIBUTES = new Set(["href", "action", "formaction", "formAction", "src"]);

/** Two causes of a slower start of the server, which a review seldom sees (decision 233). */
const lightStart: Rule = {
  create(context) {
    if (!/^(lib|routes|components|islands)\//.test(projectPath(context.filename))) return {};
    return {
      ImportDeclaration(node) {
        if (!/^zod(\/mini)?$/.test(textOf(node.source) ?? "")) return;
        const hasZ = node.specifiers.some((part) =>
          part.type === "ImportSpecifier" && nameOf(part.imported) === "z"
        );
        if (!hasZ) return;
        const message =
          'Write import * as z from "zod": with { z }, the server carries all of zod.';
        context.report({ node, message });
      },
      NewExpression(node) {
        if (!(nameOf(node.callee) ?? "").endsWith("Error") || !isTopLevelConstant(node)) return;
        const message =
          "Create an error where it is thrown: at the top level, its trace costs a start 80 ms.";
        context.report({ node, message });
      },
    };
  },
};

/** True for `const NAME = new X();` of a module, exported or not. */
function isTopLevelConstant({ parent: declarator }: Deno.lint.NewExpression): boolean {
  if (declarator.type !== "VariableDeclarator") return false;
  const { parent: place } = declarator.parent;
  return place.type === "Program" || place.type === "ExportNamedDeclaration";
}

const plugin: Deno.lint.Plugin = {
  name: "house",
  rules: {
    "sorted-imports": sortedImports,
    "keys-only": keysOnly,
    "links-only": linksOnly,
    "light-start": lightStart,
  },
};

export default plugin;

function projectPath(filename: string): string {
  const path = filename.replaceAll("\\", "/");
  return path.startsWith(ROOT) ? path.slice(ROOT.length) : path;
}

function nameOf(node: Deno.lint.Node): string | null {
  return node.type === "Identifier" || node.type === "JSXIdentifier" ? node.name : textOf(node);
}

function textOf(node: Deno.lint.Node | null): string | null {
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : null;
}

/** True for `["project", id]`, or a list of such keys. */
function isKey(node: Deno.lint.Node): boolean {
  if (node.type !== "ArrayExpression") return false;
  const [first] = node.elements;
  return first !== undefined && first !== null && (textOf(first) !== null || isKey(first));
}

function isSitePath(node: Deno.lint.Node): boolean {
  const text = node.type === "TemplateLiteral" ? node.quasis[0]?.cooked : textOf(node);
  return typeof text === "string" && /^\/(?!\/)/.test(text);
}
