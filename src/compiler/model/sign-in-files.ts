import type { ParsedXml, SourceText, Span } from "../../kernel/index.ts";

/** A text value of discovery.json with its place. */
export interface DiscoveryText {
  readonly text: string;
  readonly span: Span;
}

/** The realm's OpenID Connect discovery document as the repository stores it: environments/<name>/discovery.json. */
export interface PinnedDiscovery {
  readonly path: string;
  readonly source: SourceText;
  /** String fields by name; lists and other values are in `document` only. */
  readonly texts: ReadonlyMap<string, DiscoveryText>;
  readonly document: Readonly<Record<string, unknown>>;
}

/** One row of the list of users. */
export interface ListedUser {
  /** The user id exactly as the file has it, with spaces and invisible characters. */
  readonly id: string;
  readonly span: Span;
}

/** PLM user ids from the file that idp.users names: the first column of a CSV file with one header line. */
export interface UserList {
  readonly path: string;
  readonly source: SourceText;
  /** The first field of the first line; null in an empty file. */
  readonly header: ListedUser | null;
  readonly users: readonly ListedUser[];
}

export type SignInXmlRole = "login" | "identity";

/** The site's own login.xml or identity.xml below installed/. */
export interface InstalledXml {
  readonly role: SignInXmlRole;
  readonly path: string;
  readonly bytes: Buffer;
  /** The text as ISO-8859-1, one character for each byte. */
  readonly source: SourceText;
  readonly xml: ParsedXml;
}

/** One assignment in a file of environment variables. */
export interface EnvEntry {
  readonly name: string;
  readonly value: string;
  readonly span: Span;
}

/** A file of environment variables below installed/ (*.env). */
export interface InstalledEnv {
  readonly path: string;
  readonly source: SourceText;
  readonly entries: readonly EnvEntry[];
}
