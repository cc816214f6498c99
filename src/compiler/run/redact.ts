import type { CompiledEnvironment } from "../compile/compiled.ts";
import { plainSecrets } from "../compile/plain-secrets.ts";
import {
  type Finding,
  type LogicalLine,
  PropertiesDocument,
  type Text,
  hidingValues,
  mayBeSecret,
  placeOf,
  tokens,
} from "../../kernel/index.ts";
import type { SourceTree } from "../../platform/index.ts";

/**
 * A line that holds a secret or a part of one. `part` is a piece of the secret that is on a line of its own, where Java reads the piece as
 * a key; otherwise null.
 */
interface SecretLine {
  readonly key: string;
  readonly part: string | null;
}

/** UTF-8 byte order mark, as Latin-1. Java reads it as a part of the first key. */
const MARK = "\u00ef\u00bb\u00bf";

/** Returns the keys on the continuation lines of an entry: a backslash at the end of a line makes the next entry a part of the value. */
function swallowed(document: PropertiesDocument, line: LogicalLine): readonly string[] {
  const [, ...further] = document.text.slice(line.keyStart, line.contentEnd).split(/\r\n|[\r\n]/);
  return further.flatMap((text) => /^[ \t\f]*([^ \t\f=:]+)[ \t\f]*[=:]/.exec(text)?.[1] ?? []);
}

const readAs = (text: string, start: number, end: number): string =>
  tokens(text, start, end)
    .map((token) => token.text)
    .join("");

/**
 * Returns the lines of a file that hold a secret, by number: the lines of an entry with a secret key on any of them, and the lines after it
 * without a '=' or ':', which are most likely the rest of the secret.
 */
function secretLines(document: PropertiesDocument, secrets: ReadonlySet<string>): ReadonlyMap<number, SecretLine> {
  const found = new Map<number, SecretLine>();
  let before: string | null = null;
  for (const line of document.lines) {
    const read = readAs(document.text, line.keyStart, line.keyEnd);
    const key = line.keyStart === 0 && read.startsWith(MARK) ? read.slice(MARK.length) : read;
    const joins = swallowed(document, line).some((other) => secrets.has(other));
    const own: SecretLine | null = secrets.has(key) || joins ? { key, part: null } : null;
    const secret: SecretLine | null = own ?? (before !== null && line.separator !== "sign" ? { key: before, part: key } : null);
    before = secret?.key ?? null;
    for (let at = line.line; secret !== null && at <= line.endLine; at++) found.set(at, secret);
  }
  return found;
}

/**
 * Returns a finding on a line with a secret without the parts that can show the secret: the quoted line, the fix, the notes at other places
 * and the values in its message.
 */
function withoutValue(finding: Finding, { key, part }: SecretLine): Finding {
  const { fix: _fix, related: _related, ...rest } = finding;
  const hidden = hidingValues(rest);
  const named = (text: Text): Text =>
    text.map((item) =>
      typeof item !== "string" && item.text !== "" && part?.includes(item.text) ? { ...item, text: key } : item,
    );
  if (part === null) return { ...hidden, quote: false };
  return {
    ...hidden,
    message: named(hidden.message),
    ...(hidden.notes && { notes: hidden.notes.map(named) }),
    ...(hidden.help && { help: named(hidden.help) }),
    quote: false,
  };
}

/**
 * Redacts findings on lines where workstation.set holds a plain-text secret: removes the quoted line, the fix and the value
 * (docs/formats.md). Such a secret is a mistake, and more people read the output of a check than the repository.
 */
export function hidePlainSecrets(findings: readonly Finding[], compiled: CompiledEnvironment | null): readonly Finding[] {
  const secrets = compiled && findings.length > 0 ? plainSecrets(compiled.environment) : [];
  if (secrets.length === 0) return findings;
  return findings.map((finding) => {
    const { at } = finding;
    const hit = secrets.some(({ value, keySpan }) => {
      const [from, to] = [placeOf(keySpan), placeOf(value.span)];
      return at !== null && at.file === to.file && at.line <= to.endLine && from.line <= at.endLine;
    });
    if (!hit) return finding;
    const { fix: _fix, related: _related, ...rest } = finding;
    return { ...hidingValues(rest), quote: false as const };
  });
}

/**
 * Redacts findings on a properties file at keys that look like secrets. If a key occurs more than once and one of its values can be a
 * secret, the lines of all its values are redacted.
 */
export function withoutSecretLines(findings: readonly Finding[], document: PropertiesDocument): readonly Finding[] {
  if (findings.every(({ quote }) => quote === false)) return findings;
  const { text } = document;
  const keys = new Set<string>();
  // Reads the raw lines, not the loaded entries: Java stops at a malformed escape, but the lines after it can hold secrets as well.
  for (const line of document.lines) {
    const key = readAs(text, line.keyStart, line.keyEnd);
    if (mayBeSecret(key, readAs(text, line.valueStart, line.valueEnd))) keys.add(key);
  }
  if (keys.size === 0) return findings;
  const lines = secretLines(document, keys);
  return findings.map((finding) => {
    const secret = finding.at && finding.quote !== false ? lines.get(finding.at.line) : undefined;
    return secret === undefined ? finding : withoutValue(finding, secret);
  });
}

/**
 * Redacts findings on the lines of secret keys in properties files; returns findings on other files unchanged.
 * @param secretsOf Returns the keys of a file, by path, whose values are secrets.
 */
export function redact(
  findings: readonly Finding[],
  files: SourceTree,
  secretsOf: (path: string) => ReadonlySet<string>,
): readonly Finding[] {
  const known = new Map<string, ReadonlyMap<number, SecretLine>>();
  return findings.map((finding) => {
    const path = finding.at?.file ?? "";
    const secrets = path.endsWith(".properties") ? secretsOf(path) : new Set<string>();
    if (secrets.size === 0 || !finding.at) return finding;
    let lines = known.get(path);
    if (lines === undefined) {
      const read = files.read(path);
      lines = read.kind === "file" ? secretLines(PropertiesDocument.parse(read.bytes), secrets) : new Map();
      known.set(path, lines);
    }
    const secret = lines.get(finding.at.line);
    return secret === undefined ? finding : withoutValue(finding, secret);
  });
}
