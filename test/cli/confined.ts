import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { EXAMPLE_REPOSITORY } from "../../src/compiler/rules/example.ts";
import { temporaryFolder, writeFiles } from "../support/repository.ts";

/** What stands in every file that no file of a repository may make the tool read. */
export const CANARY = "canary-7f3a9c";

/** Each in a form that one of the readers would take: a line of it would be an excerpt, a value of it would be carried over. */
const CONTENT = `TOKEN=${CANARY}\nLicenseDir=${CANARY}\n# ${CANARY}: [\n`;

/** A checkout with a .git and, beside it, a home folder. Gives their places. */
export function checkout(): { readonly folder: string; readonly home: string } {
  const top = temporaryFolder();
  const folder = join(top, "checkout");
  const home = join(top, "home");
  writeFiles(folder, {
    ...EXAMPLE_REPOSITORY,
    "environments/demo/installed/connector.properties": "LicenseDir=1@old.example.com\n",
    ".git/config": CONTENT,
    ".git/HEAD": `ref: refs/heads/${CANARY}\n`,
    ".git/modules/x/config": CONTENT,
  });
  writeFiles(home, { netrc: CONTENT, "folder/environment.yaml": CONTENT, "folder/connector.properties": CONTENT });
  for (const name of ["log4j2.xml", "plugin.xml", "release.yaml", "site.yaml", "matrix.yaml", "workstation-note.md.hbs"])
    writeFiles(home, { [`folder/${name}`]: CONTENT });
  return { folder, home };
}

/** Files and folders of a repository, in the place of which a link is put. */
export const PLACES = [
  "environments",
  "environments/site.yaml",
  "environments/demo",
  "environments/demo/environment.yaml",
  "environments/demo/sso.yaml",
  "environments/demo/installed",
  "environments/demo/installed/connector.properties",
  "environments/demo/installed/client.properties",
  "environments/demo/installed/log4j2.xml",
  "environments/other",
  "releases",
  "releases/matrix.yaml",
  "releases/exceptions.yaml",
  "releases/2506",
  "releases/2506/release.yaml",
  "releases/2506/kit.lock.yaml",
  "releases/2506/base",
  "releases/2506/base/connector.properties",
  "releases/2506/base/client.properties",
  "releases/2506/base/logger.properties",
  "releases/2506/base/log4j2.xml",
  "releases/2506/base/plugin.xml",
  "templates",
  "templates/workstation-note.md.hbs",
] as const;

/** Where a link may lead, relative to the checkout. */
export const TARGETS = [
  ".git/config",
  ".git/HEAD",
  ".git",
  ".git/modules/x/config",
  "../home/netrc",
  "../home/folder",
  "../home/folder/environment.yaml",
  "../home/folder/connector.properties",
  "../home/folder/log4j2.xml",
] as const;

/** How a link leads there. */
export const WAYS = ["relative", "absolute", "over another link", "through a folder that is a link"] as const;

export function link(folder: string, place: string, target: string, way: (typeof WAYS)[number]): void {
  const at = join(folder, ...place.split("/"));
  const to = join(folder, ...target.split("/"));
  rmSync(at, { recursive: true, force: true });
  mkdirSync(dirname(at), { recursive: true });
  if (way === "relative") symlinkSync(relative(dirname(at), to), at);
  else if (way === "absolute") symlinkSync(to, at);
  else if (way === "over another link") {
    symlinkSync(to, join(folder, "first"));
    symlinkSync(relative(dirname(at), join(folder, "first")), at);
  } else {
    symlinkSync(dirname(to), join(folder, "way"));
    symlinkSync(join(folder, "way", ...to.slice(dirname(to).length + 1).split("/")), at);
  }
}

/** Spellings of a path that a document may name, from environments/demo: all mean what must not be read. */
export const SPELLINGS = [
  "../../.git/config",
  "../../.GIT/config",
  "../../.git./config",
  "../../.git /config",
  "../../GIT~1/config",
  "../../git~1/config",
  "../../.git::$INDEX_ALLOCATION/config",
  "../../.g\u200Cit/config",
  "..\\..\\.git\\config",
  "../../.git/modules/x/config",
  "../../environments/../.git/config",
  "./../.././.git//config",
  "../../../home/netrc",
  "../../../../../../../../etc/passwd",
  "/etc/passwd",
  "installed/../../../.git/config",
] as const;
