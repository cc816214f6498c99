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

/** A line that holds a secret, or a part of one: the key that it belongs to, and what Java reads there as a key although it is a part of the value. */
interface SecretLine {
  readonly key: string;
  readonly part: string | null;
}

/** As UTF-8 readers begin a file; Java takes it for a part of the first key. */
const MARK = "\u00ef\u00bb\u00bf";

/** The keys of further lines that a value swallows, because a backslash joins them. */
function swallowed(document: PropertiesDocument, line: LogicalLine): readonly string[] {
  const [, ...further] = document.text.slice(line.keyStart, line.contentEnd).split(/\r\n|[\r\n]/);
  return further.flatMap((text) => /^[ \t\f]*([^ \t\f=:]+)[ \t\f]*[=:]/.exec(text)?.[1] ?? []);
}

const readAs = (text: string, start: number, end: number): string =>
  tokens(text, start, end)
    .map((token) => token.text)
    .join("");

/** Which lines of a file hold a secret: those of its key, and those that were to be joined to it and are entries of their own now. */
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

/** The finding without any value of the line: what stands there is most likely the secret itself. */
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
 * Where workstation.set holds a secret in plain text, every finding on its lines is shown without the line, its fix, and the value
 * (docs/formats.md): it is a mistake of a person, and the output of a check is read by more people than the repository.
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

/** Findings on a properties file without the values of keys one of whose lines may hold a secret: another line of such a key tells it as well. */
export function withoutSecretLines(findings: readonly Finding[], document: PropertiesDocument): readonly Finding[] {
  if (findings.every(({ quote }) => quote === false)) return findings;
  const { text } = document;
  const keys = new Set<string>();
  // not as loaded: Java stops at a malformed escape, and what stands after it is a secret all the same
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

/** Takes the values of secret keys out of findings on properties files: `secretsOf` gives the secret keys of a path. */
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
