import { othersClients } from "../../idp/desired.ts";
import { planRealm } from "../../idp/plan.ts";
import { writeNamedFile } from "../../../platform/index.ts";
import { planMarkdown } from "../../views/idp-plan-markdown.ts";
import { type RealmPlanReport, realmPlanText } from "../../views/idp-plan.ts";
import { type Command, type ExitCode, type Invocation, columnsOf, jsonDocument } from "../../../report/index.ts";
import { render } from "../../../compiler/index.ts";
import { openSignIn } from "../sso/sign-in.ts";
import { openRealm, runRequests } from "./live-realm.ts";
import { REALM_OPTIONS } from "./realm-options.ts";
import { faultsOf, wantedOf } from "./wanted.ts";

export const command: Command = {
  name: "idp plan",
  summary: "what must change in the live realm to match sso.yaml: field by field, secrets without their values",
  group: "Single sign-on",
  short: "compares the live realm with sso.yaml",
  arguments: [{ name: "ENV", summary: "an environment whose sso.yaml names idp.base and idp.realm" }],
  options: [
    { name: "out", value: "FILE", summary: "save the plan for `idp apply`" },
    { name: "detailed-exitcode", summary: "exit code 10 if something must change" },
    ...REALM_OPTIONS,
  ],
  formats: ["text", "json", "markdown"],
  examples: [
    {
      command: "idp plan production --profile idp --out realm.plan.json",
      does: "compares the realm with sso.yaml and saves the plan; nothing is changed",
    },
  ],
  run: runIdpPlan,
};

function told(report: RealmPlanReport, { format, host: { stdout } }: Invocation): string {
  if (format === "json") return jsonDocument(report.planned.plan);
  const { color, width } = stdout;
  return format === "markdown" ? planMarkdown(report) : realmPlanText(report, { color, width: columnsOf(width) });
}

/**
 * Implements `idp plan ENV`: reads the realm and changes nothing in it. Exit codes: 1 if sso.yaml has errors or the realm's answers cannot
 * be used; 3 if the identity provider does not answer; 10 with --detailed-exitcode if something must change.
 */
async function runIdpPlan(invocation: Invocation): Promise<ExitCode> {
  const { host, options } = invocation;
  const { environment, facts } = openSignIn(invocation, "no realm", "`tierwright help sso.md` shows one");
  const admin = await openRealm(invocation, environment, facts);
  const faults = await faultsOf(invocation, environment);
  if (faults) {
    host.stdout.write(render(faults, invocation, null));
    return 1;
  }
  const wanted = await wantedOf(environment, facts, invocation);
  const planned = await runRequests(() => planRealm(admin, environment, wanted));
  const file = options.get("out") ?? null;
  if (file !== null) writeNamedFile(host.cwd, file, Buffer.from(jsonDocument(planned.plan)));
  host.stdout.write(
    told(
      {
        planned,
        base: admin.session.base,
        file,
        expected: facts.realmUrl?.value ?? null,
        owned: othersClients(facts, environment),
      },
      invocation,
    ),
  );
  return options.has("detailed-exitcode") && planned.plan.changes.length > 0 ? 10 : 0;
}
