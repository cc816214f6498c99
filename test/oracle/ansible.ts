import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { builtCli, runBuilt } from "../cli/built.ts";
import { ROOT } from "../house/project.ts";
import { temporaryFolder } from "../support/repository.ts";

const PLAYBOOKS = join(ROOT, "recipes/ansible");
const TOOL = "C/Program Files/Cameo Systems Modeler 2024x Refresh3";

/** A played playbook: what the recap counts for localhost, and all of the output. */
export interface Played {
  readonly code: number | null;
  readonly changed: number;
  readonly failed: number;
  readonly text: string;
}

/** A committed-looking copy of the sample, a scratch workstation, and the built command as a fleet would have it. */
export class Fleet {
  readonly folder = realpathSync(temporaryFolder());
  readonly root = join(this.folder, "workstation");
  readonly tool = join(this.root, TOOL);
  readonly receipts = join(this.folder, "receipts");
  readonly #open: ChildProcess[] = [];

  private constructor(readonly cli: string) {
    for (const part of ["environments", "releases", "templates"])
      cpSync(join(ROOT, part), join(this.folder, "repository", part), { recursive: true });
    mkdirSync(join(this.tool, "jre/bin"), { recursive: true });
    mkdirSync(join(this.folder, "tmp"));
  }

  static async open(): Promise<Fleet> {
    return new Fleet(await builtCli());
  }

  tierwright(...words: readonly string[]): { code: number | null; out: string; err: string } {
    const found = runBuilt(this.cli, words, { cwd: join(this.folder, "repository"), hangsAfter: 60_000 });
    return found;
  }

  /** Builds a bundle of production; `change` edits the environment first. Gives its path. */
  bundle(serial: number, options: readonly string[] = [], change?: readonly [string, string]): string {
    const yaml = join(this.folder, "repository/environments/production/environment.yaml");
    if (change) writeFileSync(yaml, readFileSync(yaml, "utf8").replace(change[0], change[1]));
    const out = join(this.folder, `bundles-${serial}`);
    const found = this.tierwright("bundle", "production", "--serial", String(serial), "--out", out, "--quiet", ...options);
    if (found.code !== 0) throw new Error(found.out + found.err);
    return join(out, "production-2506.zip");
  }

  play(book: string, values: Readonly<Record<string, unknown>>, ...options: readonly string[]): Played {
    const words = ["-i", join(PLAYBOOKS, "hosts.example"), join(PLAYBOOKS, book), ...options];
    const all = {
      tierwright: [process.execPath, this.cli],
      root: this.root,
      receipts: this.receipts,
      wait: 1,
      tries: 3,
      ...values,
    };
    const found = spawnSync("ansible-playbook", [...words, "-e", JSON.stringify(all)], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C.UTF-8", ANSIBLE_NOCOLOR: "1", TMPDIR: join(this.folder, "tmp"), HOME: this.folder },
      timeout: 120_000,
    });
    const [, changed = "-1", failed = "-1"] = /^localhost +: .*changed=(\d+) .*failed=(\d+)/m.exec(found.stdout ?? "") ?? [];
    return { code: found.status, changed: Number(changed), failed: Number(failed), text: `${found.stdout}${found.stderr}` };
  }

  /** Every file of the workstation by path and hash. */
  state(): Readonly<Record<string, string>> {
    const files = readdirSync(this.root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const rows = files.map((entry) => join(entry.parentPath, entry.name));
    return Object.fromEntries(
      rows.map((path) => [path.slice(this.root.length + 1), createHash("sha256").update(readFileSync(path)).digest("hex")]),
    );
  }

  /** A program of the tool's own folder: what a running tool looks like. Ends by `close`, or once a run has found it open. */
  openTool(until: "closed" | "a run found it open"): void {
    const java = join(this.tool, "jre/bin/javaw");
    copyFileSync(spawnSync("sh", ["-c", "command -v sleep"], { encoding: "utf8" }).stdout.trim(), java);
    chmodSync(java, 0o755);
    const attempt = join(this.tool, ".swap/receipts/attempt.json");
    rmSync(attempt, { force: true });
    const tool = spawn(java, ["600"], { stdio: "ignore" });
    this.#open.push(tool);
    if (until === "closed") return;
    const watch = 'while [ ! -e "$1" ]; do sleep 0.2; done; kill "$2"';
    this.#open.push(spawn("sh", ["-c", watch, "sh", attempt, String(tool.pid)], { stdio: "ignore" }));
  }

  close(): void {
    for (const child of this.#open.splice(0)) child.kill("SIGKILL");
  }
}
