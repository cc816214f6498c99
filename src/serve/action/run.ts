import { isRefusal, wrongUse } from "../../kernel/index.ts";
import { type Comments, GitHubFault } from "../../platform/index.ts";
import { type Annotation, type FurtherForm, inLine, prose } from "../../report/index.ts";
import { type Answer, changedJson, errorsOf, namesOf, tellsAnything, worstGate } from "./answer.ts";
import { markerOf, MOST_CHARACTERS, stick } from "./comment.ts";
import { type ChosenBase, type Commits, chooseBase } from "./base.ts";
import { type Trigger, triggerOf } from "./event.ts";
import { formsFor } from "./forms.ts";
import { type Inputs, readInputs } from "./inputs.ts";
import { masksOf } from "./masks.ts";
import { refuseOutside } from "./paths.ts";

/** Result of one execution of a command by the Action. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The interface of the Action to the outside: GitHub's runner and API, files, git, and the commands of Tierwright. */
export interface ActionWorld {
  input(name: string): string;
  env(name: string): string | undefined;
  /** Returns the names of all environment variables of the workflow step. */
  variables(): readonly string[];
  exists(path: string): boolean;
  /** Returns the JSON document of the event that started the workflow. */
  event(): unknown;
  /**
   * Returns whether a path stays in the checkout with all symbolic links followed. `from` is the folder in it that the path is relative to.
   */
  inside(path: string, from?: string): boolean;
  /** Runs a command line of Tierwright in the checkout, and also renders its findings in every form of `further`. */
  run(argv: readonly string[], further?: readonly FurtherForm[]): Promise<Ran>;
  annotate(annotation: Annotation): void;
  info(text: string): void;
  /** Appends Markdown to the summary of the workflow job. */
  summarize(text: string): Promise<void>;
  output(name: string, value: string): void;
  /** Makes GitHub's runner hide a value in every log from now on. */
  mask(value: string): void;
  write(path: string, text: string): void;
  /** Opens the git history of a folder's checkout while `use` runs. Passes null to `use` if git cannot be used there. */
  commits<T>(directory: string, use: (commits: Commits | null) => Promise<T>): Promise<T>;
  comments(token: string, pullRequest: number): Comments;
  fail(message: string): void;
}

/** The largest size of a job summary in bytes: GitHub does not show one of more than 1 MiB at all. */
const MOST_SUMMARY = 1_000_000;
/** The largest size in bytes of the report in a comment, with room for the marker and the text around it. */
const MOST_COMMENT = MOST_CHARACTERS - 2_000;

/** Returns the text of a refusal for a log or a summary: one line for its message, and one for its help. */
const shown = ({ message, help }: { readonly message: string; readonly help: string | null }): string =>
  [message, ...(help ? [help] : [])].map(inLine).join("\n");

class Action {
  readonly #line: readonly string[];
  readonly #command: string;
  /** The reason why the Action compares with another commit than GitHub's event names; null if it does not. */
  readonly #note: string | null;

  constructor(
    private readonly inputs: Inputs,
    private readonly trigger: Trigger,
    private readonly world: ActionWorld,
    { base, note }: ChosenBase,
  ) {
    const { environments, directory, failOn, gate } = inputs;
    this.#note = note;
    this.#command = inputs.command ?? (base === null ? "check" : "plan");
    const plan = this.#command === "plan" ? ["--gate", gate, ...(base === null ? [] : [`--base=${base}`])] : [];
    // in the form --option=VALUE, a value that begins with '-' is not parsed as an option
    const options = [`--directory=${directory}`, "--fail-on", failOn, ...plan, "--format", "json"];
    this.#line = [this.#command, ...options, "--", ...environments];
  }

  /** Makes GitHub's runner hide the secrets to which the repository's YAML refers, before anything is printed. */
  async #mask(answer: Answer): Promise<void> {
    const { out } = await this.world.run(["secrets", "check", `--directory=${this.inputs.directory}`, "--format", "json"]);
    const rows = (JSON.parse(out) as { secrets?: readonly { variable: string | null }[] }).secrets ?? [];
    const named = rows.flatMap(({ variable }) => variable ?? []);
    for (const value of masksOf(named, this.world, namesOf(answer))) this.world.mask(value);
  }

  async run(): Promise<void> {
    const { world, inputs, trigger } = this;
    const forms = await formsFor({
      summary: MOST_SUMMARY,
      comment: inputs.comment === "sticky" ? MOST_COMMENT : null,
      sarif: inputs.sarifFile !== null,
    });
    const { code, out, err } = await world.run(this.#line, forms.further);
    const answer = JSON.parse(out) as Answer;
    await this.#mask(answer);
    if (trigger.fork)
      world.info("this pull request comes from a fork: it has no access to secrets, and placeholders are used instead");
    if (this.#note !== null) world.annotate({ level: "notice", title: "tierwright", message: inLine(this.#note), place: null });
    else if (this.#command === "check" && inputs.command === null)
      world.info("there is no commit to compare with: everything is checked, nothing is compared");
    if (answer.error || !answer.findings) return this.#noAnswer(answer, err);
    for (const annotation of forms.annotations) world.annotate(annotation);
    if (err.trim() !== "") world.info(err.trim());
    world.output("verdict", worstGate(answer));
    world.output("errors", String(errorsOf(answer)));
    world.output("changed", changedJson(answer));
    const summary = this.#note === null ? forms.summary() : `> ${prose(this.#note)}\n\n${forms.summary()}`;
    await world.summarize(summary);
    if (inputs.sarifFile !== null) world.write(inputs.sarifFile, forms.sarif());
    // the comment on the pull request is the whole job summary if that fits, otherwise the shorter report for comments
    if (inputs.comment === "sticky") {
      const text = Buffer.byteLength(summary) <= MOST_COMMENT ? summary : forms.comment();
      await this.#comment(text, code !== 0 || tellsAnything(answer));
    }
    if (code !== 0) world.fail(`tierwright ${this.#command}: blocking findings or a closed gate: see the summary`);
  }

  async #noAnswer({ error }: Answer, err: string): Promise<void> {
    const { world } = this;
    const words = error ? shown(error) : err.trim();
    world.output("verdict", "error");
    await world.summarize(`## ❌ tierwright ${this.#command}\n\n\`\`\`text\n${words.replaceAll("`", "'")}\n\`\`\`\n`);
    world.fail(words);
  }

  async #comment(text: string, tells: boolean): Promise<void> {
    const { world, inputs, trigger } = this;
    if (trigger.pullRequest === null) return world.info("comment: this is not a pull request; the summary has the plan");
    if (trigger.fork) return world.info("comment: the token of a fork's pull request is read-only; the summary has the plan");
    if (inputs.token === null) return world.info("comment: there is no token; set the input 'token'");
    try {
      const marker = markerOf(inputs.directory, inputs.environments);
      // shows the commit of the report, for a comment that a later workflow run could not update
      const about = trigger.head === null ? "" : `\nThis is about commit ${trigger.head}.\n`;
      world.info(`comment: ${await stick(world.comments(inputs.token, trigger.pullRequest), marker, text + about, tells)}`);
    } catch (error) {
      if (!(error instanceof GitHubFault)) throw error;
      const help = error.denied ? "; it needs the permission `pull-requests: write`" : "";
      const message = `the comment was not written: ${inLine(error.message)}${help}`;
      world.annotate({ level: "warning", title: "tierwright", message, place: null });
    }
  }
}

/**
 * Refuses pull_request_target: its checkout is the default branch, so the Action would check another state than the merged one, and its
 * token can write.
 */
function refuseTarget(name: string): void {
  if (name !== "pull_request_target") return;
  throw wrongUse(
    "pull_request_target checks out the default branch, not the change: a plan of it would pass whatever the change does",
    "use the event pull_request; for a fork it shows annotations and the summary, and needs no right to write",
  );
}

/**
 * Runs the Action in a workflow step: writes annotations, summary, outputs, and on request one comment. Reports every fault and never
 * throws.
 */
export async function runAction(world: ActionWorld): Promise<void> {
  try {
    const name = world.env("GITHUB_EVENT_NAME") ?? "";
    refuseTarget(name);
    const inputs = readInputs(world.input);
    refuseOutside(inputs, world.inside);
    const trigger = triggerOf(name, world.event());
    const base = await chooseBase(inputs, trigger, (use) => world.commits(inputs.directory, use));
    await new Action(inputs, trigger, world, base).run();
  } catch (error) {
    world.output("verdict", "error");
    if (isRefusal(error)) return world.fail(shown(error));
    world.fail(`internal error (${error instanceof Error ? inLine(`${error.name}: ${error.message}`) : "of unknown kind"})`);
  }
}
