import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundle } from "../../scripts/bundle/config.mjs";
import { temporaryFolder } from "../support/repository.ts";

/** A run that takes longer than this hangs, in milliseconds. */
export const HANGS_AFTER = 20_000;

/**
 * The command as `npm run build` makes it, from the sources as they lie now, in a folder of its own: what must not share this
 * process (a read that blocks, a signal, another user, another time zone) is tried on it. Gives the path of its cli.cjs.
 */
export async function builtCli(): Promise<string> {
  const folder = temporaryFolder();
  const { files } = await bundle("command");
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  chmodSync(folder, 0o755); // another user runs it, too
  return join(folder, "cli.cjs");
}

export interface Spawned {
  /** null: it was killed because it hung. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface Circumstances {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Words in front of node: another user, another umask. */
  readonly before?: readonly string[];
  readonly uid?: number;
  /** Options of node itself. */
  readonly nodeOptions?: readonly string[];
  readonly hangsAfter?: number;
}

/** One command line of the built command, from start to end. */
export function runBuilt(cliPath: string, argv: readonly string[], given: Circumstances): Spawned {
  const { cwd, env = {}, before = [], uid, nodeOptions = [], hangsAfter = HANGS_AFTER } = given;
  const [program = "", ...words] = [...before, process.execPath, ...nodeOptions, cliPath, ...argv];
  const found: SpawnSyncReturns<Buffer> = spawnSync(program, words, {
    cwd,
    env: { ...process.env, ...env },
    timeout: hangsAfter,
    killSignal: "SIGKILL",
    maxBuffer: 64 * 1024 * 1024,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  return { code: found.status, out: found.stdout?.toString("utf8") ?? "", err: found.stderr?.toString("utf8") ?? "" };
}
