import { commandInSentence, path, shellCommand } from "../../../kernel/index.ts";
import type { Difference, DifferenceKind } from "./difference.ts";
import type { Receipt } from "../protocol/receipt.ts";
import type { LeftRun } from "../records/unfinished.ts";

/** What an install of the swap bundle fixes. */
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
 * The bundle that brings everything back, as it is given to `deploy`, and whether it may have to be built yet: a settings bundle could not
 * bring anything, and where one stands last, the swap bundle of that state was perhaps never made.
 */
function bundleOf(receipt: Receipt, receipts: readonly Receipt[]): { readonly name: string; readonly built: string } | null {
  const { bundle } = receipt;
  if (!bundle) return null;
  const brought = receipts.find((item) => item.kind !== "rollback" && item.bundle?.manifest === bundle.manifest);
  if ((brought ?? receipt).kind === "swap") return { name: bundle.name, built: "" };
  return {
    name: `${bundle.environment}-${bundle.connector}.zip`,
    built: `; ${commandInSentence(shellCommand`tierwright bundle ${bundle.environment}`)} builds that bundle, if there is none yet`,
  };
}

/**
 * What leads on after a failed verify: the steps in their order, with the command that works for these differences. A command that would be
 * refused is not named: values that differ need --accept-drift, and what only a person can take away comes first.
 */
export function adviceFor(receipt: Receipt, found: readonly Difference[], receipts: readonly Receipt[]): string {
  const has = (...kinds: readonly DifferenceKind[]) => found.some(({ kind }) => kinds.includes(kind));
  const steps: string[] = [];
  if (has("copy-elsewhere")) steps.push("move the second copy out of that plug-in root (it may belong to a user)");
  if (has("link")) steps.push("remove the link");
  if (has("unreadable")) steps.push("fix the line that Java cannot load");
  if (has("kept")) steps.push("write a whole path with doubled backslashes where the kept value stands");
  if (has(...BY_INSTALL)) {
    const healing = bundleOf(receipt, receipts);
    const flag = has("value") ? ["--accept-drift"] : [];
    const lost = found.some(({ secret }) => secret) ? ["set the secret on the machine again by hand"] : [];
    steps.push(
      ...lost,
      healing === null
        ? "find out who changed it, or install the bundle of the state you want"
        : `close the tool and install it whole again, with the same options as before: ${commandInSentence(shellCommand`tierwright deploy ${path(healing.name)} ${flag}`)} (foreign and changed files go into quarantine${healing.built})`,
    );
  }
  if (steps.length === 0) return "run any deploy command: it finishes what is unfinished first";
  return `${steps.join("; then ")}; or find out who changed it`;
}

/** Says of a folder that a run was cut off in it. */
export function leftWords(install: string, { run, kind, bundle }: LeftRun): string {
  const which = [kind ?? "", run ?? "", bundle === null ? "" : `of ${bundle}`].filter((word) => word !== "").join(" ");
  return `a run was cut off in ${install}${which === "" ? "" : ` (${which})`}, and what lies there may be half of it`;
}

/** Names the command that comes next where a run was cut off: every command of a deploy finishes or undoes that run before anything else. */
export function finishAdvice({ kind, bundle }: LeftRun): string {
  const rollback = commandInSentence(shellCommand`tierwright rollback`);
  if (kind === "rollback") return `run ${rollback} again with the same options as then: it finishes the run that was cut off`;
  const again = bundle === null ? "the same deploy" : commandInSentence(shellCommand`tierwright deploy ${path(bundle)}`);
  return `run ${again} again with the same options as then: it finishes or undoes the run that was cut off, and goes on; ${rollback} goes back to what stood before it`;
}
