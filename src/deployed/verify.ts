import type { SignInFacts } from "../sso/facts.ts";
import { compareFields } from "./compare.ts";
import {
  type ComparedFile,
  type Expected,
  type Found,
  isFileWrong,
  type OpenSecret,
  SERVER_FILES,
  type ServerFile,
} from "./deployed.ts";
import { expectedFederation, expectedXml } from "./expected.ts";
import { comparePanel } from "./panel-properties.ts";
import { type Reading, readProperties, readXmlParameters } from "./read.ts";

/** A file that has one of the three names. */
export interface Candidate {
  readonly path: string;
  /** Its bytes, or why they cannot be read. */
  readonly content: Buffer | string;
}

export interface Deployed {
  readonly candidates: Readonly<Record<ServerFile, readonly Candidate[]>>;
  /** Every sso.tcSSO* property, wherever it stands. */
  readonly panel: readonly Found[];
}

export interface Verification {
  readonly files: readonly ComparedFile[];
  /** Whether the panel's box was ticked; null: nothing says it. */
  readonly ticked: boolean | null;
  readonly equal: boolean;
}

const expectedOf = (name: ServerFile, facts: SignInFacts): readonly Expected[] | string =>
  name === "federation.properties" ? expectedFederation(facts) : expectedXml(facts, name === "login.xml" ? "login" : "identity");

function readingOf(name: ServerFile, { path, content }: Candidate, expected: readonly Expected[]): Reading {
  if (typeof content === "string") return { fault: content };
  if (name === "federation.properties") return readProperties(path, content);
  const names = new Set(expected.map((item) => item.name));
  return readXmlParameters(path, content, () => names);
}

async function compareFile(
  name: ServerFile,
  candidates: readonly Candidate[],
  facts: SignInFacts,
  open: OpenSecret,
): Promise<ComparedFile> {
  const paths = candidates.map(({ path }) => path);
  const expected = expectedOf(name, facts);
  const file = { name, paths, fields: [] };
  const [only, ...others] = candidates;
  if (!only) return { ...file, state: "missing", says: "no file of this name is there" };
  if (others.length > 0)
    return {
      ...file,
      state: "ambiguous",
      says: `${candidates.length} files have this name: which one the server reads is not known; name a narrower folder`,
    };
  if (typeof expected === "string")
    return { ...file, state: "unknown", says: `nothing is compiled to compare it with: ${expected}` };
  const reading = readingOf(name, only, expected);
  if ("fault" in reading) return { ...file, state: "unreadable", says: reading.fault };
  return { ...file, state: "read", says: reading.note, fields: await compareFields(expected, reading.found, open) };
}

/** Deployed files against what sso.yaml compiles to, name by name. */
export async function verifyDeployed(facts: SignInFacts, deployed: Deployed, open: OpenSecret): Promise<Verification> {
  const files: ComparedFile[] = [];
  for (const name of SERVER_FILES) files.push(await compareFile(name, deployed.candidates[name], facts, open));
  const panel = await comparePanel(facts, deployed.panel, open);
  const all = [...files, panel.file];
  return { files: all, ticked: panel.ticked, equal: panel.ticked !== false && !all.some(isFileWrong) };
}
