/**
 * Changes Linux programs so that they ask for a version of the C library that no system has, such as 9.28 in place of 2.28: every system is too
 * old for them. Arguments: the files.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { librariesOf, newest } from "../scripts/release/libraries.mjs";

/** The hash by which the loader compares names of versions (System V ABI, "Hash Table"), as the four bytes in the file. */
function hashOf(name) {
  let hash = 0;
  for (const byte of Buffer.from(name)) {
    hash = ((hash << 4) + byte) >>> 0;
    const top = hash & 0xf0000000;
    hash = (hash ^ (top >>> 24)) & ~top;
  }
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(hash >>> 0);
  return bytes;
}

for (const path of process.argv.slice(2)) {
  const program = readFileSync(path);
  const old = `GLIBC_${newest(Object.values(librariesOf(program, path)).flat(), "GLIBC")}`;
  const changed = old.replace("_2", "_9");
  for (const [from, to] of [
    [Buffer.from(`${old}\0`), Buffer.from(changed)],
    [Buffer.concat([hashOf(old), Buffer.alloc(2)]), hashOf(changed)],
  ]) {
    let count = 0;
    for (let at = program.indexOf(from); at >= 0; at = program.indexOf(from, at + 1), count++) to.copy(program, at);
    if (count === 0) throw new Error(`${path} asks for no ${old}`);
  }
  writeFileSync(path, program);
}
