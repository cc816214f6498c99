import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Event, Fault } from "./fault.ts";
import { type Options, type Outcome, type Runner, words } from "./runner.ts";
import { scratch } from "./scratch.ts";

/** The script that counts calls of the system and ends a program before one of them. */
export const PRELOAD = fileURLToPath(new URL("killed-at.cjs", import.meta.url));

const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString("utf8");

/**
 * How the packed files begin (nodejs/node, src/node_sea.cc): Node's mark, flags, whether NODE_OPTIONS is obeyed (0 no, 1 yes), the name of the
 * first script after its length.
 */
const [MARK, OBEYS, NAME] = [Buffer.from("20da4301", "hex"), 8, 17];

/** Returns a copy of a released executable that obeys NODE_OPTIONS, from which it differs in one byte. Throws an Error if no byte says that it ignores it. */
export function obeying(released: Buffer): Buffer {
  const copy = Buffer.from(released);
  let at = copy.indexOf(MARK);
  while (at !== -1 && copy.toString("latin1", at + NAME, at + NAME + 10) !== "loader.cjs") at = copy.indexOf(MARK, at + 1);
  if (copy[at + OBEYS] !== 0 || at === -1) throw new Error("nothing in the executable says that NODE_OPTIONS is ignored");
  copy[at + OBEYS] = 1;
  return copy;
}

/** Makes that copy of a file, which lasts as long as this process. */
function copyOf(file: string): string {
  const copy = join(mkdtempSync(join(tmpdir(), "tierwright-obeying-")), "tierwright");
  writeFileSync(copy, obeying(readFileSync(file)), { mode: 0o755 });
  process.once("exit", () => rmSync(dirname(copy), { recursive: true, force: true }));
  return copy;
}

/** Returns an event for each call that the text of a number counts. */
export const callsOf = (text: string): readonly Event[] =>
  Array.from({ length: Number(text) }, (_, i): Event => ({ kind: "operation", name: "write", path: `call ${i + 1}` }));

/** Runs nothing that was built for tests: what meets a fault is the file's calls of the system, counted before its own code runs. */
async function run(file: string, argv: readonly string[], fault: Fault | undefined): Promise<Outcome> {
  if (fault && (fault.what !== "operation" || fault.how !== "kill"))
    throw new Error("an executable can only be killed at a call");
  const counted = join(scratch(), "calls");
  rmSync(counted, { force: true });
  const env = {
    ...process.env,
    NODE_OPTIONS: `--require=${PRELOAD}`,
    TIERWRIGHT_TEST_CALLS: counted,
    TIERWRIGHT_TEST_KILL: fault ? String(fault.at) : "",
    NO_COLOR: "1",
  };
  const child = spawn(file, argv, { env, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.once("error", reject).once("close", (code, signal) => resolve({ code, signal }));
  });
  return {
    code: code === 82 ? 1618 : code,
    out: text(out),
    err: text(err),
    events: signal === null ? callsOf(readFileSync(counted, "utf8")) : [],
  };
}

/** The executable of a file, as a process for each run; null if there is no file. Each event is one call that changes the disk. */
export function executableAt(released: string | undefined): Runner | null {
  if (released === undefined || !existsSync(released)) return null;
  let made = "";
  // the folder of temporary files can be emptied between two files of tests
  const file = (): string => {
    if (!existsSync(made)) made = copyOf(released);
    return made;
  };
  return {
    name: "executable",
    deploy: (bundle: string, options: Options, fault?: Fault) => run(file(), ["deploy", bundle, ...words(options)], fault),
    rollback: ({ root, install, receiptCopy, whatIf, list }: Options, fault?: Fault) => {
      const given = Object.entries({ install, receiptCopy, whatIf, list }).filter(([, value]) => value !== undefined);
      return run(file(), ["rollback", ...words({ root, ...Object.fromEntries(given) })], fault);
    },
    verify: (options: Options, fault?: Fault) => run(file(), ["deploy", "--verify", ...words(options)], fault),
  };
}
