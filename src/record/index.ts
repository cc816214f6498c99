/** Public surface of the slice `record`: other slices import only from this file. */
export type { Capture } from "./capture/capture.ts";
export { decodedBody } from "./capture/decode.ts";
export { type Entry, entriesOf, exchangesAt, shownEntries } from "./capture/entries.ts";
export type { Exchange } from "./capture/exchange.ts";
export type { ConnectionBytes } from "./capture/exchanges.ts";
export { pathOf } from "./capture/facts.ts";
export { FOR_BODIES, redactorOf } from "./capture/learn.ts";
export type { Message } from "./capture/message.ts";
export { Redactor } from "./capture/redact/redactor.ts";
export { declaredSecrets } from "./commands/capture/declared-secrets.ts";
export { captureNamed } from "./commands/capture/open.ts";
export { STORE, storeToRead } from "./commands/capture/store.ts";
export { stepsBack } from "./commands/record/drift.ts";
export { capturesOf, isListening } from "./commands/record/known.ts";
export { refuseRecorded } from "./commands/record/recorded.ts";
export { RECORD_COMMANDS } from "./commands/registry.generated.ts";
export { sentence } from "./recording/steps.ts";
export { type KnownRecording, MOVED_KEYS, type Pointing, pointsAtRelay, serverIn } from "./recording/pointing.ts";
