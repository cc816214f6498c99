export interface ClassFile {
  readonly major: number;
  readonly name: string;
  readonly superName: string;
  readonly methods: readonly string[];
}

type Constant = { readonly tag: number; readonly text?: string; readonly refs: readonly number[] };

/** Operand widths by constant-pool tag (JVMS 4.4) of the constants that a small class uses; text is handled apart. */
const REFS: Readonly<Record<number, number>> = { 7: 1, 8: 1, 9: 2, 10: 2, 11: 2, 12: 2 };

/** A cursor over big-endian bytes. */
class Reader {
  at = 0;
  constructor(readonly bytes: Buffer) {}
  u1 = () => this.bytes.readUInt8(this.at++);
  u2 = () => {
    this.at += 2;
    return this.bytes.readUInt16BE(this.at - 2);
  };
  u4 = () => {
    this.at += 4;
    return this.bytes.readUInt32BE(this.at - 4);
  };
  skip(length: number): void {
    this.at += length;
    if (this.at > this.bytes.length) throw new Error("a length reaches behind the end");
  }
}

function readPool(read: Reader): (Constant | null)[] {
  const count = read.u2();
  const pool: (Constant | null)[] = [null];
  while (pool.length < count) {
    const tag = read.u1();
    if (tag === 1) {
      const length = read.u2();
      read.skip(length);
      pool.push({ tag, text: read.bytes.toString("latin1", read.at - length, read.at), refs: [] });
      continue;
    }
    const refs = REFS[tag];
    if (refs === undefined) throw new Error(`constant ${pool.length} has tag ${tag}`);
    pool.push({ tag, refs: Array.from({ length: refs }, () => read.u2()) });
  }
  for (const constant of pool)
    for (const ref of constant?.refs ?? []) if (!pool[ref]) throw new Error(`a constant refers to ${ref}`);
  return pool;
}

/** Reads a class file from the magic number to its last byte (JVMS 4.1); throws where a length, index or tag is wrong. */
export function readClassFile(bytes: Buffer): ClassFile {
  const read = new Reader(bytes);
  if (read.u4() !== 0xcafebabe) throw new Error("no class file");
  if (read.u2() !== 0) throw new Error("a minor version");
  const major = read.u2();
  const pool = readPool(read);
  const text = (index: number): string => {
    const found = pool[index]?.text;
    if (found === undefined) throw new Error(`constant ${index} is no text`);
    return found;
  };
  const className = (index: number): string => text(pool[index]?.tag === 7 ? (pool[index].refs[0] as number) : 0);
  const attributes = () => {
    for (let i = read.u2(); i > 0; i--) {
      text(read.u2());
      read.skip(read.u4());
    }
  };
  read.u2();
  const name = className(read.u2());
  const superName = className(read.u2());
  for (let i = read.u2(); i > 0; i--) className(read.u2());
  const members = () =>
    Array.from({ length: read.u2() }, () => {
      read.u2();
      const member = text(read.u2()) + text(read.u2());
      attributes();
      return member;
    });
  if (members().length > 0) throw new Error("a field");
  const methods = members();
  attributes();
  if (read.at !== bytes.length) throw new Error("bytes behind the end");
  return { major, name, superName, methods };
}
