import {
  type PropertiesDocument,
  carriesSecret,
  isHarmless,
  mayBeSecret,
  nameKind,
  namedSecret,
  saysSecret,
  secretValuesIn,
} from "../../kernel/index.ts";

/** The text that deploy.ps1 -Collect writes in place of a secret (powershell/parts/98-collect.ps1). */
const LEFT_OUT = "(hidden)";

/** Returns true if a value is a secret, or was one before deploy.ps1 -Collect replaced it. */
export const isSecret = (key: string, value: string): boolean => value.includes(LEFT_OUT) || mayBeSecret(key, value);

/** Returns the secrets in a value: the whole value if the key's name marks it as secret, else the parts recognized as secrets. */
export function secretsOf(key: string, value: string): readonly string[] {
  if (!isSecret(key, value)) return [];
  const inside = secretValuesIn(value);
  return namedSecret(key, value) || inside.length === 0 ? [value] : inside;
}

/** The fewest characters of a secret that is recognized anywhere in a text, also inside a word, because a chance match is unlikely. */
const RECOGNISED = 8;
/**
 * The fewest characters of a secret that is recognized only between characters that are no letters or digits, and only if it does not
 * consist of letters alone or of digits alone.
 */
const SHORTEST = 5;
const IS_WORD = /^(?:[A-Za-z]+|[0-9]+)$/;
const OF_WORD = /[A-Za-z0-9]/;

function standsAlone(text: string, secret: string): boolean {
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1))
    if (!OF_WORD.test(text[at - 1] ?? "") && !OF_WORD.test(text[at + secret.length] ?? "")) return true;
  return false;
}

/** Returns true if a text contains one of the secrets. Does not search for secrets of fewer than five characters. */
export const repeats = (text: string, secrets: readonly string[]): boolean =>
  secrets.some((secret) =>
    secret.length >= RECOGNISED
      ? text.includes(secret)
      : secret.length >= SHORTEST && !IS_WORD.test(secret) && standsAlone(text, secret),
  );

/** Returns a name, not yet in `taken`, for the environment variable that holds the secret of a properties key, and adds it to `taken`. */
export function variableFor(environment: string, key: string, taken: Set<string>): string {
  const word = (text: string) =>
    text
      .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "_")
      .replace(/^_|_$/g, "");
  const wanted = [word(environment), word(key)]
    .filter((part) => part !== "")
    .join("_")
    .slice(0, 100);
  const base = /^[A-Z]/.test(wanted) ? wanted : `PLM_${wanted}`;
  let name = base;
  for (let i = 2; taken.has(name); i++) name = `${base}_${i}`;
  taken.add(name);
  return name;
}

const COMMENT = /^([ \t\f]*[#!])([^\r\n]*)/gm;

/**
 * Returns the text of a properties file in which comments that contain a secret are redacted. A '#' line that continues a key's value is no
 * comment.
 */
function hideComments(document: PropertiesDocument, secrets: readonly string[]): string {
  const { lines, text } = document;
  return text.replace(COMMENT, (whole, sign: string, comment: string, at: number) => {
    if (lines.some(({ start, end }) => start <= at && at < end)) return whole; // a '#' line that continues a key's value is no comment
    const plain = comment.replaceAll("\\", "");
    return saysSecret(comment) || saysSecret(plain) || repeats(comment, secrets) ? `${sign} ${LEFT_OUT}` : whole;
  });
}

/**
 * Returns a properties file with each secret value replaced by its placeholder and comments that hold a secret redacted. All other bytes
 * are unchanged.
 * @param secrets the secrets of all files of the workstation
 */
export function withoutSecrets(
  document: PropertiesDocument,
  placeholders: ReadonlyMap<string, string>,
  secrets: readonly string[],
): Buffer {
  const edited = document.edit([...placeholders].map(([key, value]) => ({ key, value })));
  return Buffer.from(hideComments(edited, secrets), "latin1");
}

const ATTRIBUTE = /(?<![A-Za-z0-9_.:-])([A-Za-z0-9_.:-]{1,256})([ \t\r\n]{0,100}=[ \t\r\n]{0,100})("[^"]*"|'[^']*')/g;
/** Matches XML attributes (name, key, id) whose value is the name of a setting; its value is in another attribute or in the element. */
const NAMING = /^(?:[a-z]+-)?(?:name|key|id)$/i;
const TAG_NAME = /^<([^\s/>]*)/;

const local = (name: string): string => name.slice(name.lastIndexOf(":") + 1);
const unquoted = (quoted: string): string => quoted.slice(1, -1);

/** Yields each tag or comment of an XML text together with the text after it, in order. */
function* tagsIn(text: string): Generator<string> {
  for (let at = text.indexOf("<"); at >= 0 && at < text.length; ) {
    const isComment = text.startsWith("<!--", at);
    const end = text.indexOf(isComment ? "-->" : ">", at);
    const next = end < 0 ? -1 : text.indexOf("<", end);
    yield text.slice(at, next < 0 ? text.length : next);
    if (next < 0) return;
    at = next;
  }
}

/** Returns a tag or comment and the text after it, with secrets redacted. */
function hideTag(part: string, secrets: readonly string[]): string {
  const holds = (name: string, value: string) => namedSecret(name, value) || carriesSecret(value) || repeats(value, secrets);
  if (part.startsWith("<!--")) {
    const end = part.indexOf("-->");
    const comment = part.slice(4, end < 0 ? part.length : end);
    return end >= 0 && (saysSecret(comment) || repeats(comment, secrets)) ? `<!-- ${LEFT_OUT} -->${part.slice(end + 3)}` : part;
  }
  const end = part.indexOf(">") + 1;
  if (end === 0) return part;
  const [tag, after] = [part.slice(0, end), part.slice(end)];
  const attributes = [...tag.matchAll(ATTRIBUTE)].map(([, name = "", , quoted = ""]) => [local(name), unquoted(quoted)] as const);
  const named = [
    ...attributes.flatMap(([name, value]) => (NAMING.test(name) ? [value] : [])),
    local(TAG_NAME.exec(tag)?.[1] ?? ""),
  ].find((name) => nameKind(name) !== "none");
  const opens = (value: string) => named !== undefined && !isHarmless(nameKind(named), value);
  const hidden = tag.replace(ATTRIBUTE, (whole, name: string, equals: string, quoted: string) => {
    const value = unquoted(quoted);
    const beside = /^value$/i.test(local(name)) && opens(value);
    return beside || holds(NAMING.test(local(name)) ? "" : local(name), value) ? `${name}${equals}"${LEFT_OUT}"` : whole;
  });
  const said = after.trim();
  return hidden + (said !== "" && (opens(said) || holds("", said)) ? LEFT_OUT : after);
}

/**
 * Returns XML with its secrets redacted, as deploy.ps1 -Collect redacts them.
 * @param secrets the secrets of the workstation's other files
 */
export function xmlWithoutSecrets(bytes: Buffer, secrets: readonly string[]): Buffer {
  const text = bytes.toString("latin1");
  const start = text.indexOf("<");
  if (start < 0) return bytes;
  const parts = [text.slice(0, start)];
  for (const part of tagsIn(text)) parts.push(hideTag(part, secrets));
  return Buffer.from(parts.join(""), "latin1");
}
