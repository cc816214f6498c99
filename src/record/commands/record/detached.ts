import { type Refusal, wrongUse } from "../../../kernel/index.ts";
import { BETWEEN, type ExitCode, type Invocation, NL, columnsOf, jsonDocument } from "../../../report/index.ts";
import { readyText } from "../../views/recording-environment.ts";
import { compiledOf, environmentOf } from "./prepared.ts";
import { DETACHED } from "./running.ts";

/** What the program that goes on is not told: it prints one document for the one that started it. */
const OWN = new Set(["detach", "format", "color", "quiet", "directory", "today"]);

/** The same command line without --detach. */
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
    `the recording did not begin: its program ended${code === null ? "" : ` with exit code ${code}`} before it was ready`,
    help,
  );

/** What the other process wrote for people, line for line; its line ends are ours. */
const linesOf = (text: string): string => text.replaceAll("\n", NL);

/** Why a check or a gate is against it, in the form that was asked for. */
async function tellFindings(invocation: Invocation, out: string): Promise<void> {
  const fine = invocation.args.length === 0 || (await compiledOf(invocation, environmentOf(invocation))) !== null;
  if (fine) invocation.host.stdout.write(out);
}

/** `record start ... --detach`: another process of this program records, and this one ends when that one is ready. */
export async function startDetached(invocation: Invocation): Promise<ExitCode> {
  const { host, format } = invocation;
  const world = await host.recording();
  const { code, out, err } = await world.detached("tierwright/recording/v1", wordsOf(invocation), { [DETACHED]: "1" });
  if (code === null) {
    const document = JSON.parse(out) as object;
    const look = { color: host.stdout.color, width: columnsOf(host.stdout.width) };
    host.stderr.write(linesOf(err));
    host.stdout.write(format === "json" ? jsonDocument(document) : readyText(document, look));
    return 0;
  }
  if (code === 1) await tellFindings(invocation, out);
  else if (format === "json" && out !== "") host.stdout.write(out);
  if (code !== 1) host.stderr.write(linesOf(err));
  if (err === "" && out === "") throw failed(code, null);
  return code === 1 || code === 3 ? code : 2;
}
