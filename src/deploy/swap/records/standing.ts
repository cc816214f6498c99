import { serialText } from "../../bundle/names.ts";
import { DeployStop } from "../protocol/outcome.ts";
import type { Receipt } from "../protocol/receipt.ts";

/**
 * Returns the words for an installed bundle, and for one built with uncommitted changes a remark; without a bundle, "the state before the
 * first deploy".
 */
export const bundleText = (bundle: Receipt["bundle"] | undefined): string =>
  bundle
    ? `${bundle.environment}, connector ${bundle.connector}, ${serialText(bundle.serial)}${bundle.changed ? " with uncommitted changes" : ""}`
    : "the state before the first deploy";

/** Returns the words for the bundle that is installed now, or for the original state without one, as the end of a sentence. */
export const installedText = (bundle: Receipt["bundle"] | undefined): string =>
  bundle ? `${bundleText(bundle)} is installed` : "the original state is intact";

/** Patterns of phrases in error messages, such as "nothing was written", that are wrong after a recovery, with their replacements. */
const AS_LEFT: readonly (readonly [RegExp, string])[] = [
  [/\bnothing was (written|changed|touched)/g, "nothing else was $1"],
  [/\b(everything|the installation) is as it was\b/g, "$1 is as the recovery left it"],
];

const asLeft = (text: string): string => AS_LEFT.reduce((line, [words, instead]) => line.replace(words, instead), text);

/** Runs `work` after a recovery. If `work` throws DeployStop, adds what the recovery did, because "nothing was written" would be wrong. */
export async function afterRecovery<T>(
  recovered: { readonly notes: readonly string[] } | null,
  work: () => Promise<T>,
): Promise<T> {
  if (!recovered) return work();
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DeployStop)) throw error;
    const details = [...error.details, ...recovered.notes];
    throw new DeployStop(error.code, error.message, error.help === null ? null : asLeft(error.help), details);
  }
}
