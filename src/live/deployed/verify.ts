import { KEYSTORE_PARAMETERS, SHARED_SECRETS, type SignInFacts } from "../../compiler/index.ts";
import { compareFields } from "./compare.ts";
import {
  type ComparedFile,
  type Expected,
  type FileState,
  type Found,
  isFileWrong,
  type OpenSecret,
  SERVER_FILES,
  type ServerFile,
} from "./deployed.ts";
import { expectedFederation, expectedXml } from "./expected.ts";
import { comparePanel } from "./panel-properties.ts";
import { type SamePassword, withSharedSecrets } from "./shared-secrets.ts";
import { type Reading, readProperties, readXmlParameters } from "./read.ts";

/** A deployed file that is called login.xml, identity.xml or federation.properties; several can have one name. */
export interface Candidate {
  readonly path: string;
  /** The bytes of the deployed file, or, as a string, the reason why it cannot be read. */
  readonly content: Buffer | string;
}

export interface Deployed {
  readonly candidates: Readonly<Record<ServerFile, readonly Candidate[]>>;
  /** Every sso.tcSSO* property of any file; the PLM system's deployment tool writes them from its panel. */
  readonly panel: readonly Found[];
}

export interface Verification {
  readonly files: readonly ComparedFile[];
  /** Whether the panel's box that installs the security services was ticked; null if no property shows it. */
  readonly ticked: boolean | null;
  readonly equal: boolean;
}

const expectedOf = (name: ServerFile, facts: SignInFacts): readonly Expected[] | string =>
  name === "federation.properties" ? expectedFederation(facts) : expectedXml(facts, name === "login.xml" ? "login" : "identity");

function readingOf(name: ServerFile, { path, content }: Candidate, expected: readonly Expected[]): Reading {
  if (typeof content === "string") return { fault: content };
  if (name === "federation.properties") return readProperties(path, content);
  const names = new Set([...expected.map((item) => item.name), ...SHARED_SECRETS, ...KEYSTORE_PARAMETERS]);
  return readXmlParameters(path, content, () => names);
}

/** A compared file of the security services with every value found in it. */
interface ReadFile {
  readonly file: ComparedFile;
  readonly found: readonly Found[];
}

async function compareFile(
  name: ServerFile,
  candidates: readonly Candidate[],
  facts: SignInFacts,
  open: OpenSecret,
): Promise<ReadFile> {
  const paths = candidates.map(({ path }) => path);
  const expected = expectedOf(name, facts);
  const file = { name, paths, fields: [] };
  const [only, ...others] = candidates;
  const unread = (state: FileState, says: string): ReadFile => ({ file: { ...file, state, says }, found: [] });
  if (!only) return unread("missing", "no file of this name is there");
  if (others.length > 0)
    return unread(
      "ambiguous",
      `${candidates.length} files have this name: which one the server reads is not known; name a narrower folder`,
    );
  if (typeof expected === "string") return unread("unknown", `nothing is compiled to compare it with: ${expected}`);
  const reading = readingOf(name, only, expected);
  if ("fault" in reading) return unread("unreadable", reading.fault);
  const fields = await compareFields(expected, reading.found, open);
  return { file: { ...file, state: "read", says: reading.note, fields }, found: reading.found };
}

/** Compares the security services' deployed files, key by key, with the values that sso.yaml compiles to. */
export async function verifyDeployed(
  facts: SignInFacts,
  deployed: Deployed,
  { open, same }: { readonly open: OpenSecret; readonly same: SamePassword },
): Promise<Verification> {
  const read: ReadFile[] = [];
  for (const name of SERVER_FILES) read.push(await compareFile(name, deployed.candidates[name], facts, open));
  const foundIn = (name: ServerFile) => read.find(({ file }) => file.name === name)?.found ?? [];
  const shared = { login: foundIn("login.xml"), identity: foundIn("identity.xml") };
  const files: ComparedFile[] = [];
  for (const { file } of read)
    files.push(file.name === "identity.xml" ? { ...file, fields: await withSharedSecrets(file.fields, shared, same) } : file);
  const panel = await comparePanel(facts, deployed.panel, open);
  const all = [...files, panel.file];
  return { files: all, ticked: panel.ticked, equal: panel.ticked !== false && !all.some(isFileWrong) };
}
