import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { withLock } from "../../../src/deploy/swap/inspect/locked.ts";
import { MemoryFiles } from "./support/memory-files.ts";
import { INSTALL, SWAP, memoryWorld } from "./support/sample-records.ts";

const top = resolve("/");

test("[D3] the folder for the lock is made, with its parents below a root alone, and goes again when nothing came of it", async () => {
  for (const windows of [false, true]) {
    const files = new MemoryFiles({ [top]: null });
    const events: string[] = [];
    const note = (what: string) => () => void events.push(`${what}: ${files.stat(SWAP) ? "the folder lies there" : "no folder"}`);
    const world = memoryWorld(files, { windows, lock: () => Promise.resolve(note("released")) });
    expect(await withLock(world, INSTALL, SWAP, top, () => Promise.resolve(7))).toBe(7);
    expect(files.done).toEqual([`folder ${INSTALL}`, `folder ${SWAP}`, `remove folder ${SWAP}`, `remove folder ${INSTALL}`]);
    // Windows holds a file in it until then; Linux: before another runner can take the lock of a folder that is about to go
    expect(events).toEqual([windows ? "released: the folder lies there" : "released: no folder"]);
  }
});

test("[D3] without a root only the folder itself is made, and what something lies in stays", async () => {
  const files = new MemoryFiles({ [INSTALL]: null });
  await withLock(memoryWorld(files), INSTALL, SWAP, null, async () => files.write(join(SWAP, "x"), []));
  expect(files.done).toEqual([`folder ${SWAP}`, `write ${join(SWAP, "x")}`]);
  expect(files.stat(SWAP)?.kind).toBe("folder");
  // the next runner has made it, and holds the lock of it now
  const next = new MemoryFiles({ [INSTALL]: null });
  const release = () => void next.folder(SWAP);
  await withLock(memoryWorld(next, { lock: () => Promise.resolve(release) }), INSTALL, SWAP, null, () => Promise.resolve());
  expect(next.stat(SWAP)?.kind).toBe("folder");
  const bare = new MemoryFiles({ [top]: null });
  await expect(withLock(memoryWorld(bare), INSTALL, SWAP, null, () => Promise.resolve())).rejects.toThrow(
    /cannot be created or locked/,
  );
  expect(bare.done).toEqual([]);
});

test("[D3] a folder that was there before stays, empty or not; a file that took its place stays, too", async () => {
  const files = new MemoryFiles({ [SWAP]: null });
  await withLock(memoryWorld(files), INSTALL, SWAP, null, () => Promise.resolve());
  expect(files.done).toEqual([]);
  const other = new MemoryFiles({ [INSTALL]: null });
  await withLock(memoryWorld(other), INSTALL, SWAP, null, async () => {
    other.removeFolder(SWAP);
    other.file(SWAP, "");
  });
  expect(other.stat(SWAP)?.kind).toBe("file");
});

test("[D3] what cannot be locked is refused, and the folder that was made for it goes again", async () => {
  const files = new MemoryFiles({ [INSTALL]: null });
  const denied = Object.assign(new Error("denied"), { code: "EACCES", path: SWAP });
  const run = withLock(memoryWorld(files, { lock: () => Promise.reject(denied) }), INSTALL, SWAP, null, () => Promise.resolve());
  await expect(run).rejects.toMatchObject({
    code: 10,
    message: expect.stringContaining(`${SWAP} cannot be created or locked: `),
  });
  expect(files.done).toEqual([`folder ${SWAP}`, `remove folder ${SWAP}`]);
});

test("[D3] a folder that cannot be removed again hides neither the outcome nor the failure", async () => {
  const files = new MemoryFiles({ [INSTALL]: null });
  const work = async () => {
    files.denied.set(SWAP, "EACCES");
    throw new Error("the run's own");
  };
  await expect(withLock(memoryWorld(files), INSTALL, SWAP, null, work)).rejects.toThrow("the run's own");
});

test("[D4] another runner is named as far as the system tells, with 1618", async () => {
  for (const holder of [null, "process 7, account jane"]) {
    const files = new MemoryFiles({ [INSTALL]: null });
    const world = memoryWorld(files, { lock: () => Promise.resolve(null), lockHolder: () => holder });
    await expect(withLock(world, INSTALL, SWAP, null, () => Promise.resolve())).rejects.toMatchObject({
      code: 1618,
      message: `another deploy is running in ${INSTALL}`,
      details: holder === null ? [] : [holder],
    });
  }
  expect(dirname(SWAP)).toBe(INSTALL);
});

test("[D3] an installation or a work folder that is a link is refused before anything is made", async () => {
  for (const path of [INSTALL, SWAP]) {
    const files = new MemoryFiles().link(path, resolve("/elsewhere"));
    await expect(withLock(memoryWorld(files), INSTALL, SWAP, top, () => Promise.resolve())).rejects.toMatchObject({ code: 10 });
    expect(files.done).toEqual([]);
  }
});
