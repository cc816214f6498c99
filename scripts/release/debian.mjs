import { spawnSync } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "../bundle/options.mjs";
import { depends, librariesOf } from "./libraries.mjs";
import { PLATFORMS } from "./platforms.mjs";

/** Returns the date of every entry in a .deb: the commit's, so that two builds give equal bytes. */
const dateOf = () =>
  process.env.SOURCE_DATE_EPOCH ?? spawnSync("git", ["log", "-1", "--format=%ct"], { cwd: ROOT, encoding: "utf8" }).stdout.trim();

const COPYRIGHT = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: tierwright

Files: *
Copyright: the Tierwright authors
License: Apache-2.0

License: Apache-2.0
 On Debian systems the whole license is in /usr/share/common-licenses/Apache-2.0.
 The licenses of the packages inside are in licenses.txt; that of Node is at
 https://github.com/nodejs/node/blob/main/LICENSE
`;

async function put(path, content, mode = 0o644) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  await chmod(path, mode);
}

/** Returns the control file. A system that is too old refuses the package by its line Depends, which is read from the executable. */
const control = ({ version, home, description }, debian, kibibytes, needs) =>
  [
    "Package: tierwright",
    `Version: ${version}`,
    `Architecture: ${debian}`,
    "Section: devel",
    "Priority: optional",
    `Maintainer: Tierwright maintainers <${home.replace(/^https:\/\/([^/]+).*$/, "maintainers@users.noreply.$1")}>`,
    `Homepage: ${home}`,
    `Depends: ${needs}`,
    `Installed-Size: ${kibibytes}`,
    "Description: config compiler for PLM connectors",
    ` ${description}`,
    "",
  ].join("\n");

/** Writes the .deb of each Linux executable into a folder. Throws an Error with dpkg-deb's words if it fails. */
export async function debs(facts, out) {
  await mkdir(out, { recursive: true });
  for (const { name, debian } of PLATFORMS.filter((platform) => platform.debian)) {
    const folder = await mkdtemp(join(tmpdir(), "tierwright-deb-"));
    try {
      const { path } = facts.executables[name];
      const needs = depends(librariesOf(await readFile(path), path));
      const docs = join(folder, "usr/share/doc/tierwright");
      await chmod(folder, 0o755);
      await mkdir(join(folder, "usr/bin"), { recursive: true });
      await copyFile(path, join(folder, "usr/bin/tierwright"));
      await chmod(join(folder, "usr/bin/tierwright"), 0o755);
      await put(join(docs, "copyright"), COPYRIGHT);
      await put(join(docs, "licenses.txt"), await readFile(join(ROOT, "action/licenses.txt")));
      await put(join(docs, "changelog.gz"), gzipSync(await readFile(join(ROOT, "CHANGELOG.md")), { level: 9 }));
      const { size } = await stat(path);
      await put(join(folder, "DEBIAN/control"), control(facts, debian, Math.ceil(size / 1024), needs));
      const file = join(out, `tierwright_${facts.version}_${debian}.deb`);
      const { status, error, stderr } = spawnSync("dpkg-deb", ["--root-owner-group", "-Zxz", "-z1", "--build", folder, file], {
        encoding: "utf8",
        env: { ...process.env, SOURCE_DATE_EPOCH: dateOf(), DPKG_DEB_THREADS_MAX: "1" },
      });
      if (status !== 0) throw new Error(`dpkg-deb: ${error?.message ?? stderr.trim()}`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
