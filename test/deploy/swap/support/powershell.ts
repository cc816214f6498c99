import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface, type Interface } from "node:readline";
import { fileURLToPath } from "node:url";
import { findShell, scriptPath } from "../../../powershell/shell.ts";
import { atFileEnd } from "../../../support/file-end.ts";
import type { Event, Fault } from "./fault.ts";
import type { Options, Outcome, Runner } from "./runner.ts";

/** Rows for one of the tables that deploy.ps1 walks, made of its own rows. */
export interface ScriptTable {
  /** Of the variable in the script. */
  readonly name: string;
  readonly rows: readonly { readonly id: string; readonly onFailure: string | null }[];
}

interface Answer {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly events: readonly (readonly [Event["kind"], string, string])[];
}

/** A PowerShell process that runs deploy.ps1 for each job; one for each test file. */
class Shell {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;
  #complaints = "";
  #ready: Promise<unknown>;

  constructor(program: string, script: string) {
    const harness = fileURLToPath(new URL("harness.ps1", import.meta.url));
    this.#process = spawn(program, ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", harness], {
      env: {
        ...process.env,
        TIERWRIGHT_SCRIPT: script,
        POWERSHELL_TELEMETRY_OPTOUT: "1",
        NO_COLOR: "1",
        DOTNET_TieredPGO: "0", // measuring what is hot takes longer than a test file gains by it
      },
      windowsHide: true,
    });
    this.#process.stderr.on("data", (data: Buffer) => {
      this.#complaints += data.toString("utf8");
    });
    this.#reader = createInterface({ input: this.#process.stdout });
    this.#lines = this.#reader[Symbol.asyncIterator]();
    this.#ready = this.#lines.next();
  }

  async ask(job: unknown): Promise<Answer> {
    await this.#ready;
    this.#process.stdin.write(`${JSON.stringify(job)}\n`);
    const { value, done } = (await this.#lines.next()) as IteratorResult<string, undefined>;
    if (done || !value?.startsWith("{")) throw new Error(`PowerShell gave no answer: ${value ?? ""} ${this.#complaints}`);
    return JSON.parse(value) as Answer;
  }

  end(): void {
    this.#reader.close();
    this.#process.stdin.end();
    this.#process.kill();
  }
}

let shell: Shell | null = null;
let table: ScriptTable | null = null;

/** The shell of this test file, which runs deploy.ps1 as it is. */
function ownShell(program: string): Shell {
  if (shell === null) {
    shell = new Shell(program, scriptPath("deploy.ps1"));
    atFileEnd(() => {
      shell?.end();
      shell = null;
    });
  }
  return shell;
}

async function run(at: Shell, options: object, fault: Fault | undefined): Promise<Outcome> {
  const { events, ...answer } = await at.ask({ options, fault: fault ?? null, table });
  return { ...answer, events: events.map(([kind, name, path]): Event => ({ kind, name, path })) };
}

/** The names of deploy.ps1's parameters. */
function parameters(options: Options): object {
  const {
    root,
    install,
    clientFile,
    key,
    acceptDrift,
    switchEnvironment,
    allowDowngrade,
    whatIf,
    stage,
    receiptCopy,
    secrets,
    list,
  } = options;
  const given = {
    Root: root,
    Install: install,
    ClientFile: clientFile,
    Key: key,
    AcceptDrift: acceptDrift,
    SwitchEnvironment: switchEnvironment,
    AllowDowngrade: allowDowngrade,
    WhatIf: whatIf,
    Stage: stage,
    ReceiptCopy: receiptCopy,
    Secrets: secrets,
    List: list,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const runnerOf = (at: () => Shell): Runner => ({
  name: "deploy.ps1",
  deploy: (bundle, options, fault) => run(at(), { Bundle: bundle, ...parameters(options) }, fault),
  rollback: (options, fault) => run(at(), { Rollback: true, ...parameters(options) }, fault),
  verify: (options, fault) => run(at(), { Verify: true, ...parameters(options) }, fault),
});

/** deploy.ps1 on the machine's PowerShell; null where there is none. */
export function powerShell(): Runner | null {
  const program = findShell();
  if (program === null) return null;
  return runnerOf(() => ownShell(program));
}

/** deploy.ps1 goes by another table while `use` runs; the process is the one that plays the right table, too. */
export async function underTable<T>(other: ScriptTable, use: () => Promise<T>): Promise<T> {
  table = other;
  try {
    return await use();
  } finally {
    table = null;
  }
}
