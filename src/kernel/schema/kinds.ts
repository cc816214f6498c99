/** Kinds of documents of a config repository (docs/formats.md), each with its schema. */
export const DOCUMENT_KINDS = [
  "Site",
  "Environment",
  "CompatibilityMatrix",
  "Exceptions",
  "ConnectorRelease",
  "ConnectorProfile",
  "FederatedSignIn",
  "KitLock",
] as const;

export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** The values of the key `apiVersion` of a document that this build of Tierwright reads. */
export const API_VERSIONS: readonly string[] = ["tierwright/v1"];
