import { type Refusal, wrongUse } from "../../../kernel/index.ts";
import { BETWEEN, type ExitCode, type Invocation, NL, printResult } from "../../../report/index.ts";
import { type RecordingDocument, backgroundText } from "../../views/recording.ts";
import { compiledOf, environmentOf } from "./prepared.ts";
import { DETACHED_VARIABLE } from "./running.ts";

/** Options that the detached process does not get from the user: --detach, and those that `wordsOf` sets, such as --format json. */
const OWN = new Set(["detach", "format", "color", "quiet", "directory", "today"]);

/** Returns the arguments with which the detached process runs `record start` and prints JSON. */
function wordsOf({ args, options, directory, today }: Invocation): readonly string[] {
  const switches = new Set(["allow-remote"]);
  const given = [...options].flatMap(([name, value]) => {
    if (OWN.has(name)) return [];
    return switches.has(name) ? [`--${name}`] : value.split(BETWEEN).flatMap((one) => [`--${name}`, one]);
  });
  return ["-C", directory, "record", "start", ...args, ...given, "--today", today, "--format", "json", "--color", "never"];
}

const failed = (code: number | null, help: string | null): Refusal =>
  wrongUse(
    `the recording did not start: its process ended${code === null ? "" : ` with exit code ${code}`} before it was ready`,
    help,
  );

/** Returns an output text of the detached process with the line ends of this system. */
const linesOf = (text: string): string => text.replaceAll("\n", NL);

/** Prints the findings that block the environment, in the user's format; `out`, the detached process' JSON, if none do. */
async function tellFindings(invocation: Invocation, out: string): Promise<void> {
  const fine = invocation.args.length === 0 || (await compiledOf(invocation, environmentOf(invocation))) !== null;
  if (fine) invocation.host.stdout.write(out);
}

/** Runs `record start ... --detach`: starts a background process that records, and returns once its relays listen. */
export async function startDetached(invocation: Invocation): Promise<ExitCode> {
  const { host, format } = invocation;
  const world = await host.recording();
  const { code, out, err } = await world.detached("tierwright/recording/v1", wordsOf(invocation), { [DETACHED_VARIABLE]: "1" });
  if (code === null) {
    const document = JSON.parse(out) as RecordingDocument;
    host.stderr.write(linesOf(err));
    printResult(invocation, document, backgroundText);
    return 0;
  }
  if (code === 1) await tellFindings(invocation, out);
  else if (format === "json" && out !== "") host.stdout.write(out);
  if (code !== 1) host.stderr.write(linesOf(err));
  if (err === "" && out === "") throw failed(code, null);
  return code === 1 || code === 3 ? code : 2;
}
