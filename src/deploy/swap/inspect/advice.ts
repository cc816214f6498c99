import { commandInSentence, path, shellCommand } from "../../../kernel/index.ts";
import type { Difference, DifferenceKind } from "./difference.ts";
import type { Receipt } from "../protocol/receipt.ts";
import type { Where } from "../protocol/targets.ts";
import type { LeftRun } from "../records/unfinished.ts";

/** The places of a command line and its bundle, which the next command repeats. */
export interface Typed {
  readonly where: Pick<Where, "root" | "install" | "clientFile">;
  /** The path of the bundle as it was typed; null without one. */
  readonly file: string | null;
}

/** Returns the command that installs a bundle at the same places. If its path is unknown, FOLDER is where the bundle is. */
function deployWords(name: string, flag: readonly string[], { where: { root, install, clientFile }, file }: Typed): string {
  const isTyped = file !== null && file.replace(/^.*[\\/]/, "") === name;
  return commandInSentence(
    shellCommand`tierwright deploy ${path(isTyped ? file : `FOLDER/${name}`)} ${flag} ${placed("--root", root)} ${placed("--install", install)} ${placed("--client-file", clientFile)}`,
  );
}

const placed = (option: string, value: string | null): readonly string[] => (value === null ? [] : [option, value]);

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
 * Returns the swap bundle that restores a receipt's state, and in `built` the step that builds it: after a settings switch, that bundle is
 * missing, or older than the installed one and refused. Returns null if the receipt has no bundle.
 */
function bundleOf(
  receipt: Receipt,
  receipts: readonly Receipt[],
): { readonly name: string; readonly built: readonly string[] } | null {
  const { bundle } = receipt;
  if (!bundle) return null;
  const brought = receipts.find((item) => item.kind !== "rollback" && item.bundle?.manifest === bundle.manifest);
  if ((brought ?? receipt).kind === "swap") return { name: bundle.name, built: [] };
  return {
    name: `${bundle.environment}-${bundle.connector}.zip`,
    built: [
      `build the swap bundle from the current commit, because deploy refuses an older one: ${commandInSentence(shellCommand`tierwright bundle ${bundle.environment}`)}`,
    ],
  };
}

/**
 * Returns the steps after a failed verify in their order: first anything that only a person can remove, then a command that is not refused,
 * with
 * --accept-drift if values differ.
 */
export function adviceFor(receipt: Receipt, found: readonly Difference[], receipts: readonly Receipt[], typed: Typed): string {
  const has = (...kinds: readonly DifferenceKind[]) => found.some(({ kind }) => kinds.includes(kind));
  const steps: string[] = [];
  if (has("copy-elsewhere")) steps.push("move the second copy out of that plug-in root (it may belong to a user)");
  if (has("link")) steps.push("remove the link");
  if (has("unreadable")) steps.push("fix the line that Java cannot load");
  if (has("kept")) steps.push("write the kept value as a full path with doubled backslashes");
  if (has(...BY_INSTALL)) {
    const healing = bundleOf(receipt, receipts);
    const flag = has("value") ? ["--accept-drift"] : [];
    const lost = found.some(({ secret }) => secret) ? ["set the secret on the machine again by hand"] : [];
    steps.push(
      ...lost,
      ...(healing?.built ?? []),
      healing === null
        ? "find out who changed it, or install the bundle of the state you want"
        : `close the tool and reinstall it with the same options as before: ${deployWords(healing.name, flag, typed)} (foreign and changed files go into quarantine)`,
    );
  }
  if (steps.length === 0) return "run any deploy command: it finishes what is unfinished first";
  return `${steps.join("; then ")}; or find out who changed it`;
}

/** Returns the text that reports an interrupted deploy or rollback in a folder. */
export function leftWords(install: string, { run, kind, bundle }: LeftRun): string {
  const which = [kind ?? "", run ?? "", bundle === null ? "" : `of ${bundle}`].filter((word) => word !== "").join(" ");
  return `a run was interrupted in ${install}${which === "" ? "" : ` (${which})`}, which may be half-installed`;
}

/** Returns the next command after an interrupted deploy or rollback: every deploy command finishes or undoes that run first. */
export function finishAdvice({ kind, bundle }: LeftRun, typed: Typed): string {
  const { root, install } = typed.where;
  const rollback = commandInSentence(shellCommand`tierwright rollback ${placed("--root", root)} ${placed("--install", install)}`);
  if (kind === "rollback") return `run ${rollback} again with the same options as then: it finishes the interrupted run`;
  const again = bundle === null ? "the same deploy" : deployWords(bundle, [], typed);
  return `run ${again} again with the same options as then: it finishes or undoes the interrupted run and continues; ${rollback} restores the state before it`;
}
