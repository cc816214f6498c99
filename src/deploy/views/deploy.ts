import { append, plural } from "../../kernel/index.ts";
import { serialText } from "../bundle/names.ts";
import type { Deployed } from "../swap/run/deploy.ts";
import { acceptedText, leftTexts, quotedOrAbsent, restoredTexts } from "../swap/inspect/difference.ts";
import type { DeployStop } from "../swap/protocol/outcome.ts";
import { isChanged } from "../swap/protocol/plan.ts";
import type { ProvenBundle } from "../swap/protocol/bundle.ts";
import type { DeployState, Receipt } from "../swap/protocol/receipt.ts";
import type { RolledBack } from "../swap/run/rollback.ts";
import { bundleText } from "../swap/records/standing.ts";
import { isRecordingName } from "../../compiler/index.ts";
import { type Look, NL } from "../../report/index.ts";

/** Returns the facts of a bundle that JSON documents of the deploy commands contain. */
export const contentOf = ({ manifest: { kind, environment, connector, serial, source }, key }: ProvenBundle) => ({
  kind,
  environment,
  connector,
  serial,
  commit: source.commit,
  changed: source.changed,
  key: key?.sha256 ?? null,
});

/** Returns one line about a bundle: its name, content, source commit, whether it was built with uncommitted changes, and its signature. */
export function contentLine(
  name: string,
  { kind, environment, connector, serial, commit, changed, key }: ReturnType<typeof contentOf>,
): string {
  const what = kind === "swap" ? `connector ${connector}` : "settings only";
  const from = commit ? `commit ${commit.slice(0, 12)}${changed ? " with uncommitted changes" : ""}` : "no commit";
  const signature = key ? `signed (key ${key.slice(0, 16)}...)` : "signature not checked: no key was given";
  return `${name}: ${environment}, ${what}, ${serialText(serial)}, ${from}, ${signature}${NL}`;
}

/** Returns one line about the bundle to install. */
export const bundleLine = (bundle: ProvenBundle): string => contentLine(bundle.name, contentOf(bundle));

function toolLine({ found, expected, proven, java }: Receipt["tool"]): string {
  const row = proven ? `tool row ${found ?? ""} proven` : `tool row not proven (${expected} is expected)`;
  return `${row}${java ? `, its Java is ${java}` : ""}`;
}

/** Returns the line that says when the written values take effect: a running modeling tool has already read the old ones. */
export function effectLine(
  at: string,
  processes: readonly { readonly pid: number; readonly name: string; readonly started: string | null }[],
): string {
  const [first] = processes;
  if (!first) return "in effect at the next start of the tool";
  const clock = (time: string) => time.slice(11, 16);
  const started = first.started ? `, tool started ${clock(first.started)}` : ", the tool is running";
  return `written ${clock(at)}${started} (process ${first.pid}): not in effect until it is restarted`;
}

function changesOf({ manifest }: ProvenBundle, { plan, receipt }: Deployed): string[] {
  if (!plan || !receipt) return [];
  const lines: string[] = [];
  if (plan.tree)
    lines.push(
      `plug-in folder ${plan.tree.before ? "replaced" : "created"}: ${plural(plan.tree.after?.files ?? 0, "file")}${plan.tree.before ? "" : ", the first install"}`,
    );
  for (const file of plan.files) {
    const changed = file.values.filter(isChanged).length;
    const how =
      file.before === null ? "written" : file.as === "pairs" ? `${plural(changed, "value")} changed by logical line` : "replaced";
    lines.push(`${file.path}: ${how}`);
  }
  for (const stray of plan.strays) lines.push(`${stray.path}: stale copy, now in .swap/${stray.to}`);
  if (receipt.kept.length > 0) lines.push(`kept from this machine: ${receipt.kept.join(", ")}`);
  append(
    lines,
    receipt.drift.map((row) => acceptedText(manifest, row)),
  );
  for (const { file, key, expected, found } of receipt.replaced)
    lines.push(`${file}: ${key} was ${quotedOrAbsent(found)}, is ${quotedOrAbsent(expected)}`);
  return lines;
}

/** The warning about a workstation whose addresses are those of a recording's relays. */
export const LEADS_TO_RECORDING =
  "this workstation connects to a recording, and cannot connect once that ends: `tierwright record stop` names the bundle with the addresses of the recorded environment";

/** Returns the text that a successful `deploy` prints. */
export function deployedText(bundle: ProvenBundle, deployed: Deployed): string {
  const { kind, targets, receipt, found } = deployed;
  const lines = [`installation ${targets.install}${found ? `, ${toolLine(found.tool)}` : ""}`];
  if (found?.doubt) lines.push(found.doubt);
  if (kind === "already") lines.push("already there: every file and value matches this bundle; nothing was written");
  if (kind === "what-if") lines.push("can be installed; nothing was written");
  append(lines, changesOf(bundle, deployed));
  append(
    lines,
    deployed.notes.filter((note) => !note.startsWith("tool row not proven")), // toolLine already reports whether the tool row is proven
  );
  if (kind === "installed" && receipt) {
    lines.push(effectLine(receipt.at, found?.processes ?? []));
    lines.push(`done: receipt ${String(receipt.sequence).padStart(6, "0")}-${receipt.run}.json in ${targets.swap}`);
  }
  if (kind !== "what-if" && isRecordingName(bundle.manifest.environment)) lines.push(LEADS_TO_RECORDING);
  return bundleLine(bundle) + lines.map((line) => `  ${line}${NL}`).join("");
}

export function rolledBackText({ receipt, undone, install, notes }: RolledBack): string {
  const lines = [
    undone ? `undone: ${undone.kind} of ${undone.bundle?.name ?? "an earlier run"} (${undone.at})` : "undone: an interrupted run",
    `back to ${bundleText(receipt?.bundle)}`,
    ...(undone ? restoredTexts(undone, receipt?.bundle ?? null, "are") : []),
    ...notes,
    ...(receipt ? [`done: receipt ${String(receipt.sequence).padStart(6, "0")}-${receipt.run}.json`] : []),
  ];
  return `${install}${NL}${lines.map((line) => `  ${line}${NL}`).join("")}`;
}

/**
 * Returns the text about an installation that matches its newest receipt; "" with --quiet, or if there are differences, which `stopText`
 * reports.
 */
export function verifiedText(
  {
    install,
    receipt,
    bundle,
    differences,
    left,
  }: {
    readonly install: string;
    readonly receipt: string;
    readonly differences: readonly object[];
    readonly left: DeployState["left"] & {};
  } & Pick<Receipt, "bundle">,
  { quiet }: Look,
): string {
  if (quiet || differences.length > 0) return "";
  const notes = leftTexts(left).map((line) => `  ${line}${NL}`);
  return `${install}: ${bundleText(bundle)}: every file and value matches receipt ${receipt}${NL}${notes.join("")}`;
}

const HEADS: Readonly<Record<number, string>> = {
  10: "refused",
  1618: "in use, try again",
  11: "rolled back",
  12: "needs attention",
};

/** Returns the text about a stopped deploy command: the exit code, the problem, its details and the help. */
export function stopText(stop: DeployStop): string {
  const details = stop.details.map((line) => `  - ${line}${NL}`).join("");
  return `tierwright: ${HEADS[stop.code] ?? ""} (${stop.code}): ${stop.message}${NL}${details}${stop.help ? `  ${stop.help}${NL}` : ""}`;
}
