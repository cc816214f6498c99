import { sep } from "node:path";
import { path, plural, printedCommand, shellCommand } from "../../kernel/index.ts";
import { GUIDE, type LeftFile, type MergedFile } from "../init/merge/plan.ts";
import { type Look, NL, styleFor, visible } from "../../report/index.ts";

/** The result of `init`, as `--format json` writes it. */
interface InitDocument {
  /** Path of the new repository from the current folder, with '/'. */
  readonly folder: string;
  readonly release: string;
  readonly tool: string;
  readonly files: readonly string[];
  readonly merged: readonly MergedFile[];
  readonly left: readonly LeftFile[];
  readonly unchanged: readonly string[];
}

function leftLines({ file, why, add }: LeftFile): readonly string[] {
  const [only, ...more] = add.map(visible);
  if (only === undefined) return [`    ${visible(file)}: ${why}`];
  if (more.length === 0) return [`    ${visible(file)}: ${why}; add by hand: ${only}`];
  return [`    ${visible(file)}: ${why}; add by hand:`, ...[only, ...more].map((line) => `        ${line}`)];
}

function stepLines({ files, unchanged }: InitDocument, folder: string): readonly string[] {
  const here = folder === ".";
  const check = printedCommand(here ? shellCommand`tierwright check` : shellCommand`tierwright check -C ${path(folder)}`);
  const all = [...files, ...unchanged];
  const steps = all.includes(GUIDE) ? GUIDE : "README.md";
  const packed = all.some((file) => file.startsWith("vendor/"));
  const first = packed ? "to install the package that it keeps" : "to put Tierwright's own package where package.json names it";
  return ["", `  next: the six steps of its ${steps}, of which the first is ${first}; then ${check}`];
}

/** Returns the result of `init` in words: what was written, what was added to existing files, and what is left to the owner. */
export function initText(document: InitDocument, { color, quiet }: Look): string {
  const folder = document.folder.replaceAll("/", sep);
  const { release, tool, files, merged, left, unchanged } = document;
  const style = styleFor(color);
  const changes = files.length + merged.length;
  const what = changes === 0 ? "nothing to write" : plural(files.length, "file");
  const more = merged.length === 0 ? "" : `, ${merged.length} merged`;
  const head = `${style.good("✓")} ${style.bold(visible(folder))}: ${what}${more} for release ${visible(release)} and ${visible(tool)}`;
  if (quiet) return `${head}${NL}`;
  const lines = [
    head,
    ...files.map((name) => `    ${visible(name)}`),
    ...(merged.length > 0 ? ["  merged, every existing line stays"] : []),
    ...merged.map(({ file, added }) => `    ${visible(file)}: added ${added.map(visible).join(", ")}`),
    ...(left.length > 0 ? ["  left to you"] : []),
    ...left.flatMap(leftLines),
    ...(unchanged.length > 0 ? [`  ${plural(unchanged.length, "file")} already as needed`] : []),
    ...stepLines(document, folder),
  ];
  return lines.map((line) => line + NL).join("");
}
