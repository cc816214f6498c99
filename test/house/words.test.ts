import { expect, test } from "vitest";
import { below, read } from "./project.ts";

const FILES = [
  ...["src", "scripts", "test", "docs", "schemas", "templates", "environments", ".github"].flatMap((folder) =>
    below(folder, /\.(ts|mjs|json|ya?ml|md|hbs|sh|java)$/),
  ),
  ...below(".ci", /./),
  ...["package.json", "README.md", "CONTRIBUTING.md", "SECURITY.md"],
].filter((path) => !path.startsWith("test/house/words"));

/** What belongs to one machine: absolute paths of people's folders, hosts that packages come from. The tool's own dialog names one port. */
const ONE_MACHINE =
  /(?<![\w.:{}$\\/-])\/(?:work|root|home|Users|mnt)\/[\w.-]+|https?:\/\/(?:registry|packages|npm)\.[\w.-]+|localhost:(?!1101\b)\d+/;

test("no file speaks of the machine it was written on", () => {
  const found = FILES.flatMap((path) => {
    const lines = read(path).split("\n");
    return lines.flatMap((line, i) => (ONE_MACHINE.test(line) ? [`${path}:${i + 1}: ${ONE_MACHINE.exec(line)?.[0]}`] : []));
  });
  expect(found).toEqual([]);
});

test("text files of ours have Unix line ends and end in one", () => {
  const wrong = FILES.filter((path) => path.startsWith("src/") || path.startsWith("scripts/")).filter((path) => {
    const text = read(path);
    return text.includes("\r\n") || (text !== "" && !text.endsWith("\n"));
  });
  expect(wrong).toEqual([]);
});

test("what is built is ignored at the top only: test cases have folders of the same names", () => {
  const patterns = read(".gitignore").split(/\r?\n/);
  for (const folder of ["build", "dist"]) {
    expect(patterns).toContain(`/${folder}/`);
    expect(patterns).not.toContain(`${folder}/`);
  }
});
