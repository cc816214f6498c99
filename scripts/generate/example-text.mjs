/** A rule's example as a reader sees it: the file, and the lines before and after. */

/** Characters that an eye would miss are shown as escapes, in changed lines only. */
function visible(line) {
  return line
    .replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is made visible
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ufffd]/g,
      (c) => `<${c.codePointAt(0).toString(16).toUpperCase().padStart(2, "0")}>`,
    )
    .replaceAll("\t", "<TAB>")
    .replace(/ +$/, (spaces) => "\u00b7".repeat(spaces.length));
}

function marked(sign, text) {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => `${sign}${visible(line)}\n`)
    .join("");
}

function fenced(language, text) {
  const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `\n${fence}${language}\n${text}${fence}\n`;
}

/** Bytes are shown one character a byte: escapes for what is not ASCII would be longer than they are clear. */
function contentOf(example) {
  return typeof example.with === "string" ? example.with : Buffer.from(example.with).toString("latin1");
}

/** The whole lines that a replacement touches, before and after it. */
function touchedLines(text, example) {
  const at = text.indexOf(example.replace);
  if (at < 0) throw new Error(`example: ${example.file} has no text ${JSON.stringify(example.replace)}`);
  const end = at + example.replace.length;
  const from = text.lastIndexOf("\n", at - 1) + 1;
  const next = text.indexOf("\n", Math.max(from, example.replace.endsWith("\n") ? end - 1 : end));
  const to = next < 0 ? text.length : next;
  const changed = text.slice(from, at) + contentOf(example) + text.slice(end, Math.max(end, to));
  return { before: text.slice(from, to), after: changed };
}

/** The same lines without those at the beginning that stay as they are. */
function changedLines({ before, after }) {
  const [old, now] = [before, after].map((text) => text.replace(/\n$/, "").split("\n"));
  let same = 0;
  while (same < old.length && same < now.length - 1 && old[same] === now[same]) same++;
  return { before: old.slice(same).join("\n"), after: now.slice(same).join("\n") };
}

function settings(options) {
  const words = [];
  if (options?.today) words.push(`on ${options.today}`);
  if (options?.requireProof) words.push("with `--require-proof`");
  if (options?.hosts) words.push("with a hosts file");
  return words.length > 0 ? ` (${words.join(", ")})` : "";
}

/** Markdown of one example with everything it changes besides. */
export function exampleText(example, repository) {
  const whole = example.replace === undefined ? " as a whole" : "";
  const signIn = example.signIn ? " (sso)" : "";
  const title = `\n\`${example.file}\`${whole}${settings(example.options)}${signIn}\n`;
  const original = repository[example.file] ?? "";
  let body;
  if (example.replace === undefined) {
    body = fenced("", marked("", contentOf(example)));
  } else {
    const { before, after } = changedLines(touchedLines(original, example));
    body = fenced("diff", (before === "" ? "" : marked("-", before)) + (after === "" ? "" : marked("+", after)));
  }
  const hosts = example.options?.hosts ? `\nHosts file:\n${fenced("", marked("", example.options.hosts))}` : "";
  const others = (example.also ?? []).map((also) => exampleText(also, repository));
  return title + body + others.join("") + hosts;
}
