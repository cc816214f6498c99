import { appendFileSync, chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./repository.ts";

/** A program that leaves a mark of its own when it is started, as a command line. */
export function marks(): { readonly folder: string; program(name: string): string; left(): readonly string[] } {
  const folder = temporaryFolder();
  return {
    folder,
    program(name) {
      const path = join(folder, `${name.replace(/[^A-Za-z0-9]/g, "-")}.sh`);
      writeFileSync(path, `#!/bin/sh\necho x >> '${path}.started'\ncat 2>/dev/null\nexit 0\n`);
      chmodSync(path, 0o755);
      return path;
    },
    left: () => readdirSync(folder).filter((name) => name.endsWith(".started")),
  };
}

/** Every configuration key that can name a program (git-config), with a value that would start it. */
const KEYS = [
  ["core.fsmonitor"],
  ["core.hooksPath", (path: string) => path.replace(/\/[^/]*$/, "")],
  ["core.pager"],
  ["pager.status"],
  ["pager.config"],
  ["core.editor"],
  ["sequence.editor"],
  ["core.askPass"],
  ["core.sshCommand"],
  ["core.gitProxy"],
  ["core.alternateRefsCommand"],
  ["credential.helper", (path: string) => `!${path}`],
  ["diff.external"],
  ["diff.x.textconv"],
  ["diff.x.command"],
  ["filter.x.clean"],
  ["filter.x.smudge"],
  ["filter.x.process"],
  ["filter.x.required", () => "true"],
  ["merge.x.driver"],
  ["gpg.program"],
  ["gpg.ssh.program"],
  ["gpg.ssh.defaultKeyCommand"],
  ["log.showSignature", () => "true"],
  ["uploadpack.packObjectsHook"],
  ["remote.evil.url", (path: string) => `ext::${path}`],
  ["remote.evil.uploadpack"],
  ["remote.evil.receivepack"],
  ["remote.evil.vcs", () => "evil"],
  ["remote.evil.promisor", () => "true"],
  ["remote.evil.partialCloneFilter", () => "blob:none"],
  ["extensions.partialClone", () => "evil"],
  ["protocol.ext.allow", () => "always"],
  ["protocol.allow", () => "always"],
  ["trailer.x.command"],
  ["trailer.x.cmd"],
  ["interactive.diffFilter"],
  ["sendemail.smtpServer"],
  ["browser.x.cmd"],
  ["man.x.cmd"],
  ["mergetool.x.cmd"],
  ["difftool.x.cmd"],
  ["tar.x.command"],
  ["alias.status", (path: string) => `!${path}`],
  ["alias.cat-file", (path: string) => `!${path}`],
  ["alias.rev-parse", (path: string) => `!${path}`],
  ["submodule.x.update", (path: string) => `!${path}`],
  ["status.submoduleSummary", () => "true"],
  ["gc.auto", () => "1"],
  ["maintenance.auto", () => "true"],
] as const;

/** Writes all of them into a configuration file, directly and over include.path. */
export function arm(config: string, { program, folder }: ReturnType<typeof marks>): void {
  const included = join(folder, "included");
  // written by hand: git would be started for every key
  const text = KEYS.map(([key, value]) => {
    const path = program(key);
    const [section = "", ...rest] = key.split(".");
    const name = rest.pop() ?? "";
    const said = (value ? value(path) : path).replace(/[\\"]/g, "\\$&");
    return `[${section}${rest.length === 0 ? "" : ` "${rest.join(".")}"`}]\n\t${name} = "${said}"\n`;
  }).join("");
  appendFileSync(included, text);
  appendFileSync(config, `${text}[include]\n\tpath = "${included}"\n`);
  for (const hook of ["post-index-change", "fsmonitor-watchman", "pre-commit", "post-checkout", "reference-transaction"])
    program(hook);
}
