import { type Finding, plural, printedCommand, shellCommand } from "../../kernel/index.ts";
import type { AdoptedEnvironment } from "../adopt/adopt.ts";
import type { Outlier } from "../adopt/outliers.ts";
import {
  NL,
  type RenderContext,
  type Style,
  findingJson,
  inColumn,
  jsonDocument,
  renderFindings,
  styleFor,
} from "../../report/index.ts";

const row = (label: string, text: string): string => `  ${label.padEnd(12)} ${text}`;

const MOST = 12;

/** Returns the first items of a list and the number of the others. */
function some(items: readonly string[]): string {
  const shown = items.slice(0, MOST).map(inColumn).join(", ");
  return items.length > MOST ? `${shown} and ${items.length - MOST} more` : shown;
}

function outlierLines({ file, key, secret, values }: Outlier): readonly string[] {
  const head = `    ${file} ${inColumn(key)}`;
  if (secret) return [`${head}: differs (a secret, not shown)`];
  return [
    head,
    ...values.map(
      ({ value, workstations }) => `      ${value === null ? "(no such key)" : `'${inColumn(value)}'`}  ${some(workstations)}`,
    ),
  ];
}

/** Returns how many keys each field or layer gives. */
function placedText({ placed }: AdoptedEnvironment): string {
  const counts = new Map<string, number>();
  for (const { by } of placed) counts.set(by, (counts.get(by) ?? 0) + 1);
  return [...counts].map(([by, count]) => `${by} ${plural(count, "key")}`).join(", ");
}

function environmentLines(environment: AdoptedEnvironment, style: Style, quiet: boolean): readonly string[] {
  const { name, files, workstations, signIn, release, tool, set, secret, kitOnly, outliers, reference, sharedWith } = environment;
  const written = files.size > 0;
  const { standing } = environment;
  const became = standing ? "already exists and is unchanged" : written ? "adopted" : "was not written";
  const head = `${written || standing ? style.good("✓") : style.error("✗")} ${style.bold(name)} ${became}: ${plural(workstations.length, "workstation")}, release ${release}, ${tool}`;
  if (quiet) return [head];
  const keys = (list: readonly { readonly file: string; readonly key: string }[]) =>
    some(list.map(({ file, key }) => `${file} ${key}`));
  return [
    head,
    row("tier", inColumn(signIn)),
    row(
      "from",
      `${some(workstations)}${workstations.length > 1 && written ? `; installed/ is from ${inColumn(reference)}` : ""}`,
    ),
    ...(written ? [row("files", [...files.keys()].join(", "))] : []),
    ...(written ? [row("fields", placedText(environment))] : []),
    ...(set.length > 0 ? [row("set", keys(set))] : []),
    ...secret.map(({ file, key, env }) =>
      row("secret", `${file} ${inColumn(key)} is now { env: ${env} }: set ${env} where you compile with --with-secrets`),
    ),
    ...(sharedWith.length > 0
      ? [row("same tier", `as ${some(sharedWith)}: declared in tier.sharedWith, otherwise check would report a copied tier`)]
      : []),
    ...(kitOnly.length > 0 ? [row("kit only", keys(kitOnly))] : []),
    ...(outliers.length > 0
      ? [row("differ", plural(outliers.length, "key")), ...outliers.slice(0, MOST).flatMap(outlierLines)]
      : []),
    ...(outliers.length > MOST ? [`    and ${outliers.length - MOST} more; --format json has all`] : []),
  ];
}

function nextLine(environments: readonly AdoptedEnvironment[]): readonly string[] {
  const written = environments.filter(({ files }) => files.size > 0).map(({ name }) => name);
  if (environments.length > 0 && environments.every(({ standing }) => standing))
    return [row("next", "all of them already exist: remove a folder to adopt it again")];
  if (written.length === 0) return [row("next", "nothing was written: see the findings below")];
  const compile = shellCommand`tierwright compile ${written.length > MOST ? [] : written}`;
  return [row("next", `tierwright check, then ${printedCommand(compile)}`)];
}

function environmentJson(environment: AdoptedEnvironment): object {
  const { name, workstations, files, placed, set, secret, kitOnly, outliers, signIn, release, tool, reference } = environment;
  return {
    name,
    workstations,
    files: [...files.keys()],
    keys: { placed, set, secret, kitOnly },
    outliers,
    written: files.size > 0,
    standing: environment.standing,
    tier: signIn,
    connector: release,
    tool,
    reference,
    sharedWith: environment.sharedWith,
  };
}

/** Renders the result of `adopt`: as text, as one JSON document, or only the findings in another form. */
export function renderAdopted(
  environments: readonly AdoptedEnvironment[],
  findings: readonly Finding[],
  context: RenderContext,
): string {
  if (context.format === "json")
    return jsonDocument({
      schema: "tierwright/adopt/v1",
      environments: environments.map(environmentJson),
      findings: findings.map(findingJson),
    });
  const style = styleFor(context.host.stdout.color);
  const input = { findings, suppressed: 0, environments: environments.length, verdicts: [], tiers: [] };
  const lines = environments.flatMap((environment) => [
    ...environmentLines(environment, style, context.quiet ?? false),
    ...(context.quiet ? [] : [""]),
  ]);
  const told =
    context.format === "text"
      ? [...lines, ...(context.quiet ? [] : [...nextLine(environments), ""])].map((line) => line + NL).join("")
      : "";
  return told + renderFindings(input, context);
}
