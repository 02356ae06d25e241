const plugin: Deno.lint.Plugin = { name: "rooms", rules: {} };
export default plugin;
