import type { FileRecord } from "../../bundle/manifest.ts";
import type { DeployState, Receipt } from "./receipt.ts";
import { isProfile } from "./targets.ts";

/**
 * A file record whose size and digest can be missing: with a digest, whoever knows the other bytes of a file could find a short secret by
 * trial.
 */
type Bare<T> = T extends unknown ? Omit<T, keyof Digest> & Partial<Digest> : never;
type Digest = Pick<FileRecord, "size" | "sha256">;

interface CopiedState extends Omit<DeployState, "tree" | "files"> {
  readonly tree: { readonly files: readonly Bare<FileRecord>[] } | null;
  readonly files: readonly Bare<DeployState["files"][number]>[];
}

/** A receipt as it leaves the workstation: on a share or on standard output. */
export interface CopiedReceipt extends Omit<Receipt, "state" | "before" | "undo" | "strays"> {
  readonly state: CopiedState | null;
  readonly before: { readonly run: string | null; readonly tree: { readonly files: number } | null } | null;
  readonly undo: { readonly plan: string } | null;
  readonly strays: readonly { readonly path: string; readonly to: string }[];
}

/**
 * Returns a receipt without sizes and digests of files that can have values of the workstation: conf, logger, client file, log4j2.xml,
 * replaced files, and every digest over those. Other files of a swap bundle keep size and digest, because its manifest states both anyway.
 */
export function copiedReceipt(receipt: Receipt): CopiedReceipt {
  const { state, before, undo, plugin, kind, strays } = receipt;
  const bare = <T extends Digest>(file: T, brought: boolean): Bare<T> => {
    const { size: _size, sha256: _sha256, ...rest } = file;
    return (kind === "swap" && brought ? file : rest) as Bare<T>;
  };
  const ofBundle = ({ path }: FileRecord) => path !== plugin.conf && path !== plugin.logger;
  return {
    ...receipt,
    state: state && {
      ...state,
      tree: state.tree && { files: state.tree.files.map((file) => bare(file, ofBundle(file))) },
      files: state.files.map((file) => bare(file, isProfile(file))),
    },
    before: before && { run: before.run, tree: before.tree && { files: before.tree.files } },
    undo: undo && { plan: undo.plan },
    strays: strays.map(({ path, to }) => ({ path, to })),
  };
}

/** Returns whether a receipt has every size and digest. A copied receipt does not, so it cannot be used to verify or undo anything. */
export function isComplete({ state, before, strays }: Receipt | CopiedReceipt): boolean {
  const records = [...(state?.tree?.files ?? []), ...(state?.files ?? [])];
  const digests = [state?.tree, before?.tree].filter((tree) => tree !== null && tree !== undefined);
  return (
    records.every((file) => file.size !== undefined && file.sha256 !== undefined) &&
    [...digests, ...strays].every((one) => "sha256" in one)
  );
}
