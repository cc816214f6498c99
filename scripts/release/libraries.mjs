/**
 * Reads the requirements of a Linux program from the program itself: the libraries that it names and the versions of their symbols. Format:
 * System V ABI (section headers, the dynamic section) and the Linux Standard Base (SHT_GNU_verneed).
 */
const DYNAMIC = 6;
const VERSIONS_NEEDED = 0x6ffffffe;
const NEEDED = 1n;

function sections(program) {
  const [at, size, count] = [Number(program.readBigUInt64LE(40)), program.readUInt16LE(58), program.readUInt16LE(60)];
  return Array.from({ length: count }, (_, i) => {
    const head = program.subarray(at + i * size);
    return {
      type: head.readUInt32LE(4),
      offset: Number(head.readBigUInt64LE(24)),
      size: Number(head.readBigUInt64LE(32)),
      link: head.readUInt32LE(40),
    };
  });
}

/**
 * Returns the libraries that a 64-bit little-endian ELF program names: name -> the symbol versions that it uses. Throws an Error for
 * another file.
 */
export function librariesOf(program, name) {
  if (program.length < 64 || program.readUInt32BE(0) !== 0x7f454c46 || program[4] !== 2 || program[5] !== 1)
    throw new Error(`${name} is no 64-bit Linux program: make it with scripts/executable.mjs from a Node for Linux`);
  const all = sections(program);
  const libraries = {};
  const textAt = ({ link }, offset) => {
    const at = all[link].offset + offset;
    return program.toString("latin1", at, program.indexOf(0, at));
  };
  for (const section of all.filter(({ type }) => type === DYNAMIC))
    for (let at = section.offset; at < section.offset + section.size; at += 16)
      if (program.readBigUInt64LE(at) === NEEDED) libraries[textAt(section, Number(program.readBigUInt64LE(at + 8)))] ??= [];
  for (const section of all.filter(({ type }) => type === VERSIONS_NEEDED)) {
    for (let at = section.offset, next = -1; next !== 0; at += next) {
      next = program.readUInt32LE(at + 12);
      const library = textAt(section, program.readUInt32LE(at + 4));
      libraries[library] ??= [];
      let of = at + program.readUInt32LE(at + 8);
      for (let left = program.readUInt16LE(at + 2); left > 0; left--, of += program.readUInt32LE(of + 12))
        libraries[library].push(textAt(section, program.readUInt32LE(of + 8)));
    }
  }
  return libraries;
}

/** Returns the newest of the versions that begin with a word, as numbers separated by dots; null if there is none. */
export function newest(versions, word) {
  const numbers = versions.filter((version) => version.startsWith(`${word}_`)).map((version) => version.slice(word.length + 1));
  return numbers.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1) ?? null;
}

/** Debian's package of each library. The C library of Debian is one package. */
const PACKAGES = {
  "libstdc++.so.6": "libstdc++6",
  "libgcc_s.so.1": "libgcc-s1",
  ...Object.fromEntries(["libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0", "librt.so.1"].map((name) => [name, "libc6"])),
  ...Object.fromEntries(["ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"].map((name) => [name, "libc6"])),
};
/** The C++ library's symbol version up to which a GCC goes (GCC manual, "ABI Policy and Guidelines"); Debian's libstdc++6 has GCC's version. */
const GCC = [
  ["3.4.21", "5"],
  ["3.4.22", "6"],
  ["3.4.24", "7"],
  ["3.4.25", "8"],
  ["3.4.28", "9"],
  ["3.4.29", "11"],
  ["3.4.30", "12"],
  ["3.4.32", "13"],
  ["3.4.33", "14"],
];

const later = (a, b) => a.localeCompare(b, "en", { numeric: true }) > 0;

/** Returns the line `Depends:` of a .deb for these libraries. Throws an Error for a library or version of no known package. */
export function depends(libraries) {
  const unknown = Object.keys(libraries).filter((name) => !(name in PACKAGES));
  if (unknown.length > 0)
    throw new Error(`no Debian package is known for ${unknown.join(", ")}: add it to scripts/release/libraries.mjs`);
  const versions = Object.values(libraries).flat();
  const [libc, cxx] = [newest(versions, "GLIBC"), newest(versions, "GLIBCXX")];
  const gcc = cxx === null ? null : GCC.find(([last]) => !later(cxx, last))?.[1];
  if (gcc === undefined) throw new Error(`no GCC is known that brings GLIBCXX_${cxx}: add it to scripts/release/libraries.mjs`);
  const least = { libc6: libc, "libstdc++6": gcc };
  const names = [...new Set(Object.keys(libraries).map((name) => PACKAGES[name]))].sort();
  return names.map((name) => (least[name] ? `${name} (>= ${least[name]})` : name)).join(", ");
}
