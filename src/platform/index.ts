/** Public surface of the slice `platform`: other slices import only from this file. */
export { writeNamedFile } from "./atomic.ts";
export { builtEntry, nodeInside, packagedText } from "./beside.ts";
export { BundleFolder } from "./bundle-folder.ts";
export { CacheFile } from "./cache-file.ts";
export { Cache } from "./cache/cache.ts";
export { digest } from "./cache/lines.ts";
export type { CertificateAnswer, StoreVerdict } from "./certificates.ts";
export { commitTree } from "./commit-tree.ts";
export { describeError } from "./confined-tree.ts";
export { diskTree, realPathIn, linkIn } from "./disk-tree.ts";
export { excerptText, readExcerptText, readNamedExcerpt } from "./excerpt-text.ts";
export { type Exchange, type ExchangeAnswer, type ExchangeRequest, ExchangeSession } from "./exchange.ts";
export { readingFile, readingFileAsync, writingNewFile } from "./file-bytes.ts";
export { isFolder, isPlainFolder, namesIn, refuseLinks } from "./folders.ts";
export { Git } from "./git.ts";
export { type Comment, type Comments, GitHubFault, githubComments } from "./github.ts";
export type { Host, Output, RunWorld, Serving } from "./host.ts";
export { type HttpAnswer, HttpFault, type HttpFaultKind, REACH_HELP, type Via, bareHost, portOf } from "./http.ts";
export { KITS_VARIABLE, type KitDifference, compareKit, hashFile, listFolder, locateKit } from "./kit-files.ts";
export { LONGEST_POINTER, lfsPointer } from "./lfs-pointer.ts";
export type {
  Lying,
  OpenFolder,
  Release,
  Stat,
  SwapFiles,
  SwapWorld,
  SweepFiles,
  SweepWorld,
  ToolProcess,
} from "./machine.ts";
export { memoryTree } from "./memory-tree.ts";
export { LARGEST_KEY, readNamedFile } from "./named-file.ts";
export { entryAt, inTheWay, writeNewFiles } from "./new-files.ts";
export { NoGit } from "./no-git.ts";
export { openTree, overlayTree } from "./open-tree.ts";
export { fileChunks, isOrdinaryFile, readOrdinaryFile } from "./ordinary-file.ts";
export { type OutputFile, OutputFolder, digestOf, pathsOf } from "./output-folder.ts";
export type { Foreign } from "./own-folder.ts";
export { readOwnFile } from "./owner-only.ts";
export { decodeSecret, encodeSecret } from "./password-utility.ts";
export { pause } from "./pause.ts";
export { inWords, processHost } from "./process-host.ts";
export { profilesFolder } from "./profiles-folder.ts";
export { quietWorld } from "./quiet-world.ts";
export { copyReceipt, putReceiptCopy } from "./receipt-copy.ts";
export { type ReceiptFile, receiptFile, receiptFiles, receiptNames } from "./receipt-files.ts";
export { type MadeFile, askToStop, askedToStop, fileIn, placeIn, removeMade } from "./recording-files.ts";
export { ReleaseFolder } from "./release-folder.ts";
export { Roots } from "./roots.ts";
export { type MergeFile, mergeFiles, mergeFilesAt } from "./rule-files.ts";
export { listening } from "./scratch.ts";
export { type SecretAnswer, describeSource, isVariableName, judgedSecret, lookUpOwnSecret, lookUpSecret } from "./secrets.ts";
export { InputRecord } from "./input-record.ts";
export {
  LARGEST_FILE,
  type OpenTree,
  ROOT_DOCUMENTS,
  type ReadResult,
  type SourceTree,
  type TreeDescription,
  YAML,
  mayBeFolder,
} from "./source-tree.ts";
export { type Stamps, stampsWithoutProof } from "./stamp.ts";
export { storedFiles } from "./stored-capture.ts";
export { EndableThread, type Orders, Thread, startWorker, workerPath } from "./threads.ts";
export { type TreeItem, pathExists, treeAt, treeBelow } from "./tree-files.ts";
export { unguessable } from "./unguessable.ts";
export { namedFiles } from "./wildcards.ts";
export type { CaptureFolder, Endpoint, Listening, RawFile, RecordingWorld, Secured, Upstream, WireEnd } from "./wire.ts";
export { staysInside } from "./workspace.ts";
export { OWNER_ONLY, createFile } from "./write-file.ts";
