import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../house/project.ts";
import { commitAll, git } from "../support/git.ts";
import { temporaryFolder } from "../support/repository.ts";

/** Packages that no build needs and that are large. */
const LARGE = /^(@biomejs|lightningcss.*)$/;

/**
 * This project as it lies now, in one commit of its own; what npm installs is what is installed here: by a link, or `copied` where the place of
 * the packages must not show in what is built.
 */
export function projectCheckout(copied = false): string {
  const folder = join(temporaryFolder(), "project");
  for (const path of git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")) {
    if (path === "") continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(ROOT, path), join(folder, path), { force: true });
  }
  commitAll(folder);
  const [from, to] = [join(ROOT, "node_modules"), join(folder, "node_modules")];
  if (!copied) symlinkSync(from, to);
  else for (const name of readdirSync(from)) if (!LARGE.test(name)) cpSync(join(from, name), join(to, name), { recursive: true });
  return folder;
}
