import type { Comments } from "../io/github.ts";
import { GitHubFault } from "../io/github.ts";
import { isRefusal } from "../diagnostic/refusal.ts";
import { type Annotation, annotationsOf, type FoundJson } from "./annotations.ts";
import { markerOf, MOST_CHARACTERS, stick } from "./comment.ts";
import { type Trigger, triggerOf } from "./event.ts";
import { type Inputs, readInputs } from "./inputs.ts";

/** What one run of a command gave. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What the Action may use: GitHub's runner on one side, the commands on the other. */
export interface ActionWorld {
  input(name: string): string;
  env(name: string): string | undefined;
  /** The event's document. */
  event(): unknown;
  /** A command line of tierwright, in the checkout. */
  run(argv: readonly string[]): Promise<Ran>;
  annotate(annotation: Annotation): void;
  info(text: string): void;
  /** Adds to the job's summary. */
  summarize(text: string): Promise<void>;
  output(name: string, value: string): void;
  /** From here on the runner hides the value in every log. */
  mask(value: string): void;
  write(path: string, text: string): void;
  comments(token: string, pullRequest: number): Comments;
  fail(message: string): void;
}

/** A job's summary holds 1 MiB at most, that of earlier steps not counted. */
const MOST_SUMMARY = 1_000_000;
/** Room for the marker and for what stands above the plan. */
const MOST_COMMENT = MOST_CHARACTERS - 2_000;

interface Verdict {
  readonly gate: "pass" | "accepted" | "block";
}

/** The documents of plan, check and compile, as far as they are looked at. */
interface Document {
  readonly schema: string;
  readonly findings?: readonly (FoundJson & { readonly state?: string })[];
  readonly verdicts?: readonly Verdict[];
  readonly environments?: readonly {
    readonly name: string;
    readonly status: string;
    readonly verdict: { readonly after: Verdict | null };
  }[];
  readonly error?: { readonly message: string; readonly help: string | null };
}

const GATES = ["pass", "accepted", "block"] as const;

/** The worst gate of all environments. */
function worstGate({ verdicts, environments }: Document): string {
  const gates = [...(verdicts ?? []), ...(environments ?? []).flatMap(({ verdict }) => verdict.after ?? [])].map(
    ({ gate }) => gate,
  );
  return GATES.findLast((gate) => gates.includes(gate)) ?? "pass";
}

const changedOf = ({ environments }: Document): readonly string[] =>
  (environments ?? []).filter(({ status }) => status !== "unchanged").map(({ name }) => name);

class Action {
  readonly #line: readonly string[];
  readonly #command: string;

  constructor(
    private readonly inputs: Inputs,
    private readonly trigger: Trigger,
    private readonly world: ActionWorld,
  ) {
    const { environments, directory, failOn, gate } = inputs;
    const base = inputs.base ?? trigger.base;
    this.#command = inputs.command ?? (base === null ? "check" : "plan");
    const plan = this.#command === "plan" ? ["--gate", gate, ...(base === null ? [] : ["--base", base])] : [];
    this.#line = [this.#command, ...environments, "-C", directory, "--fail-on", failOn, ...plan];
  }

  /** Every value that a reference names is hidden by the runner before anything is printed. */
  async mask(): Promise<void> {
    const { out } = await this.world.run(["secrets", "check", "-C", this.inputs.directory, "--format", "json"]);
    const rows = (JSON.parse(out) as { secrets?: readonly { variable: string | null }[] }).secrets ?? [];
    for (const name of new Set(rows.flatMap(({ variable }) => variable ?? []))) {
      const value = this.world.env(name);
      if (value !== undefined && value !== "") this.world.mask(value);
    }
  }

  async run(): Promise<void> {
    const { world, inputs, trigger } = this;
    await this.mask();
    if (trigger.fork)
      world.info("this pull request comes from a fork: it is given no secrets, and placeholders stand in their places");
    if (this.#command === "check" && inputs.command === null)
      world.info("there is no commit to compare with: everything is checked, and nothing is compared");
    const { code, out, err } = await world.run([...this.#line, "--format", "json"]);
    const document = JSON.parse(out) as Document;
    if (document.error || !document.findings) {
      const words = document.error ? [document.error.message, document.error.help ?? ""].join("\n").trim() : err.trim();
      world.output("verdict", "error");
      await world.summarize(`## ❌ tierwright ${this.#command}\n\n\`\`\`text\n${words.replaceAll("`", "'")}\n\`\`\`\n`);
      return world.fail(words);
    }
    this.#tell(document.findings, err);
    world.output("verdict", worstGate(document));
    world.output("errors", String(document.findings.filter(({ severity }) => severity === "error").length));
    world.output("changed", JSON.stringify(changedOf(document)));
    const summary = await this.#markdown(MOST_SUMMARY);
    await world.summarize(summary);
    if (inputs.sarifFile !== null) world.write(inputs.sarifFile, (await world.run([...this.#line, "--format", "sarif"])).out);
    if (inputs.comment === "sticky") await this.#comment(summary);
    if (code !== 0) world.fail(`tierwright ${this.#command}: findings count, or a gate is closed; the summary says which`);
  }

  #tell(findings: readonly FoundJson[], err: string): void {
    const { directory } = this.inputs;
    const { shown, leftOut } = annotationsOf(findings, directory === "." ? "" : `${directory.replace(/^\.\/|\/+$/g, "")}/`);
    for (const annotation of shown) this.world.annotate(annotation);
    if (leftOut > 0)
      this.world.info(`${leftOut} more findings have no annotation: GitHub shows ten of a type; the summary has all`);
    if (err.trim() !== "") this.world.info(err.trim());
  }

  async #markdown(most: number): Promise<string> {
    const limit = this.#command === "plan" ? ["--most-bytes", String(most)] : [];
    return (await this.world.run([...this.#line, "--format", "markdown", ...limit])).out;
  }

  async #comment(summary: string): Promise<void> {
    const { world, inputs, trigger } = this;
    if (trigger.pullRequest === null) return world.info("comment: this is not a pull request; the summary has the plan");
    if (trigger.fork) return world.info("comment: the token of a fork's pull request may only read; the summary has the plan");
    if (inputs.token === null) return world.info("comment: there is no token; give the input 'token'");
    const fits = Buffer.byteLength(summary) <= MOST_COMMENT;
    const text = fits ? summary : await this.#markdown(MOST_COMMENT);
    if (text.length > MOST_COMMENT) return world.info("comment: the report is too long for a comment; the summary has it");
    try {
      const did = await stick(
        world.comments(inputs.token, trigger.pullRequest),
        markerOf(inputs.directory, inputs.environments),
        text,
      );
      world.info(`comment: ${did}`);
    } catch (error) {
      if (!(error instanceof GitHubFault)) throw error;
      const help = error.denied ? "; it needs the permission `pull-requests: write`" : "";
      world.annotate({ level: "warning", title: "tierwright", message: `the comment was not written: ${error.message}${help}` });
    }
  }
}

/** One step of a workflow: annotations, summary, outputs, and where it is asked for one comment. A fault is told; it never throws. */
export async function runAction(world: ActionWorld): Promise<void> {
  try {
    const inputs = readInputs(world.input);
    const trigger = triggerOf(world.env("GITHUB_EVENT_NAME") ?? "", world.event());
    await new Action(inputs, trigger, world).run();
  } catch (error) {
    if (isRefusal(error)) return world.fail(error.help ? `${error.message}\n${error.help}` : error.message);
    world.fail(`internal error (${error instanceof Error ? `${error.name}: ${error.message}` : "of unknown kind"})`);
  }
}
