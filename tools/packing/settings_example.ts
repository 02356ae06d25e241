import { SETTINGS } from "@/fresh.config.ts";

/** Every setting, each with what it does and what it must be, as a file that systemd and Docker read. */
export function settingsExample(): string {
  const lines = Object.entries(SETTINGS).map(([name, { does, must, fallback }]) =>
    `# ${does}\n# It must be ${must}.\n#${name}=${fallback}\n`
  );
  return [HEAD, ...lines].join("\n");
}

const HEAD =
  `# Settings, one a line: take the "#" away before those to change. Those left out have the value shown.
# It holds secrets: chmod 600.
`;
