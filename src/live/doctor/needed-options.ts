import { type Text, name, say } from "../../kernel/index.ts";
import type { Looked } from "./looked.ts";
import { isAboutFiles } from "./station.ts";
import { IF_CHANGED } from "./words.ts";

/** Returns the environment that the newest deploy installed; null if there is none, or if the receipt cannot be read. */
export function installedEnvironment({ receipt }: Pick<Looked, "receipt">): string | null {
  try {
    return receipt()?.bundle?.environment ?? null;
  } catch (error) {
    if (!isAboutFiles(error)) throw error;
    return null; // the check plugin/last-swap reports the unreadable receipt
  }
}

/**
 * Returns a note in brackets with the options without which a deploy of the wanted environment's bundle can refuse to replace the installed
 * files.
 */
export function neededOptions(looked: Looked): Text {
  const installed = installedEnvironment(looked);
  const { wanted } = looked;
  if (installed === null || wanted === null || installed === wanted.environment.name) return IF_CHANGED;
  return say`(${name(installed)} is installed, so it needs --switch-environment, and a changed value --accept-drift)`;
}
