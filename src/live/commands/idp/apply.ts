import { type Judged, Refusal, wrongUse } from "../../../kernel/index.ts";
import { type Applied, applyChanges, type Step, type Watch } from "../../idp/apply.ts";
import { type IdpPlan, planRealm, readPlan } from "../../idp/plan.ts";
import { whyMoved } from "../../idp/moved.ts";
import { isUnknown, type Wanted } from "../../idp/state.ts";
import { readNamedFile } from "../../../platform/index.ts";
import { type AppliedReport, appliedDocument, appliedText, stepLine, unstoredText } from "../../views/idp-apply.ts";
import { type Command, type ExitCode, type Invocation, NL, printOfRun, resultText } from "../../../report/index.ts";
import { render } from "../../../compiler/index.ts";
import { openSignIn } from "../sso/sign-in.ts";
import { openRealm, runRequests } from "./live-realm.ts";
import { REALM_OPTIONS } from "./realm-options.ts";
import { faultsOf, wantedOf } from "./wanted.ts";

export const command: Command = {
  name: "idp apply",
  summary: "applies a saved plan to the live realm and reads every write back, byte by byte",
  group: "Single sign-on",
  short: "writes a saved plan to the live realm",
  arguments: [{ name: "FILE", summary: "what `idp plan --out` saved" }],
  options: [
    {
      name: "prune",
      summary: "also remove what the plan removes: addresses that sso.yaml does not have, and objects that block a name",
    },
    ...REALM_OPTIONS,
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "idp apply realm.plan.json --profile idp",
      does: "writes what the plan says and nothing else; exit code 1 when something was refused or is not stored as sent",
    },
  ],
  run: runIdpApply,
};

function savedPlan({ host, args: [file = ""] }: Invocation): Judged<IdpPlan> {
  const read = readPlan(readNamedFile(host.cwd, file));
  if ("record" in read) return read.record;
  if (!read.misplaced)
    throw wrongUse(`${file} is no plan of a realm: ${read.problem}`, "`tierwright idp plan ENV --out FILE` saves one");
  throw new Refusal(
    1,
    `${file} ${read.problem}; nothing was written`,
    "change sso.yaml instead, and plan again: what is written has to be what was looked at",
  );
}

/** Throws a Refusal before the first change of the realm if a secret that the plan sends cannot be looked up. */
function refuseUnknown(wanted: readonly Wanted[], { changes }: Judged<IdpPlan>): void {
  for (const { resource, id, field, secret } of changes) {
    const held = wanted.find((one) => one.resource === resource && one.id === id)?.fields.get(field);
    if (secret && held !== undefined && isUnknown(held))
      throw wrongUse(
        `the ${field} of ${resource} ${id} cannot be looked up: ${held.unknown}; nothing was written`,
        "set what the reference in sso.yaml names, or leave the client to the owner of its secret",
      );
  }
}

/**
 * Returns whether the saved plan and the live realm have the same realm name but different issuers: the wrong plan file was given, or
 * sso.yaml has the wrong address.
 */
const isOfAnotherServer = ({ realm, against: { issuer } }: IdpPlan, now: IdpPlan): boolean =>
  realm === now.realm && issuer !== null && now.against.issuer !== null && issuer !== now.against.issuer;

/**
 * Prints the result of applying a plan. If stdout and stderr are both terminals, stored changes are left out, because stderr has already
 * shown them.
 */
function print(report: AppliedReport, invocation: Invocation): void {
  const { stdout, stderr } = invocation.host;
  const isTold = stdout.width !== null && stderr.width !== null;
  printOfRun(invocation, resultText(invocation, appliedDocument(report), isTold ? unstoredText : appliedText));
}

/** The progress of one execution of `idp apply`: prints each written resource, and the final report if a signal interrupts the command. */
class Run implements Watch {
  #now: (() => Applied) | null = null;

  constructor(
    private readonly plan: Judged<IdpPlan>,
    private readonly invocation: Invocation,
  ) {}

  begins(now: () => Applied): void {
    this.#now = now;
  }

  tried(step: Step): void {
    const { stderr } = this.invocation.host;
    stderr.write(stepLine(step, stderr.color));
  }

  /** Prints the report of the changes so far when a signal ends the command. */
  interrupted(): void {
    const { stderr } = this.invocation.host;
    if (this.#now) print({ plan: this.plan, applied: this.#now() }, this.invocation);
    const says = this.#now ? "; nothing that was stored is undone: plan again for what is left" : " before anything was written";
    stderr.write(`tierwright: interrupted${says}${NL}`);
  }
}

/**
 * Implements `idp apply FILE`. Exit codes: 0 every change is stored as sent; 1 the plan was refused, or a change is not stored as sent; 3
 * the identity provider did not answer before the first change; 130 Ctrl-C.
 */
async function runIdpApply(invocation: Invocation): Promise<ExitCode> {
  const plan = savedPlan(invocation);
  const run = new Run(plan, invocation);
  return invocation.host.interruptible(
    () => carryOut(plan, invocation, run),
    (usual) => {
      run.interrupted();
      return usual;
    },
  );
}

async function carryOut(plan: Judged<IdpPlan>, invocation: Invocation, run: Run): Promise<ExitCode> {
  const { host, options } = invocation;
  const named = { ...invocation, args: [plan.environment] };
  const { environment, facts } = openSignIn(named, "no realm", "`tierwright help sso.md` shows one");
  const admin = await openRealm(named, environment, facts);
  const faults = await faultsOf(named, environment);
  if (faults) {
    host.stdout.write(render(faults, named, null));
    return 1;
  }
  const wanted = await wantedOf(environment, facts, named);
  const now = await runRequests(() => planRealm(admin, environment, wanted));
  const moved = whyMoved(plan, now.plan);
  if (moved) throw new Refusal(isOfAnotherServer(plan, now.plan) ? 2 : 1, `${moved.says}; nothing was written`, moved.help);
  refuseUnknown(wanted, plan);
  const applied = await applyChanges(admin, wanted, now.changes, options.has("prune"), run);
  print({ plan, applied }, invocation);
  return applied.done.every(({ outcome }) => outcome === "stored") ? 0 : 1;
}
