/** Puts finished outputs in place file by file, so that a running process never reads half a file. */
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

async function sameBytes(path, bytes) {
  const present = await readFile(path).catch(() => null);
  return present !== null && Buffer.compare(present, bytes) === 0;
}

/** Writes a file in one step, if its bytes differ from those that are there. */
export async function replaceFile(path, bytes, options = {}) {
  if (await sameBytes(path, bytes)) return;
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, bytes, options);
  await rename(temporary, path);
}

async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name));
}

async function removeEmptyFolders(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeEmptyFolders(join(folder, entry.name));
  }
  await rmdir(folder).catch(() => {}); // a folder that is not empty stays
}

/**
 * Writes `outputs` (path -> bytes, paths relative to `folder`) and deletes all other files in `folder`. Chunks are written before the
 * entries that import them; deletions come last. Unchanged files keep their timestamp.
 */
export async function replaceFolder(folder, outputs) {
  await mkdir(folder, { recursive: true });
  const isEntry = (path) => !path.includes("/");
  const order = [...outputs].sort(([a], [b]) => Number(isEntry(a)) - Number(isEntry(b)) || (a < b ? -1 : 1));
  for (const [path, bytes] of order) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await replaceFile(target, bytes, { mode: isEntry(path) ? 0o755 : 0o644 });
  }
  const wanted = new Set(outputs.keys());
  for (const file of await filesBelow(folder)) {
    if (wanted.has(relative(folder, file).split(sep).join("/"))) continue;
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }));
    const foreignTemporary = file.endsWith(".tmp") && Date.now() - mtimeMs < 60_000; // a temporary file of another build that is running
    if (!foreignTemporary) await rm(file, { force: true });
  }
  await removeEmptyFolders(folder);
}
