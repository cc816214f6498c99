/** Public surface of the slice `deploy`: other slices import only from this file. */
export type { BundleManifest } from "./bundle/manifest.ts";
export { bundleNames } from "./bundle/names.ts";
export { openBundle } from "./bundle/open.ts";
export { type Composed, composeBundle, publishBundle } from "./commands/bundle/build.ts";
export { type Signer, signerOf } from "./commands/bundle/signing.ts";
export { type BundleSource, bundleSource } from "./commands/bundle/source.ts";
export { DEPLOY_COMMANDS } from "./commands/registry.generated.ts";
export { PLACE_OPTIONS, WORKSTATION_OPTIONS, existingPlace, refuseWrongRoot, whereOf } from "./commands/swap/options.ts";
export { programFolders } from "./commands/swap/runner.ts";
export { endRecording } from "./swap/inspect/advice.ts";
export { findCopies } from "./swap/inspect/copies.ts";
export { type Difference, HIDDEN_VALUE, differenceText, leftTexts } from "./swap/inspect/difference.ts";
export { driftSteps } from "./swap/inspect/drift-steps.ts";
export { findInstallation } from "./swap/inspect/find.ts";
export { keptFaults } from "./swap/inspect/kept-values.ts";
export { differences } from "./swap/inspect/live-state.ts";
export { driftIn, knownSecrets } from "./swap/inspect/values.ts";
export { Layout } from "./swap/protocol/layout.ts";
export { looseFolders } from "./swap/protocol/loose-folders.ts";
export { failureWords } from "./swap/protocol/outcome.ts";
export { foldedPath, isWindowsPath } from "./swap/protocol/paths.ts";
export type { DeployResult, InstalledBundle, Receipt } from "./swap/protocol/receipt.ts";
export { type Where, isProfile, layoutOf, nativePath, targetsOf } from "./swap/protocol/targets.ts";
export { filesBelow } from "./swap/protocol/tree.ts";
export { RECEIPT } from "./swap/records/kinds.ts";
export { newestReceipt, stateReceipts } from "./swap/records/receipts.ts";
export { isUnfinished } from "./swap/records/unfinished.ts";
export { HIDDEN_HASH, receiptBytes } from "./workstation/gathered-receipt.ts";
export {
  type Conflict,
  Installations,
  isUncommitted,
  type KnownInstallation,
  type KnownRun,
} from "./workstation/installations.ts";
export { Unreadable, type WorkstationTree, listWorkstations, withTree } from "./workstation/workstation-tree.ts";
