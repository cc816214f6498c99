import { append, commandInSentence, path, shellCommand } from "../../../kernel/index.ts";
import { isRecordingName, recordedEnvironment } from "../../../compiler/index.ts";
import type { Difference, DifferenceKind } from "./difference.ts";
import type { Receipt } from "../protocol/receipt.ts";
import type { Where } from "../protocol/targets.ts";
import type { LeftRun } from "../records/unfinished.ts";

/** The folders and the bundle that the user typed, which a recommended command repeats. */
export interface Typed {
  readonly where: Pick<Where, "root" | "install" | "clientFile">;
  /** The path of the bundle as it was typed; null without one. */
  readonly file: string | null;
}

/**
 * Returns the deploy command for a bundle with the folders that the user typed. If the bundle's folder is unknown, the command has FOLDER
 * instead.
 */
function deployWords(name: string, flag: readonly string[], { where: { root, install, clientFile }, file }: Typed): string {
  const isTyped = file !== null && file.replace(/^.*[\\/]/, "") === name;
  return commandInSentence(
    shellCommand`tierwright deploy ${path(isTyped ? file : `FOLDER/${name}`)} ${flag} ${placed("--root", root)} ${placed("--install", install)} ${placed("--client-file", clientFile)}`,
  );
}

const placed = (option: string, value: string | null): readonly string[] => (value === null ? [] : [option, value]);

/** The parts of a receipt that tell which bundle restores its state. */
interface InstalledState {
  readonly kind: Receipt["kind"];
  readonly bundle: Pick<NonNullable<Receipt["bundle"]>, "name" | "environment" | "connector" | "manifest"> | null;
}

/** Kinds of differences that an install of the swap bundle fixes. */
const BY_INSTALL: readonly DifferenceKind[] = [
  "no-state",
  "missing",
  "changed",
  "foreign",
  "value",
  "second-copy",
  "loose-profile",
];

/**
 * Returns the step that points a workstation back from a recording's relays to its tier: `record stop` prints the deploy command for it.
 */
export const endRecording = (recording: string, { root, install, clientFile }: Typed["where"]): string =>
  `end the recording with ${commandInSentence(
    shellCommand`tierwright record stop ${recordedEnvironment(recording)} ${placed("--root", root)} ${placed("--install", install)} ${placed("--client-file", clientFile)}`,
  )} (and the --store that \`record start\` had), run the deploy that it prints, and check again`;

/**
 * Returns the steps that restore a receipt's state by installing the swap bundle. After a settings switch, the first step builds a new swap
 * bundle, because deploy refuses one that is older than the installed bundle. A recording's settings have no swap bundle: the only step
 * then ends the recording.
 */
function restoring(
  receipt: InstalledState,
  receipts: readonly Receipt[],
  flag: readonly string[],
  typed: Typed,
): readonly string[] {
  const { bundle } = receipt;
  if (!bundle) return ["find out who changed it, or install the bundle of the state you want"];
  if (isRecordingName(bundle.environment)) return [endRecording(bundle.environment, typed.where)];
  const install = (name: string) =>
    `close the tool and reinstall it with the same options as before: ${deployWords(name, flag, typed)} (foreign and changed files go into quarantine)`;
  const brought = receipts.find((item) => item.kind !== "rollback" && item.bundle?.manifest === bundle.manifest);
  if ((brought ?? receipt).kind === "swap") return [install(bundle.name)];
  return [
    `build the swap bundle from the current commit, because deploy refuses an older one: ${commandInSentence(shellCommand`tierwright bundle ${bundle.environment}`)}`,
    install(`${bundle.environment}-${bundle.connector}.zip`),
  ];
}

/**
 * Returns the steps after `deploy --verify` found differences, in their order: first anything that only a person can remove, then a command
 * that is not refused, with --accept-drift if values differ.
 */
export function adviceFor(
  receipt: InstalledState,
  found: readonly Difference[],
  receipts: readonly Receipt[],
  typed: Typed,
): string {
  const has = (...kinds: readonly DifferenceKind[]) => found.some(({ kind }) => kinds.includes(kind));
  const steps: string[] = [];
  if (has("copy-elsewhere")) steps.push("move the second copy out of that plug-in root (it may belong to a user)");
  if (has("link")) steps.push("remove the link");
  if (has("unreadable")) steps.push("fix the line that Java cannot load");
  if (has("kept")) steps.push("write the kept value as a full path with doubled backslashes");
  if (has(...BY_INSTALL)) {
    const flag = has("value") ? ["--accept-drift"] : [];
    if (found.some(({ secret }) => secret)) steps.push("set the secret on the machine again by hand");
    append(steps, restoring(receipt, receipts, flag, typed));
  }
  if (steps.length === 0) return "run any deploy command: it finishes what is unfinished first";
  return `${steps.join("; then ")}; or find out who changed it`;
}

/** Returns the text that reports an interrupted deploy or rollback in an installation folder. */
export function leftWords(install: string, { run, kind, bundle }: LeftRun): string {
  const which = [kind ?? "", run ?? "", bundle === null ? "" : `of ${bundle}`].filter((word) => word !== "").join(" ");
  return `a run was interrupted in ${install}${which === "" ? "" : ` (${which})`}, which may be half-installed`;
}

/**
 * Returns the next command for the user after an interrupted deploy or rollback; that command first finishes or undoes the interrupted run.
 */
export function finishAdvice({ kind, bundle }: LeftRun, typed: Typed): string {
  const { root, install } = typed.where;
  const rollback = commandInSentence(shellCommand`tierwright rollback ${placed("--root", root)} ${placed("--install", install)}`);
  if (kind === "rollback") return `run ${rollback} again with the same options as then: it finishes the interrupted run`;
  const again = bundle === null ? "the same deploy" : deployWords(bundle, [], typed);
  return `run ${again} again with the same options as then: it finishes or undoes the interrupted run and continues; ${rollback} restores the state before it`;
}
