import { parseArgs } from "node:util";

/**
 * Parses the command line of a script of the repository. An unknown word ends the script with exit code 2, the fault and the usage.
 * @param {import("node:util").ParseArgsConfig} config as node:util's parseArgs takes it
 * @param {string} usage one line: how the script is called
 */
export function commandLine(config, usage) {
  try {
    const found = parseArgs({ ...config, options: { ...config.options, help: { type: "boolean", short: "h" } } });
    if (!found.values.help) return found;
    console.log(`usage: ${usage}`);
    process.exit(0);
  } catch (error) {
    console.error(`${error.message.split(". ")[0]}\nusage: ${usage}`);
    process.exit(2);
  }
}
