import { dirname, join } from "node:path";
import type { BundleManifest } from "../../bundle/manifest.ts";
import { LARGEST_TEXT, patternFault, statedTexts } from "../../../kernel/index.ts";
import { onlyToolRow, toolRowKey } from "../../../compiler/index.ts";
import { refusal } from "../protocol/outcome.ts";
import type { ToolEvidence } from "../protocol/receipt.ts";
import type { SwapFiles } from "../../../platform/index.ts";

function textOf(files: SwapFiles, path: string): string | null {
  return files.stat(path)?.kind === "file" ? files.read(path, LARGEST_TEXT).toString("latin1") : null;
}

/**
 * Returns the row of the compatibility matrix that a file of the modeling tool states; null if it states none, or several different ones.
 */
function rowIn(pattern: string, text: string): string | null {
  const fault = patternFault(pattern);
  if (fault !== null)
    throw refusal(
      `tool.versionFrom.pattern '${pattern}' cannot be used: it ${fault}`,
      "fix it in site.yaml and build the bundle again",
    );
  return onlyToolRow(statedTexts(pattern, text));
}

/**
 * Returns the text of a file of the modeling tool; null if it is missing or below a symbolic link, which can lead to another user's file.
 */
function ownText(files: SwapFiles, install: string, file: string): string | null {
  const path = join(install, file.replaceAll("\\", "/"));
  for (let above = dirname(path); above.length > install.length; above = dirname(above)) {
    if (files.stat(above)?.kind !== "folder") return null;
  }
  return textOf(files, path);
}

/**
 * The form of the name of a row of the compatibility matrix. Messages do not repeat a text of another form, because it can be a user's
 * data.
 */
const ROW = /^[0-9][0-9A-Za-z ._-]{0,40}$/;

/**
 * Returns the installed tool's row of the compatibility matrix and its Java version, each null if unknown. Throws a refusal if the row is
 * another one than `tool.row` of the bundle.
 */
export function toolEvidence(files: SwapFiles, install: string, { tool }: BundleManifest): ToolEvidence {
  const java = textOf(files, join(install, "jre", "release"))?.match(/^JAVA_VERSION="?([^"\r\n]+)"?/m)?.[1] ?? null;
  const { versionFrom } = tool;
  const text = versionFrom && ownText(files, install, versionFrom.file);
  const found = versionFrom && text !== null ? rowIn(versionFrom.pattern, text) : null;
  if (found !== null && toolRowKey(found) !== toolRowKey(tool.row)) {
    throw refusal(
      `the installed tool reports ${ROW.test(found) ? `'${found}'` : "something else (not shown: it does not look like a row)"} (${versionFrom?.file}), but the bundle is for '${tool.row}'`,
      "install the bundle of the environment that names this tool row, or name another installation with --install",
    );
  }
  return { expected: tool.row, found, proven: found !== null, java };
}

/**
 * Returns why the installed tool's row of the matrix is not proven: the bundle names no file that states it, or the file is missing or
 * states no single row.
 */
export function toolDoubt(files: SwapFiles, install: string, { tool: { versionFrom } }: BundleManifest): string {
  if (!versionFrom) return "to have it checked, set tool.versionFrom in site.yaml to a file of the tool that names its row";
  return ownText(files, install, versionFrom.file) === null
    ? `tool.versionFrom in site.yaml names ${versionFrom.file}, which is not a file of this installation`
    : `the pattern of tool.versionFrom in site.yaml does not find exactly one row in ${versionFrom.file}`;
}
