/*
 * Ways to damage a repository. Each gets the files (path to text, one character a byte), a random generator and the path of the file to
 * damage, and changes the files. A way that finds nothing to damage leaves them unchanged.
 */

const linesOf = (text) => text.split(/(?<=\n)/);

/** Changes one random line that `fits`; a `change` of null deletes the line. */
function inLine(files, chance, path, fits, change) {
  const lines = linesOf(files.get(path) ?? "");
  const fitting = lines.flatMap((line, i) => (line.trim() !== "" && fits(line) ? [i] : []));
  if (fitting.length === 0) return;
  const at = chance.one(fitting);
  lines[at] = change(lines[at]) ?? "";
  files.set(path, lines.join(""));
}

const any = () => true;
const KEY = /^(\s*(?:- )?(?:\{ )?)([A-Za-z][\w.]*)(?=\s*[:=])/;
const HOST = /\b(?:[a-z][a-z0-9-]*\.)+example\.(?:com|org)\b/g;
const VALUE = /([:=]\s*)(["']?[^\s"'{}[\],#][^{}[\],#\r\n]*?["']?)(\s*(?:#.*)?\r?\n?)$/;
const VALUES = [
  "''",
  "yes",
  "-1",
  "12345678901234567890",
  "http",
  "https://other.example.com:8443/tc",
  "plm.example.com",
  "D:\\users\\x",
  "C:/Temp/x",
  "\\u12",
  "[a, b]",
  "{ a: b }",
  "2606",
  '"2506"',
  "null",
  "2036-13-45",
  "production",
  "Passw0rd-of-the-example",
];

const insertAt = (text, at, what) => text.slice(0, at) + what + text.slice(at);
const foldersOf = (files) => [...new Set([...files.keys()].flatMap((path) => /^environments\/([^/]+)\//.exec(path)?.[1] ?? []))];

/** Renames a whole folder, or adds a second folder with its content. */
function again(files, from, to, move) {
  for (const [path, text] of [...files]) {
    if (!path.startsWith(`${from}/`)) continue;
    files.set(to + path.slice(from.length), text);
    if (move) files.delete(path);
  }
}

/** Damages after which the file is still readable; they are chosen more often than all others. */
const MEANING = {
  "a line deleted": (files, chance, path) => inLine(files, chance, path, any, () => null),
  "a line doubled": (files, chance, path) => inLine(files, chance, path, any, (line) => line + line),
  "a key misspelled": (files, chance, path) =>
    inLine(
      files,
      chance,
      path,
      (line) => KEY.test(line),
      (line) => line.replace(KEY, (_, head, key) => head + key.slice(0, -2) + key.slice(-1) + key.slice(-2, -1)),
    ),
  "a key in capitals": (files, chance, path) =>
    inLine(
      files,
      chance,
      path,
      (line) => KEY.test(line),
      (line) => line.replace(KEY, (_, head, key) => head + (key === key.toUpperCase() ? key.toLowerCase() : key.toUpperCase())),
    ),
  "a wrong value": (files, chance, path) =>
    inLine(
      files,
      chance,
      path,
      (line) => VALUE.test(line),
      (line) => line.replace(VALUE, (_, sign, _value, rest) => sign + chance.one(VALUES) + rest),
    ),
  "an empty value": (files, chance, path) =>
    inLine(
      files,
      chance,
      path,
      (line) => VALUE.test(line),
      (line) => line.replace(VALUE, (_, sign, _value, rest) => sign.trimEnd() + rest),
    ),
  "a host swapped": (files, chance, path) => {
    const hosts = [...new Set([...files.values()].flatMap((text) => text.match(HOST) ?? []))].sort();
    const fits = (line) => line.match(HOST) !== null;
    inLine(files, chance, path, fits, (line) => line.replace(HOST, () => chance.one(hosts)));
  },
  "another port": (files, chance, path) =>
    inLine(
      files,
      chance,
      path,
      (line) => /:\d{4}\b/.test(line),
      (line) => line.replace(/:\d{4}\b/, chance.one([":7001", ":443", ":99999", ""])),
    ),
  "http for https": (files, chance, path) =>
    inLine(
      files,
      chance,
      path,
      (line) => line.includes("https:"),
      (line) => line.replace("https:", chance.one(["http:", "htps:", "tccs:"])),
    ),
  "another release": (files, chance, path) =>
    inLine(
      files,
      chance,
      path,
      (line) => /\b2[456]06\b/.test(line),
      (line) => line.replace(/\b2[456]06\b/, chance.one(["2406", "2506", "2606", "2660"])),
    ),
  "a key set": (files, chance, path) => {
    const pair = chance.one([
      "TC_SERVER_URL: https://other.example.com:8443/tc",
      "STAGING_DIRS: x",
      "DB_PASSWORD: plain-Secret-1",
      "Transport: https",
    ]);
    inLine(
      files,
      chance,
      path,
      (line) => /^workstation:/.test(line),
      (line) => `${line}  set: { connector: { ${pair} } }\n`,
    );
  },
};

/** Damages of one line after which the file can be unreadable. */
const LINE = {
  "an invalid escape": (files, chance, path) =>
    inLine(
      files,
      chance,
      path,
      (line) => /[=:]/.test(line),
      (line) => line.replace(/\r?\n?$/, (end) => chance.one(["\\u00g1", "\\q", "\\", "D:\\users"]) + end),
    ),
  "a trailing blank": (files, chance, path) =>
    inLine(files, chance, path, any, (line) => line.replace(/\r?\n?$/, (end) => ` ${end}`)),
  "another indentation": (files, chance, path) =>
    inLine(files, chance, path, any, (line) => chance.one(["  ", "\t", " "]) + line),
  "a foreign key": (files, chance, path) =>
    inLine(
      files,
      chance,
      path,
      any,
      (line) => `${line}${chance.one(["NEW_KEY=1\n", "password: plain-Secret-1\n", "  unknown: true\n"])}`,
    ),
};

/** Damages of a whole file or folder. */
const FILE = {
  "a file deleted": (files, _, path) => files.delete(path),
  "a file emptied": (files, _, path) => files.set(path, ""),
  "a file cut off": (files, chance, path) => {
    const text = files.get(path) ?? "";
    files.set(path, text.slice(0, chance.below(text.length + 1)));
  },
  "a byte order mark": (files, _, path) => files.set(path, `\u00ef\u00bb\u00bf${files.get(path) ?? ""}`),
  "line ends of Windows": (files, _, path) => files.set(path, (files.get(path) ?? "").replaceAll("\n", "\r\n")),
  "a merge conflict": (files, chance, path) => {
    const lines = linesOf(files.get(path) ?? "");
    lines.splice(chance.below(lines.length), 0, "<<<<<<< ours\n", "=======\n", ">>>>>>> theirs\n");
    files.set(path, lines.join(""));
  },
  "a byte that is none of UTF-8": (files, chance, path) => {
    const text = files.get(path) ?? "";
    files.set(path, insertAt(text, chance.below(text.length + 1), "\u00ff"));
  },
  "a bracket lost": (files, chance, path) =>
    inLine(
      files,
      chance,
      path,
      (line) => /[\]}"']/.test(line),
      (line) => line.replace(/[\]}"']/, ""),
    ),
  "an environment renamed": (files, chance) => {
    const name = chance.one(foldersOf(files));
    if (name) again(files, `environments/${name}`, `environments/${name}-new`, true);
  },
  "an environment copied": (files, chance) => {
    const name = chance.one(foldersOf(files));
    if (name) again(files, `environments/${name}`, `environments/copy-${name}`, false);
  },
  "a release renamed": (files, chance) =>
    again(files, "releases/2506", `releases/${chance.one(["2505", "2506-old", "2606"])}`, true),
};

/** Damages one file of the repository in one way, and returns what was done in words. */
export function damage(files, chance) {
  const ways = chance.one([MEANING, MEANING, MEANING, MEANING, MEANING, MEANING, MEANING, MEANING, LINE, FILE]);
  const name = chance.one(Object.keys(ways));
  // most rules read the files of environments, so these are damaged most often
  const paths = [...files.keys()].filter((path) => !/\.(?:mdzip|jar|class)$/.test(path)).sort();
  const own = paths.filter((path) => path.startsWith("environments/"));
  const path = chance.one(chance.below(3) > 0 && own.length > 0 ? own : paths);
  if (path === undefined) return "nothing is left";
  ways[name](files, chance, path);
  return `${name}: ${path}`;
}
