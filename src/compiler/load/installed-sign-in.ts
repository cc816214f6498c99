import { type RuleProblem, SourceText, installedFolder, parseXml, wideEncoding, withoutTrailing } from "../../kernel/index.ts";
import type { SourceTree } from "../../platform/index.ts";
import type { EnvEntry, InstalledEnv, InstalledXml, SignInXmlRole } from "../model/sign-in-files.ts";
import { readBytes } from "./files.ts";

/**
 * The files of the sign-in as the servers have them, copied to installed/: login.xml, identity.xml and files of environment variables
 * (*.env).
 */
export interface InstalledSignIn {
  readonly xml: readonly InstalledXml[];
  readonly env: readonly InstalledEnv[];
}

const ROLES: Readonly<Record<string, SignInXmlRole>> = { "login.xml": "login", "identity.xml": "identity" };

const ASSIGNMENT = /^\ufeff?[ \t]*(?:export[ \t]+|set[ \t]+)?("?)([A-Za-z_][A-Za-z0-9_]*)[ \t]*=(.*)$/gim;

/** Returns the value of a NAME=VALUE line, without quotes around the whole value and without a comment after it. */
function valueOf(written: string): string {
  const quote = written.charAt(0);
  const end = quote === '"' || quote === "'" ? written.indexOf(quote, 1) : -1;
  const rest = written.slice(end + 1).trim();
  if (end > 0 && (rest === "" || rest.startsWith("#"))) return written.slice(1, end);
  const comment = written.search(/(?:^|[ \t])#/);
  return (comment < 0 ? written : written.slice(0, comment)).trim();
}

/** Returns the text of a file of environment variables with its byte order mark, decoded as UTF-16 if its bytes are, otherwise as UTF-8. */
function textOf(bytes: Buffer): string {
  const wide = wideEncoding(bytes);
  return wide ? new TextDecoder(wide, { ignoreBOM: true }).decode(bytes) : bytes.toString("utf8");
}

/**
 * Parses the NAME=VALUE lines of a container's env file, a shell script, a Windows script or a service manager's file. Blanks around the
 * '=' and a comment after the value are dropped, although not all of these programs drop them.
 */
export function parseEnv(path: string, bytes: Buffer): InstalledEnv {
  const source = new SourceText(path, textOf(bytes));
  const entries: EnvEntry[] = [];
  for (const match of source.text.matchAll(ASSIGNMENT)) {
    const [, opening = "", name = "", rest = ""] = match;
    // a Windows script can enclose the whole assignment in quotes: set "NAME=VALUE"
    const written = opening === "" ? rest.trim() : withoutTrailing(rest.trim(), opening);
    entries.push({ name, value: valueOf(written), span: { source, start: match.index, end: match.index + match[0].length } });
  }
  return { path, source, entries };
}

function xmlFile(role: SignInXmlRole, path: string, bytes: Buffer): InstalledXml {
  const source = new SourceText(path, bytes.toString("latin1"));
  return { role, path, bytes, source, xml: parseXml(bytes, source.text) };
}

/** Reads login.xml, identity.xml and files of environment variables (*.env) below installed/. Faults are added to `problems`. */
export function loadInstalledSignIn(files: SourceTree, environment: string, problems: RuleProblem[]): InstalledSignIn {
  const xml: InstalledXml[] = [];
  const env: InstalledEnv[] = [];
  const folder = installedFolder(environment);
  const listed = files.list(folder);
  for (const entry of listed.kind === "entries" ? listed.entries : []) {
    const role = ROLES[entry.name.toLowerCase()];
    if (entry.kind === "directory" || !(role || /\.env$/i.test(entry.name))) continue;
    const path = `${folder}/${entry.name}`;
    const bytes = readBytes(files, path, problems);
    if (bytes && role) xml.push(xmlFile(role, path, bytes));
    else if (bytes) env.push(parseEnv(path, bytes));
  }
  return { xml, env };
}
