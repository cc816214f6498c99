import {
  type Finding,
  type RuleProblem,
  type SecretValue,
  append,
  commandInSentence,
  compareFindings,
  groupOf,
  placeOf,
  shellCommand,
} from "../../../kernel/index.ts";
import {
  type Command,
  type ExitCode,
  FINDING_FORMS,
  type Invocation,
  NL,
  type Report,
  contextOf,
  exitCodeOf,
  findingJson,
  printResult,
  renderFindings,
} from "../../../report/index.ts";
import { type SecretRow, secretsText } from "../../views/secrets.ts";
import { loadEnvironment } from "../../load/environment.ts";
import { loadShared } from "../../load/shared.ts";
import { unreadReason } from "../../load/unread-reason.ts";
import { withoutConsequences } from "../../run/consequences.ts";
import { foldFindings } from "../../run/folds.ts";
import { groupFindings } from "../../run/group.ts";
import { readFindings } from "../../run/rules.ts";
import { notSetFinding } from "../../run/not-compiled.ts";
import { sharedSecretFindings } from "../../run/shared-secrets.ts";
import { decideSignIn } from "../../sso/decide.ts";
import { describeSource, isVariableName, lookUpSecret } from "../../../platform/index.ts";
import { mergeLayers } from "../../load/layers.ts";
import { secretsIn } from "../../load/read-secret.ts";
import type { SecretReference } from "../../model/secret.ts";
import { neighboursOf } from "../neighbours.ts";
import { namesFor, openRepository, selectEnvironments } from "../open-repository.ts";

export const command: Command = {
  name: "secrets check",
  summary: "which secret references are set; never prints a value",
  group: "Set up",
  short: "lists which secret references are set",
  arguments: [{ name: "ENV", summary: "environments to check (default: all)", optional: true, many: true }],
  options: [
    {
      name: "run",
      summary:
        "also run the programs that references name, and compare the passwords that installed files share (passwordUtility.decode)",
    },
  ],
  formats: FINDING_FORMS,
  examples: [
    {
      command: "secrets check production",
      does: "lists every reference as set, or why it is not; exit code 1 if one is missing",
    },
  ],
  run: runSecretsCheck,
};

/**
 * The result for one secret reference, with the secret's value if it was looked up. The row for the output contains no part of the value.
 */
interface LookedUp {
  readonly row: SecretRow;
  readonly value: SecretValue | null;
}

async function lookedUp(environment: string, reference: SecretReference, invocation: Invocation): Promise<LookedUp> {
  const run = invocation.options.has("run");
  const place = placeOf(reference.span);
  const row = {
    environment,
    pointer: reference.pointer,
    source: describeSource(reference.source),
    variable: reference.source.kind === "env" && isVariableName(reference.source.name) ? reference.source.name : null,
    file: place.file,
    line: place.line,
  };
  if (reference.source.kind === "command" && !run)
    return { row: { ...row, state: "not-run", why: "programs run only with --run" }, value: null };
  const answer = await lookUpSecret(reference, invocation.directory, invocation.host, run);
  return "value" in answer
    ? { row: { ...row, state: "set", why: null }, value: answer.value }
    : { row: { ...row, state: "not-set", why: answer.fault }, value: null };
}

/** Returns true for a problem of reading an environment that can hide a secret reference, or that is a secret in plain text. */
const isFault = ({ rule, at }: RuleProblem): boolean => groupOf(rule) === "secret" || (at?.file.endsWith("/sso.yaml") ?? false);

/** The results for all secret references of the selected environments. */
interface Looked {
  readonly rows: readonly SecretRow[];
  readonly findings: readonly Finding[];
  /** Environments that could not be searched completely, each with the reason in words. */
  readonly unread: Report["unread"];
  readonly environments: number;
}

async function look(invocation: Invocation): Promise<Looked> {
  const repository = openRepository(invocation.directory);
  const { files } = repository;
  const names = namesFor(invocation.args, repository);
  const selected = selectEnvironments(invocation.args, names);
  const shared = loadShared(files);
  const neighbours = neighboursOf(files, names);
  const rows: SecretRow[] = [];
  const findings: Finding[] = [];
  const unread: Report["unread"][number][] = [];
  for (const name of selected) {
    const loaded = loadEnvironment(files, name, shared.model, neighbours);
    const { environment, sso, signIn, problems } = loaded;
    const faults = environment ? problems.filter(isFault) : problems;
    // the site's defaults can contain references too
    if (!environment || !shared.model.site) unread.push({ name, why: unreadReason(loaded, shared.model, neighbours) });
    else if (faults.length > 0) unread.push({ name, why: "it cannot be read completely" });
    append(findings, readFindings(faults, name));
    const trees = [...(environment ? [mergeLayers(environment.layers)] : []), ...(sso ? [sso] : [])];
    const values = new Map<string, SecretValue>();
    for (const reference of trees.flatMap(secretsIn)) {
      const { row, value } = await lookedUp(name, reference, invocation);
      rows.push(row);
      if (value) values.set(`${row.file} ${reference.pointer}`, value);
      if (row.state === "not-set") findings.push(notSetFinding(reference, row.why ?? "", name));
    }
    if (!invocation.options.has("run") || !signIn) continue;
    const facts = decideSignIn(signIn.signIn, signIn.installed);
    const valueOf = ({ pointer }: SecretReference) => values.get(`${facts.signIn.path} ${pointer}`) ?? null;
    append(findings, await sharedSecretFindings(facts, name, invocation.host, valueOf));
  }
  const told = foldFindings(withoutConsequences(findings));
  return { rows, findings: groupFindings(told).sort(compareFindings), unread, environments: selected.length };
}

/** Runs `secrets check [ENV...]`: looks up every reference to a secret and prints only whether it is set. */
async function runSecretsCheck(invocation: Invocation): Promise<ExitCode> {
  const { rows, findings, unread, environments } = await look(invocation);
  const { stdout, stderr } = invocation.host;
  const input = { findings, suppressed: 0, environments, unread, verdicts: [], tiers: [] };
  const report = () => renderFindings(input, contextOf(invocation));
  const document = { schema: "tierwright/secrets/v1", secrets: rows, findings: findings.map(findingJson) };
  const { format } = invocation;
  if (format === "json" || format === "text") printResult(invocation, document, secretsText);
  if (format === "text" && findings.length > 0) stdout.write(NL + report());
  if (format !== "json" && format !== "text") stdout.write(report());
  for (const { name, why } of unread)
    stderr.write(
      `tierwright: ${name} was not searched: ${why}${NL}  ${commandInSentence(shellCommand`tierwright check ${name}`)} shows why${NL}`,
    );
  return unread.length > 0 || rows.some((row) => row.state === "not-set") ? 1 : exitCodeOf(findings, invocation);
}
