/** The house rules checked while typing; each message contains the replacement. @module */
import { ROOT } from "./files.ts";
import { importFault } from "./import_fault.ts";

type Rule = Deno.lint.Rule;
type Visitor = Deno.lint.LintVisitor;

/** Globals that are not data: clock, randomness, network, machine. Forbidden in lib/domain. */
const OUTSIDE = new Map([
  ["Math.random", "take the random number as an argument"],
  ["Date.now", "take `now` as an argument"],
  ["Temporal.Now", "take `now` as an argument"],
  ["performance.now", "take `now` as an argument"],
  ["crypto", "take the id or the random bytes as an argument"],
  ["Deno", "take the value as an argument: I/O sits in lib/backend"],
  ["fetch", "take the answer as an argument: I/O sits in lib/backend"],
  ["setTimeout", "leave waiting to lib/client or lib/backend"],
  ["setInterval", "leave waiting to lib/client or lib/backend"],
]);

const importDirection: Rule = {
  create(context) {
    const path = projectPath(context.filename);
    const look = (source: Deno.lint.Node | null, typeOnly: boolean) => {
      const specifier = textOf(source);
      if (source === null || specifier === null) return;
      const message = importFault(path, { specifier, typeOnly });
      if (message !== null) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: (node) => look(node.source, isTypeOnly(node)),
      ExportNamedDeclaration: (node) => look(node.source, node.exportKind === "type"),
      ExportAllDeclaration: (node) => look(node.source, node.exportKind === "type"),
      ImportExpression: (node) => look(node.source, false),
    };
  },
};

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

const noClockInDomain: Rule = {
  create(context) {
    if (!projectPath(context.filename).startsWith("lib/domain/")) return {};
    if (projectPath(context.filename).endsWith("/zoned_days.ts")) {
      return outside(context, ["Temporal.Now"]);
    }
    return outside(context, [...OUTSIDE.keys()]);
  },
};

const keysOnly: Rule = {
  create(context) {
    const path = projectPath(context.filename);
    if (!/^(lib\/(backend|pages|web)|routes)\//.test(path) || path === "lib/backend/kv/keys.ts") {
      return {};
    }
    const message =
      "KV keys are written in one file: write keys.x(…), from lib/backend/kv/keys.ts.";
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
    if (!/^(components|islands|routes|lib\/(browser|pages|web))\//.test(path)) return {};
    const message =
      "URLs are built in one file: write links.x(…), from lib/links/links.ts (files of static/: asset(…)).";
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
    "import-direction": importDirection,
    "sorted-imports": sortedImports,
    "no-clock-in-domain": noClockInDomain,
    "keys-only": keysOnly,
    "links-only": linksOnly,
    "light-start": lightStart,
  },
};

export default plugin;

function outside(context: Deno.lint.RuleContext, names: readonly string[]): Visitor {
  const watched = new Set(names);
  const report = (node: Deno.lint.Node, name: string) => {
    if (!watched.has(name)) return;
    const instead = OUTSIDE.get(name) ?? "take it as an argument";
    context.report({ node, message: `lib/domain is pure, it has no ${name}: ${instead}.` });
  };
  return {
    MemberExpression(node) {
      const object = nameOf(node.object);
      if (object === null) return;
      report(node, `${object}.${nameOf(node.property)}`);
      report(node, object);
    },
    CallExpression: (node) => report(node, nameOf(node.callee) ?? ""),
    NewExpression(node) {
      if (nameOf(node.callee) !== "Date" || node.arguments.length > 0) return;
      context.report({
        node,
        message: "lib/domain is pure, it has no clock: take `now` as an argument.",
      });
    },
  };
}

function projectPath(filename: string): string {
  const path = filename.replaceAll("\\", "/");
  return path.startsWith(ROOT) ? path.slice(ROOT.length) : path;
}

function isTypeOnly(node: Deno.lint.ImportDeclaration): boolean {
  if (node.importKind === "type") return true;
  return node.specifiers.length > 0 &&
    node.specifiers.every((part) => part.type === "ImportSpecifier" && part.importKind === "type");
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
