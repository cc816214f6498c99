import type { CompiledEnvironment } from "../compile/compiled.ts";
import { plainSecrets } from "../compile/plain-secrets.ts";
import type { Finding } from "../diagnostic/finding.ts";
import { type Text, withoutValues } from "../diagnostic/text.ts";
import { PropertiesDocument } from "../formats/properties/document.ts";
import type { RepositoryFiles } from "../io/repository-files.ts";
import { placeOf } from "../source/tree.ts";

/** The key that a line of a properties file belongs to, continuations included. */
function keyAt(document: PropertiesDocument, line: number): string | null {
  const at = document.lines.find((item) => item.line <= line && line <= item.endLine);
  if (!at) return null;
  return document.load().entries.find((entry) => entry.line === at.line)?.key ?? document.text.slice(at.keyStart, at.keyEnd);
}

/** The finding without any value of the line: what stands there is most likely the secret itself. */
function withoutValue(finding: Finding, key: string): Finding {
  const { fix: _fix, related: _related, ...rest } = finding;
  // words that name nothing may hold the value unmarked
  if (finding.message.every((part) => typeof part === "string")) {
    const message = `${key}: ${finding.rule} is raised by its value, which is not shown, because the key is declared a secret`;
    return { ...rest, message: [message], quote: false };
  }
  return { ...hidingValues(rest), quote: false };
}

/** The same words, with no value in them. */
function hidingValues<F extends Pick<Finding, "message" | "notes" | "help">>(finding: F): F {
  return {
    ...finding,
    message: withoutValues(finding.message),
    ...(finding.notes && { notes: finding.notes.map((note) => withoutValues(note)) }),
    ...(finding.help && { help: withoutValues(finding.help) }),
  };
}

/**
 * Where workstation.set holds a secret in plain text, every finding on its lines is shown without the line, its fix, and the value
 * (docs/formats.md): it is a mistake of a person, and the output of a check is read by more people than the repository.
 */
export function hidePlainSecrets(findings: readonly Finding[], compiled: CompiledEnvironment | null): readonly Finding[] {
  const secrets = compiled ? plainSecrets(compiled.environment) : [];
  if (secrets.length === 0) return findings;
  return findings.map((finding) => {
    const { at } = finding;
    const hit = secrets.filter(({ value, keySpan }) => {
      const [from, to] = [placeOf(keySpan), placeOf(value.span)];
      return at !== null && at.file === to.file && at.line <= to.endLine && from.line <= at.endLine;
    });
    if (hit.length === 0) return finding;
    const { fix: _fix, related: _related, ...rest } = finding;
    const scrubbed = (text: string) =>
      hit.reduce((said, { value }) => (value.text.length > 0 ? said.replaceAll(value.text, "(not shown)") : said), text);
    const hidden = (text: Text): Text =>
      withoutValues(text).map((part) => (typeof part === "string" ? scrubbed(part) : { ...part, text: scrubbed(part.text) }));
    const help = finding.help === undefined ? {} : { help: hidden(finding.help) };
    const notes = finding.notes === undefined ? {} : { notes: finding.notes.map(hidden) };
    return { ...rest, message: hidden(finding.message), ...notes, ...help, quote: false as const };
  });
}

/** Takes the values of secret keys out of findings on properties files: `secretsOf` gives the secret keys of a path. */
export function redact(
  findings: readonly Finding[],
  files: RepositoryFiles,
  secretsOf: (path: string) => ReadonlySet<string>,
): readonly Finding[] {
  const documents = new Map<string, PropertiesDocument | null>();
  return findings.map((finding) => {
    const path = finding.at?.file ?? "";
    const secrets = path.endsWith(".properties") ? secretsOf(path) : new Set<string>();
    if (secrets.size === 0 || !finding.at) return finding;
    let document = documents.get(path);
    if (document === undefined) {
      const read = files.read(path);
      document = read.kind === "file" ? PropertiesDocument.parse(read.bytes) : null;
      documents.set(path, document);
    }
    const key = document && keyAt(document, finding.at.line);
    return key !== null && secrets.has(key) ? withoutValue(finding, key) : finding;
  });
}
