import { append, withoutTrailing, wrongUse } from "../../../kernel/index.ts";
import { resolve, sep } from "node:path";
import { type Found, SERVER_FILES, type ServerFile } from "../../deployed/deployed.ts";
import { isPanelProperty, PANEL_PROPERTY } from "../../deployed/panel-properties.ts";
import { readProperties, readXmlParameters } from "../../deployed/read.ts";
import type { Candidate, Deployed } from "../../deployed/verify.ts";
import { describeError, isFolder, readOrdinaryFile, treeBelow } from "../../../platform/index.ts";

/** The largest accepted file of the security services, in bytes; usual ones are far smaller. */
const LARGEST = 64 * 1024 * 1024;

/**
 * The extensions of files that can contain sso.tcSSO* properties, which the PLM system's deployment tool writes, whatever the files are
 * called.
 */
const MAY_HOLD = /\.(?:properties|xml|cfg|conf|ini|env|txt)$/i;

const roleOf = (path: string): ServerFile | undefined => {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return SERVER_FILES.find((file) => file === name);
};

/** Returns the bytes of a file, or, as a string, the reason why it cannot be read. */
function contentOf(absolute: string): Buffer | string {
  try {
    const read = readOrdinaryFile(absolute, LARGEST);
    if (read.kind === "file") return read.bytes;
    return read.kind === "too-large" ? `it has more than ${LARGEST / 1024 / 1024} MiB` : read.why;
  } catch (error) {
    return describeError(error);
  }
}

/** Returns the sso.tcSSO* properties of one file; an empty list if it has none or cannot be parsed. */
function panelOf(path: string, bytes: Buffer): readonly Found[] {
  if (!bytes.includes("sso.tcSSO")) return [];
  const names = (text: string) => new Set(text.match(PANEL_PROPERTY) ?? []);
  const reading = /\.xml$/i.test(path) ? readXmlParameters(path, bytes, names) : readProperties(path, bytes);
  return "fault" in reading ? [] : reading.found.filter(({ name }) => isPanelProperty(name));
}

/**
 * Finds login.xml, identity.xml, federation.properties, and the sso.tcSSO* properties of any file, below a folder. Symbolic links are not
 * followed. Throws a Refusal if the folder does not exist.
 */
export function deployedFiles(cwd: string, folder: string): Deployed {
  if (!isFolder(resolve(cwd, folder)))
    throw wrongUse(
      `${folder} is not a folder`,
      "name the folder that login.xml, identity.xml and federation.properties lie below",
    );
  const candidates: Record<ServerFile, Candidate[]> = { "login.xml": [], "identity.xml": [], "federation.properties": [] };
  const panel: Found[] = [];
  const shown = withoutTrailing(folder.split(sep).join("/"), "/");
  for (const item of treeBelow(resolve(cwd, folder), shown)) {
    const role = roleOf(item.path);
    if (item.kind === "link" && role) candidates[role].push({ path: item.path, content: "it is a link, which is not followed" });
    else if (item.kind === "unreadable" && role) candidates[role].push({ path: item.path, content: item.why });
    else if (item.kind === "file" && (role || MAY_HOLD.test(item.path))) {
      const content = contentOf(item.absolute);
      if (role) candidates[role].push({ path: item.path, content });
      if (typeof content !== "string") append(panel, panelOf(item.path, content));
    }
  }
  return { candidates, panel };
}
