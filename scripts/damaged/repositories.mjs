/** Makes the repositories to damage: the sample, the inputs of test/cases, and the example repository with examples of rules. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../bundle/options.mjs";
import { filesBelow } from "../generate/sources.mjs";
import { damage } from "./damages.mjs";

/** Returns files as texts of one character a byte, by their paths from `below`. */
async function filesOf(paths, below) {
  const read = async (path) => [path.slice(below.length), (await readFile(join(ROOT, path))).toString("latin1")];
  return new Map(await Promise.all(paths.map(read)));
}

/** Returns the sample without the bytes of its kits, which no check reads. */
async function sample() {
  const paths = (await Promise.all(["environments", "releases", "templates"].map((folder) => filesBelow(folder, "")))).flat();
  return filesOf(
    paths.filter((path) => !/^releases\/[^/]+\/kit\//.test(path)),
    "",
  );
}

/** Returns the input of each case that has one, on the example repository. */
async function cases(example) {
  const paths = await filesBelow("test/cases", "");
  const names = [...new Set(paths.flatMap((path) => /^test\/cases\/[^/]+\/in\//.exec(path)?.[0] ?? []))];
  const own = names.map((name) =>
    filesOf(
      paths.filter((path) => path.startsWith(name)),
      name,
    ),
  );
  return (await Promise.all(own)).map((files) => new Map([...example, ...files]));
}

const latin1 = (content) => Buffer.from(content).toString("latin1");

/** Applies an example of a rule to the files, if they contain the text that it replaces. */
function apply(files, { file, replace, with: content, signIn, also = [] }, signInFiles) {
  if (signIn) for (const [path, text] of signInFiles) if (!files.has(path)) files.set(path, text);
  const text = files.get(file);
  if (replace === undefined) files.set(file, latin1(content));
  else if (text?.includes(latin1(replace)))
    files.set(
      file,
      text.replace(latin1(replace), () => latin1(content)),
    );
  for (const one of also) apply(files, one, signInFiles);
}

/** Adds copies of an environment, each with its own name, half of them on their own tier. */
function multiply(files, chance, count) {
  const names = [...files.keys()].flatMap((path) => /^environments\/([^/]+)\/environment\.yaml$/.exec(path)?.[1] ?? []).sort();
  for (let i = 0; i < count && names.length > 0; i++) {
    const name = chance.one(names);
    const host = chance.below(2) === 0 ? `plm-${i}.example.com` : "plm.example.com";
    for (const [path, text] of [...files]) {
      if (!path.startsWith(`environments/${name}/`)) continue;
      const own = text.replace(new RegExp(`^name: ${name}\\b`, "m"), `name: ${name}-${i}`).replaceAll("plm.example.com", host);
      files.set(path.replace(`/${name}/`, `/${name}-${i}/`), own);
    }
  }
}

/** Returns a function that makes the damaged repository of a number: its files, and the damage in words. */
export async function damagedRepositories({ EXAMPLE_REPOSITORY, EXAMPLE_SIGN_IN, RULES }, chanceOf) {
  const texts = (files) => new Map(Object.entries(files).map(([path, text]) => [path, latin1(text)]));
  const [example, signIn] = [texts(EXAMPLE_REPOSITORY), texts(EXAMPLE_SIGN_IN)];
  const sound = [await sample(), example, new Map([...example, ...signIn]), ...(await cases(example))];
  const shown = RULES.filter(({ fails }) => fails.repeat === undefined);
  // examples of unreadable files are left out, because no rule runs on a file that cannot be read
  const readable = shown.filter(({ id }) => !id.startsWith("repo/"));
  return (number) => {
    const chance = chanceOf(number + 1);
    const kind = number % 8;
    const files = new Map(kind < 3 ? sound[kind] : kind === 3 ? chance.one(sound) : sound[1 + (number % 2)]);
    const done = [];
    if (kind > 0)
      for (let i = chance.below(8); i >= 0; i--)
        apply(files, chance.one(i === 0 && number % 3 === 0 ? shown : readable).fails, signIn);
    if (kind === 7) for (let i = chance.below(4); i >= 0; i--) done.push(damage(files, chance));
    multiply(files, chance, 8 + chance.below(14));
    for (let i = 16 + chance.below(48); i >= 0; i--) done.push(damage(files, chance));
    return { files: new Map([...files].map(([path, text]) => [path, Buffer.from(text, "latin1")])), done };
  };
}
