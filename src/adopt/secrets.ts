import type { PropertiesDocument } from "../formats/properties/document.ts";
import { carriesSecret, looksSecret, saysSecret } from "../model/secret-names.ts";

/** What deploy.ps1 -Collect leaves of a value that nobody may see (powershell/parts/98-collect.ps1). */
const LEFT_OUT = "(hidden)";

/** Texts that are nobody's secret under whatever name: a switch, a small number, nothing. */
const HARMLESS = /^(?:true|false|yes|no|on|off|none|\d{1,4})?$/i;

/** The name says of itself that a secret stands there, even one of digits. */
const NAMED = /(passw(or)?d|passphrase|(^|[_.-])(pwd|pass|pin))$/i;

/** An option of a program that gives one, such as -Djavax.net.ssl.trustStorePassword=... */
const IN_OPTION = /-[\w.-]*(?:passw|secret|token|credential|pwd)[\w.-]*[=:][^\s]/i;

/** Whether a value looks like a password, or was one before it was left out. */
export function isSecret(key: string, value: string): boolean {
  if (value.includes(LEFT_OUT) || carriesSecret(value) || IN_OPTION.test(value)) return true;
  if (!looksSecret(key)) return false;
  return NAMED.test(key) ? !/^(?:true|false|yes|no|on|off)?$/i.test(value.trim()) : !HARMLESS.test(value.trim());
}

/** A value this long that stands in another place too is the same secret, not chance. */
const RECOGNISED = 8;

/** True when a text repeats one of the secrets. */
export const repeats = (text: string, secrets: readonly string[]): boolean =>
  secrets.some((secret) => secret.length >= RECOGNISED && text.includes(secret));

/** The name of a variable of the process environment for a key, unlike every one in `taken`, which it joins. */
export function variableFor(environment: string, key: string, taken: Set<string>): string {
  const word = (text: string) =>
    text
      .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "_")
      .replace(/^_+|_+$/g, "");
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

/** Lines of a properties file that are comments: where nothing is joined to the line before. */
function hideComments(document: PropertiesDocument, secrets: readonly string[]): string {
  const { lines, text } = document;
  return text.replace(COMMENT, (whole, sign: string, comment: string, at: number) => {
    if (lines.some(({ start, end }) => start <= at && at < end)) return whole; // part of an entry that goes on there
    const plain = comment.replaceAll("\\", "");
    return saysSecret(comment) || saysSecret(plain) || repeats(comment, secrets) ? `${sign} ${LEFT_OUT}` : whole;
  });
}

/** The file without its secrets: each value replaced by what stands for it, and no comment that tells one. Everything else keeps its bytes. */
export function withoutSecrets(document: PropertiesDocument, placeholders: ReadonlyMap<string, string>): Buffer {
  const { map } = document.load();
  const secrets = [...placeholders.keys()].flatMap((key) => map.get(key)?.value ?? []);
  const edited = document.edit([...placeholders].map(([key, value]) => ({ key, value })));
  return Buffer.from(hideComments(edited, secrets), "latin1");
}

const TAG = /(<!--[\s\S]*?-->|<[^<>]*>)([^<]*)/g;
const ATTRIBUTE = /([\w.:-]+)(\s*=\s*)("[^"]*"|'[^']*')/g;

/** XML without the values of secrets, as deploy.ps1 -Collect hides them. */
export function xmlWithoutSecrets(bytes: Buffer): Buffer {
  const text = bytes.toString("latin1").replace(TAG, (_, tag: string, after: string) => {
    if (tag.startsWith("<!--")) return (saysSecret(tag.slice(4, -3)) ? `<!-- ${LEFT_OUT} -->` : tag) + after;
    const unquoted = (quoted: string) => quoted.slice(1, -1);
    const attributes = [...tag.matchAll(ATTRIBUTE)];
    const named = attributes.some(
      ([, name = "", , quoted = ""]) => /^(name|key|id)$/i.test(name) && looksSecret(unquoted(quoted)),
    );
    const secret = named || looksSecret(/^<([^\s/>]*)/.exec(tag)?.[1] ?? "");
    const hidden = tag.replace(ATTRIBUTE, (whole, name: string, equals: string, quoted: string) => {
      const own = !/^(name|key|id)$/i.test(name) && looksSecret(name) && !HARMLESS.test(unquoted(quoted));
      return own || (secret && /^value$/i.test(name)) || carriesSecret(unquoted(quoted))
        ? `${name}${equals}"${LEFT_OUT}"`
        : whole;
    });
    const said = after.trim() !== "" && (secret || carriesSecret(after.trim()));
    return hidden + (said ? LEFT_OUT : after);
  });
  return Buffer.from(text, "latin1");
}
