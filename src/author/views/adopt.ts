import { type Finding, plural, printedCommand, shellCommand } from "../../kernel/index.ts";
import type { AdoptedEnvironment } from "../adopt/adopt.ts";
import type { Outlier } from "../adopt/outliers.ts";
import {
  type Look,
  NL,
  type RenderContext,
  type Style,
  findingJson,
  inColumn,
  list,
  resultWithFindings,
  styleFor,
} from "../../report/index.ts";

const MOST = 12;

/** Returns the first twelve texts of a list, and how many more it has. */
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

/** Returns in words how many keys each environment.yaml field or layer (kit, defaults) gives a value. */
function placedText({ placed }: EnvironmentDocument["keys"]): string {
  const counts = new Map<string, number>();
  for (const { by } of placed) counts.set(by, (counts.get(by) ?? 0) + 1);
  return [...counts].map(([by, count]) => `${by} ${plural(count, "key")}`).join(", ");
}

/** Returns the lines of one environment; `errors` is the number of errors among its findings. */
function environmentLines(environment: EnvironmentDocument, errors: number, style: Style, quiet: boolean): readonly string[] {
  const { name, files, workstations, tier, connector, tool, keys, outliers, reference, sharedWith, standing, written } =
    environment;
  const became = standing
    ? "already exists and is unchanged"
    : !written
      ? "was not written"
      : errors > 0
        ? `was written with ${plural(errors, "error")}`
        : "adopted";
  const head = `${errors === 0 && (written || standing) ? style.good("✓") : style.error("✗")} ${style.bold(name)} ${became}: ${plural(workstations.length, "workstation")}, release ${connector}, ${tool}`;
  if (quiet) return [head];
  const named = (entries: readonly { readonly file: string; readonly key: string }[]) =>
    some(entries.map(({ file, key }) => `${file} ${key}`));
  const from = workstations.length > 1 && written ? `; installed/ is from ${inColumn(reference)}` : "";
  const rows: readonly (readonly [string, string] | false)[] = [
    ["tier", inColumn(tier)],
    ["from", `${some(workstations)}${from}`],
    written && ["files", files.join(", ")],
    written && ["fields", placedText(keys)],
    keys.set.length > 0 && ["set", named(keys.set)],
    ...keys.secret.map(
      ({ file, key, env }) =>
        ["secret", `${file} ${inColumn(key)} is now { env: ${env} }: set ${env} where you compile with --with-secrets`] as const,
    ),
    sharedWith.length > 0 && [
      "same tier",
      `as ${some(sharedWith)}: declared in tier.sharedWith, otherwise check would report a copied tier`,
    ],
    keys.kitOnly.length > 0 && ["kit only", named(keys.kitOnly)],
    outliers.length > 0 && ["differ", plural(outliers.length, "key")],
  ];
  return [
    head,
    ...list(
      rows.filter((row) => row !== false),
      13,
    ),
    ...outliers.slice(0, MOST).flatMap(outlierLines),
    ...(outliers.length > MOST ? [`    and ${outliers.length - MOST} more; --format json has all`] : []),
  ];
}

/** Returns the lines that name the next command, or say that nothing was written; `faulty`: an environment was written with an error. */
function nextLine(environments: readonly EnvironmentDocument[], faulty: boolean): readonly string[] {
  if (environments.length === 0) return ["nothing was written: see the findings below"];
  const written = environments.filter((environment) => environment.written).map(({ name }) => name);
  const compile = shellCommand`tierwright compile ${written.length > MOST ? [] : written}`;
  const next = environments.every(({ standing }) => standing)
    ? "all of them already exist: remove a folder to adopt it again"
    : written.length === 0
      ? "nothing was written: see the findings below"
      : `${faulty ? "correct the findings below, then " : ""}tierwright check, then ${printedCommand(compile)}`;
  return list([["next", next]], 13);
}

/** Returns an environment as `--format json` writes it; the text output is made from it. */
function environmentDocument({ files, placed, set, secret, kitOnly, ...environment }: AdoptedEnvironment) {
  const { name, workstations, outliers, standing, signIn, release, tool, reference, sharedWith } = environment;
  return {
    name,
    workstations,
    files: [...files.keys()],
    keys: { placed, set, secret, kitOnly },
    outliers,
    written: files.size > 0,
    standing,
    tier: signIn,
    connector: release,
    tool,
    reference,
    sharedWith,
  };
}

type EnvironmentDocument = ReturnType<typeof environmentDocument>;

/** The fields of the JSON document of `adopt` that its text form shows. */
interface AdoptDocument {
  readonly environments: readonly EnvironmentDocument[];
  readonly findings: readonly ReturnType<typeof findingJson>[];
}

/** Returns each environment as text, and the next command; with --quiet one line for each. */
function adoptedText({ environments, findings }: AdoptDocument, { color, quiet }: Look): string {
  const style = styleFor(color);
  const errors = findings.filter(({ severity }) => severity === "error").flatMap((finding) => finding.environments);
  const counted = environments.map(
    (environment) => [environment, errors.filter((one) => one === environment.name).length] as const,
  );
  const lines = counted.flatMap(([environment, count]) => [
    ...environmentLines(environment, count, style, quiet),
    ...(quiet ? [] : [""]),
  ]);
  const faulty = counted.some(([{ written }, count]) => written && count > 0);
  return [...lines, ...(quiet ? [] : [...nextLine(environments, faulty), ""])].map((line) => line + NL).join("");
}

/** Returns the result of `adopt` in the output form that --format names. */
export function renderAdopted(
  adopted: readonly AdoptedEnvironment[],
  findings: readonly Finding[],
  context: RenderContext,
): string {
  const environments = adopted.map(environmentDocument);
  const input = { findings, suppressed: 0, environments: environments.length, verdicts: [], tiers: [] };
  const document = { schema: "tierwright/adopt/v1", environments, findings: findings.map(findingJson) };
  return resultWithFindings(context, document, adoptedText, input);
}
