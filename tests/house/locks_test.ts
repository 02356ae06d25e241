import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { dependenciesDocument, licenceOf, lockedPackages } from "@/tools/dependencies.ts";
import { readText } from "@/tools/files.ts";

interface Lock {
  readonly specifiers: Readonly<Record<string, string>>;
  readonly npm: Readonly<Record<string, unknown>>;
}

function lock(path: string): Lock {
  return JSON.parse(readText(path));
}

Deno.test("tests/deno.lock contains all of deno.lock, at the same versions", () => {
  const [program, tests] = [lock("deno.lock"), lock("tests/deno.lock")];
  for (const part of ["specifiers", "npm"] as const) {
    const missing = Object.entries(program[part])
      .filter(([name, value]) => JSON.stringify(tests[part][name]) !== JSON.stringify(value))
      .map(([name]) => name);
    deepStrictEqual(missing, [], part);
  }
});

Deno.test("deno.lock contains nothing that only tests use", () => {
  const named = Object.keys(lock("deno.lock").specifiers);
  const { imports } = JSON.parse(readText("deno.json"));
  const mapped = Object.values<string>(imports).map((specifier) =>
    specifier.replace(/(@[\d.]+)\/.*$/, "$1")
  );
  deepStrictEqual(named.filter((name) => !mapped.includes(name)), []);
});

Deno.test("there is one copy of preact, of its signals and of its renderer", () => {
  for (const path of ["deno.lock", "tests/deno.lock"]) {
    for (const name of ["preact", "@preact/signals", "preact-render-to-string", "zod"]) {
      const copies = Object.keys(lock(path).npm).filter((key) =>
        new RegExp(`^${name}@\\d`).test(key)
      );
      strictEqual(copies.length, 1, `${path}: ${copies.join(", ")}`);
    }
  }
});

Deno.test("versions are exact and the lock is frozen", () => {
  const { imports, lock: setting } = JSON.parse(readText("deno.json"));
  strictEqual(setting.frozen, true);
  for (const [name, specifier] of Object.entries<string>(imports)) {
    if (name === "fresh" || name === "@/") continue;
    ok(
      /^npm:(@[\w-]+\/)?[\w.-]+@\d+\.\d+\.\d+(\/[\w/-]+)?$/.test(specifier),
      `${name}: ${specifier}`,
    );
  }
});

Deno.test("test-only packages are named only in tests/npm", () => {
  const { imports } = JSON.parse(readText("deno.json"));
  for (const name of ["playwright-core", "axe-core", "fast-check", "@influxdata/influxdb-client"]) {
    strictEqual(imports[name], undefined, name);
  }
});

Deno.test("docs/dependencies.md lists every package: `deno task dependencies` writes it", () => {
  strictEqual(readText("docs/dependencies.md"), dependenciesDocument());
});

Deno.test("the licences of the program's packages let it be distributed under MIT", () => {
  const permissive =
    /^(?:MIT|MIT-0|Apache-2\.0|BSD-[23]-Clause|ISC|0BSD|BlueOak-1\.0\.0|Zlib|OFL-1\.1)$/;
  const others = lockedPackages("deno.lock").filter(({ name }) => !name.startsWith("@esbuild/"))
    .map((one) => `${one.name}: ${licenceOf(one)}`)
    .filter((said) =>
      said.replace(/^.*: /, "").replaceAll(/[()]/g, "").split(/ (?:AND|OR) /)
        .some((licence) => !permissive.test(licence))
    );
  deepStrictEqual(others, []);
});
