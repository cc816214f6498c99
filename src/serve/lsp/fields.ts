import { type CursorToken, DOCUMENT_KINDS, type DocumentKind } from "../../kernel/index.ts";
import { type Candidate, type Facts, ROLES } from "./facts.ts";

/** The document that is being edited when a completion is requested. */
export interface EditedDocument {
  readonly kind: DocumentKind;
  /** Path relative to the repository, with '/'. */
  readonly path: string;
  /** The value of `connector:` in the document; null if the document does not set it. */
  readonly connector: string | null;
}

type Words = readonly Candidate[] | Promise<readonly Candidate[]>;
type Source = (facts: Facts, document: EditedDocument, path: CursorToken["path"]) => Words;

const folderOf = ({ path }: EditedDocument): string => path.split("/").at(-2) ?? "";
const own: Source = (_, document) => [{ word: folderOf(document) }];
const environments: Source = (facts) => facts.environments();
const others: Source = (facts, document) => facts.environments().filter(({ word }) => word !== folderOf(document));
const releases: Source = (facts) => facts.releases();
const tiers: Source = (facts) => facts.tiers();
const tools: Source = (facts) => facts.tools();
const codes: Source = (facts) => facts.codes();
const rules: Source = (facts) => facts.rules();
const keys: Source = (facts, { connector, kind, path }) =>
  facts.kitKeys(null, kind === "ConnectorRelease" ? (path.split("/").at(-2) ?? null) : connector);
const keysOfFile: Source = (facts, { connector }, path) => {
  const role = ROLES.find((name) => name === path.at(-1));
  return role === undefined ? [] : facts.kitKeys(role, connector);
};

/** The sources of completion words for fields of environment.yaml that `defaults` of site.yaml can also set, by path. */
const INHERITED: Readonly<Record<string, Source>> = {
  connector: releases,
  tool: tools,
  "tier/release": tiers,
  "tier/sharedWith/-": others,
  "workstation/keep/-": keys,
  "ignore/-/rule": rules,
  "ignore/-/key": keys,
};

const defaultsOf = (fields: Readonly<Record<string, Source>>): Readonly<Record<string, Source>> =>
  Object.fromEntries(Object.entries(fields).map(([field, source]) => [`defaults/${field}`, source]));

/** The sources of completion words for values, by kind of document and by path: `-` is any position of a list, `*` any key. */
const VALUES: Readonly<Record<DocumentKind, Readonly<Record<string, Source>>>> = {
  Environment: { name: own, extends: others, derivedFrom: others, ...INHERITED },
  Site: defaultsOf(INHERITED),
  ConnectorRelease: {
    release: own,
    "certifiedTiers/-": tiers,
    "claims/-/tools/-": tools,
    "claims/-/tiers/-": tiers,
    "writes/-/key": keys,
    "directories/-": keys,
    "known/-": keys,
  },
  ConnectorProfile: {},
  CompatibilityMatrix: { "rows/-/connectors/*": codes },
  Exceptions: {
    "exceptions/-/tool": tools,
    "exceptions/-/connector": releases,
    "exceptions/-/verdict": codes,
    "exceptions/-/environments/-": environments,
  },
  FederatedSignIn: { "idp/clients/-/owner": environments },
  KitLock: { release: own },
};

const SET: Readonly<Record<string, Source>> = {
  "workstation/set/connector": keysOfFile,
  "workstation/set/client": keysOfFile,
  "workstation/set/logger": keysOfFile,
};

/**
 * The sources of completion words for keys, by kind of document and by the path of the map whose keys are names that the repository has.
 */
const KEYS: Partial<Readonly<Record<DocumentKind, Readonly<Record<string, Source>>>>> = {
  Environment: SET,
  Site: defaultsOf(SET),
  CompatibilityMatrix: { "rows/-/connectors": releases },
};

/** Returns the completion words that the repository has for a key or value; none for a field that names nothing in the repository. */
export async function wordsFor({ is, path }: CursorToken, document: EditedDocument, facts: Facts): Promise<readonly Candidate[]> {
  const field = path.map((part) => (typeof part === "number" ? "-" : part));
  const fields = is === "key" ? KEYS[document.kind] : VALUES[document.kind];
  const source = fields?.[field.join("/")] ?? fields?.[[...field.slice(0, -1), "*"].join("/")];
  return source ? source(facts, document, path) : [];
}

/** Every field of VALUES and KEYS: its kind of document, and its path. */
export const FIELDS: readonly (readonly [DocumentKind, string])[] = DOCUMENT_KINDS.flatMap((kind) =>
  [VALUES[kind], KEYS[kind] ?? {}].flatMap((fields) => Object.keys(fields).map((field) => [kind, field] as const)),
);
