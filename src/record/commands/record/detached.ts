import { type Refusal, wrongUse } from "../../../kernel/index.ts";
import { BETWEEN, type ExitCode, type Invocation, NL, printResult } from "../../../report/index.ts";
import { type RecordingDocument, backgroundText } from "../../views/recording.ts";
import { compiledOf, environmentOf } from "./prepared.ts";
import { DETACHED_VARIABLE } from "./running.ts";

/** Options that the command decides itself and does not pass on to the detached process, which prints one JSON document for it. */
const OWN = new Set(["detach", "format", "color", "quiet", "directory", "today"]);

/** Returns the arguments of the same command without --detach. */
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

/** Returns the text of the detached process with this system's line ends. */
const linesOf = (text: string): string => text.replaceAll("\n", NL);

/** Prints why a check or a gate blocks the environment, in the requested format. */
async function tellFindings(invocation: Invocation, out: string): Promise<void> {
  const fine = invocation.args.length === 0 || (await compiledOf(invocation, environmentOf(invocation))) !== null;
  if (fine) invocation.host.stdout.write(out);
}

/** Runs `record start ... --detach`: starts another process that records, and returns once that process is ready. */
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
