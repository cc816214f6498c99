/**
 * The command's files as scripts (launcher.cjs): each ES module as the bundler splits it becomes one function of what it imports. No file
 * of the command imports itself in a circle (refused here), and nobody assigns what is exported (test/house/exports.test.ts), so a name is
 * taken once, not looked up at each use.
 */
import { createHash } from "node:crypto";
import { transform } from "esbuild";

/** What the bundler is asked for: `import()` as a promise of `require()`, and no character that a string of bytes could not hold. */
export const FOR_SCRIPTS = {
  supported: { "dynamic-import": false },
  charset: "ascii",
  define: { "import.meta.url": "module.url" },
};

const IMPORT = /(?<=^|[;}\n])import(?:(?: ([\w$]+) |\*as ([\w$]+) |\{([^{}]*)\})from)?"(node:[\w/]+|\.\/[\w./-]+\.js)";/g;
const EXPORT = /(?<=^|[;}\n])export\{([^{}]*)\};?\s*$/;

const bindings = (names, apart) =>
  names
    .split(",")
    .filter((name) => name !== "")
    .map((name) => name.replace(/^(\S+) as (\S+)$/, apart));

const scriptName = (path) => path.replace(/^(?:\.\/)?(?:parts\/)?/, "./").replace(/\.js$/, ".cjs");

/** One ES module as a script that gives a function of `require` and `module`. */
export function asScript(text) {
  const asked = [];
  const without = text.replace(IMPORT, (_, whole, all, names, from) => {
    const value = `require("${from.startsWith("node:") ? from : scriptName(from)}")`;
    if (whole ?? all) asked.push(`const ${whole ?? all}=${value};`);
    else if (names) asked.push(`const{${bindings(names, "$1:$2").join()}}=${value};`);
    else asked.push(`${value};`);
    return "";
  });
  // biome-ignore format: one step a line
  const body = without
    .replace(EXPORT, (_, names) => `module.exports={${bindings(names, "$2:$1").join()}};`)
    .replace(/__toESM\(__require\("(?:\.\/parts|\.)\/([\w.-]+)\.js"\),1\)/g, 'require("./$1.cjs")')
    // what is found when the command runs is an ES module of its own: a server
    .replace(/__toESM\(__require\((?!")/g, "module.import((")
    // the bundler leaves them in patterns and tagged templates, where the escape is the same character
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `(function(require,module){"use strict";${asked.join("")}${body}})\n`;
}

const FIRST = /^\(function\(require,module\)\{"use strict";((?:(?:const(?: [\w$]+|\{[^{}]*\})=)?require\("[^"]+"\);)*)/;

/** What a script asks for before it runs: of two that do so of each other, one would get nothing. */
function askedFirst(script) {
  const [, lines = ""] = FIRST.exec(script) ?? [];
  return [...lines.matchAll(/require\("\.\/([^"]+)"\)/g)].map(([, name]) => `parts/${name}`);
}

function refuseCircles(scripts) {
  const done = new Set();
  const visit = (name, path) => {
    const circle = path.indexOf(name);
    if (circle >= 0) throw new Error(`scripts ask for each other: ${[...path.slice(circle), name].join(", ")}`);
    if (done.has(name)) return;
    for (const next of askedFirst(scripts.get(name) ?? "")) visit(next, [...path, name]);
    done.add(name);
  };
  for (const name of scripts.keys()) visit(name, []);
}

const isEntry = (name) => !name.includes("/");
const ONLY = /^(?:import"[^"]+";)*import\{main\}from"\.\/parts\/([^"]+)\.js";(?:import"[^"]+";)*export\{main\};\s*$/;

/** Names a script by its content, as the bundler names the parts. */
const named = (name, text) =>
  `${name.replace(/\.js$/, "")}-${createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase()}`;

/** The files of the command as scripts, with the launcher as each entry: the command, and its worker. `files`: name below build/ -> text. */
export async function scriptsOf(files, launcher) {
  const outputs = new Map();
  const entries = new Map();
  for (const [name, text] of files) {
    const script = asScript(text);
    // what was not turned is no statement of a function: the parser says so
    await transform(script, { loader: "js", format: "iife", logLevel: "silent" }).catch((error) => {
      throw new Error(`${name} is no script: ${error.errors?.[0]?.text ?? error.message}`);
    });
    if (/\brequire\("\.\/[^"]*\.js"\)|\b__toESM\(__require\("\./.test(script))
      throw new Error(`${name} asks for what is no script`);
    if (!isEntry(name)) {
      outputs.set(name.replace(/\.js$/, ".cjs"), script);
      continue;
    }
    // an entry that only hands on the `main` of a part needs no script of its own, which spares the start a file
    const [, part] = ONLY.exec(text) ?? [];
    entries.set(name, part ?? named(name, text));
    if (!part) outputs.set(`parts/${entries.get(name)}.cjs`, script);
  }
  refuseCircles(outputs);
  for (const [entry, first] of entries) {
    const { code } = await transform(launcher, {
      define: { __ENTRY__: JSON.stringify(`${first}.cjs`) },
      platform: "node",
      minifyWhitespace: true,
      minifySyntax: true,
      legalComments: "none",
    });
    outputs.set(entry.replace(/\.js$/, ".cjs"), `#!/usr/bin/env node\n${code}`);
  }
  // for whoever names the command by this path; it starts slower, as an ES module
  return outputs.set("cli.js", '#!/usr/bin/env node\nimport "./cli.cjs";\n');
}
