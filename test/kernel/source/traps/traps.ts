/** Fills `length` characters with what `piece` gives for 0, 1, 2, ... */
function fill(length: number, piece: (i: number) => string): string {
  const parts: string[] = [];
  for (let size = 0, i = 0; size < length; i++) {
    const part = piece(i);
    parts.push(part);
    size += part.length;
  }
  return parts.join("");
}

const same = (text: string) => (length: number) => fill(length, () => text);

/** `a0: &a0 [x, ...]`, each level repeating the one above it nine times. */
function laughs(): string {
  const level = (i: number) => `a${i}: &a${i} [${Array.from({ length: 9 }, () => (i === 0 ? "x" : `*a${i - 1}`)).join(", ")}]\n`;
  return Array.from({ length: 12 }, (_, i) => level(i)).join("");
}

const HEAD = "apiVersion: tierwright/v1\nkind: Environment\nname: trap\n";

/** Documents that take readers more than linear time or memory, by name: their text for a length. */
export const TRAPS: Readonly<Record<string, (length: number) => string>> = {
  "brackets that never close": same("["),
  "braces that never close": same("{a: "),
  "lists in lists": same("- "),
  "explicit keys in keys": same("? "),
  "colons in colons": same(": "),
  "indentation that grows": (length) => fill(length, (i) => `${" ".repeat(i)}a:\n`),
  "keys of one map": (length) => fill(length, (i) => `k${i}: v\n`),
  "keys of one bracketed map": (length) => `{${fill(length, (i) => `k${i}: v, `)}}`,
  "one key again and again": same("a: 1\n"),
  "items of one bracketed list": (length) => `[${fill(length, () => "a, ")}]`,
  "commas only": (length) => `[${fill(length, () => ",")}`,
  "closing brackets": same("]"),
  "anchors on anchors": same("&a "),
  "tags on tags": same("!a "),
  "tags of values": same("- !a x\n"),
  "anchors and unknown aliases": (length) => fill(length, (i) => `- &a${i} x\n- *b${i}\n`),
  "aliases of a list of aliases": laughs,
  "aliases of a long list": (length) => `a: &a [${fill(length / 2, () => "x, ")}]\nb: [${fill(length / 2, () => "*a, ")}]\n`,
  "a chain of aliases": (length) => `a0: &a0 x\n${fill(length, (i) => `a${i + 1}: &a${i + 1} [*a${i}]\n`)}`,
  "values that are null": same("- \n"),
  "wrong escapes": same('- "\\q"\n'),
  "quotes that never close": same('- "a\n'),
  "quotes next to quotes": same('""'),
  escapes: (length) => `a: "${fill(length, () => "\\n")}"`,
  "one long value": (length) => `a: ${fill(length, () => "x")}`,
  "one long quoted value over lines": (length) => `a: '${fill(length, () => "x\n ")}'`,
  "one long block": (length) => `a: |\n${fill(length, () => "  x\n")}`,
  "one long folded block": (length) => `a: >\n${fill(length, () => "  x\n")}`,
  "empty lines of a block": (length) => `a: >\n${fill(length, () => "  \n")}  x\n`,
  "one long comment": (length) => `# ${fill(length, () => "x")}`,
  "comments in a map": (length) => `a:\n${fill(length, () => "  # c\n")}  b: 1\n`,
  "blanks inside a value": (length) => `a: b${fill(length, () => " ")}c`,
  tabs: same("\t"),
  "control characters": same("\u0001"),
  "carriage returns": same("\r"),
  documents: same("---\n"),
  directives: same("%YAML 1.1\n"),
  "unknown keys": (length) => HEAD + fill(length, (i) => `k${i}: 1\n`),
  "keys of properties files on a wrong level": (length) =>
    `${HEAD}workstation:\n  set:\n${fill(length, (i) => `    K${i}: 1\n`)}`,
  "keys on a level too high": (length) =>
    `${HEAD}tier:\n  auth: plm.example.com\n  hosts:\n${fill(length, (i) => `  h${i}.example.com: 10.0.0.1\n`)}`,
  "wrong items": (length) => `${HEAD}tier:\n  members: [${fill(length, () => "[], ")}]\n`,
  "wrong items below a long key": (length) =>
    `${HEAD}tier: { hosts: { "${"k".repeat(1000)}": [${fill(length, () => "[], ")}] } }\n`,
  "a key as long as the file": (length) =>
    `${HEAD}tier: { hosts: { "${fill(length / 2, () => "k")}": [${fill(length / 2, () => "[], ")}] } }\n`,
  "long unknown keys": (length) => HEAD + fill(length, (i) => `${"k".repeat(900)}${i}: 1\n`),
  "items that lack a key": (length) => `${HEAD}ignore: [${fill(length, () => "{}, ")}]\n`,
};
