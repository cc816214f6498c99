#!/usr/bin/env node
/**
 * `npm start`: takes the sample from its YAML to a rehearsed release. Needs only Node and the built command.
 * node scripts/start.mjs [--repository DIR] [--out DIR] [--cli FILE]
 * The exit code is that of the first step that fails; later steps are not started.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "./bundle/options.mjs";
import { commandLine } from "./command-line.mjs";

const { values } = commandLine(
  {
    options: {
      repository: { type: "string", default: ROOT },
      out: { type: "string" },
      cli: { type: "string", default: join(ROOT, "build", "cli.cjs") },
    },
  },
  "npm start -- [--repository DIR] [--out DIR] [--cli FILE]",
);
const out = values.out ?? join(values.repository, "dist");
const bundles = join(out, "bundles");
const shown = relative(process.cwd(), bundles) || ".";
const zip = join(shown, "production-2506.zip");

/** The serial of a bundle of a sample without a commit; every real serial is higher. */
const NO_COMMIT = "1";

const bold = (text) => (process.stdout.isTTY && !process.env.NO_COLOR ? `\u001b[1m${text}\u001b[0m` : text);

/** Runs one command of the tool; with `kept`, its error output is returned instead of printed. */
function tierwright(words, kept = false) {
  const stdio = ["ignore", "inherit", kept ? "pipe" : "inherit"];
  const found = spawnSync(process.execPath, [values.cli, "-C", values.repository, ...words], { stdio, encoding: "utf8" });
  if (found.error) process.stderr.write(`${values.cli} could not be started: ${found.error.message}\n`);
  return { code: found.status ?? 4, err: found.stderr ?? "" };
}

/** Builds the bundle. Its serial is the commit's time; without git or a commit, NO_COMMIT is used, which is printed. */
function bundle() {
  const words = ["bundle", "production", "--out", bundles, "--quiet"];
  const { code, err } = tierwright(words, true);
  if (code === 0 || !err.includes("has no serial")) {
    process.stderr.write(err);
    return code;
  }
  const why = /and (the folder|git) .*/.exec(err)?.[0].slice("and ".length) ?? "there is no commit";
  console.log(`the commit is not known (${why}): built with --serial ${NO_COMMIT}, for trying out only`);
  return tierwright([...words, "--serial", NO_COMMIT]).code;
}

const PARTS = [
  ["compile: every environment from YAML to files", () => tierwright(["compile", "--out", out]).code],
  [`bundle: production as one zip with its sums, bill of materials and scripts (${shown})`, bundle],
  ["verify: every byte against the manifest", () => tierwright(["bundle", "verify", join(bundles, "production-2506.zip")]).code],
  [
    "rehearse: its whole life on a scratch workstation, the power going at every step",
    () => tierwright(["rehearse", join(bundles, "production-2506.zip")]).code,
  ],
];

if (!existsSync(values.cli)) {
  console.error(`${values.cli} is not there: run 'npm ci' first, it builds the tool`);
  process.exit(2);
}
const wrong = { code: 0, name: "" };
for (const [index, [name, run]] of PARTS.entries()) {
  console.log(`${index === 0 ? "" : "\n"}${bold(`${index + 1}/${PARTS.length} ${name}`)}`);
  const code = run();
  if (code === 0) continue;
  Object.assign(wrong, { code, name: name.split(":")[0] });
  break;
}
console.log(
  wrong.code === 0
    ? `\n${bold("all parts held")}: next, try it on a folder of your own: npx --no-install tierwright deploy ${zip} --root FOLDER`
    : `\n${bold(`'${wrong.name}' failed`)} with exit code ${wrong.code}; what follows was not begun`,
);
process.exitCode = wrong.code;
