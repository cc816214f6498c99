/** The public API: the two byte-exact file codecs, for programs that edit such files themselves. */
export { Refusal } from "./diagnostic/refusal.ts";
export { Log4j2Document } from "./formats/log4j2/document.ts";
export { PropertiesDocument } from "./formats/properties/document.ts";
export type { Charset, Loaded, PropertyChange, PropertyEntry } from "./formats/properties/types.ts";
export { VERSION } from "./version.ts";
