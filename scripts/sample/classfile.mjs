// Writes Java class files byte by byte (JVMS 4): enough for interfaces, and for classes that load, verify and return a text.

const ACC_PUBLIC = 0x0001;
const ACC_STATIC = 0x0008;
const ACC_SUPER = 0x0020;
const ACC_INTERFACE = 0x0200;
const ACC_ABSTRACT = 0x0400;

const UTF8 = 1;
const CLASS = 7;
const STRING = 8;
const METHOD_REF = 10;
const NAME_AND_TYPE = 12;

const u1 = (value) => Buffer.from([value]);
const u2 = (value) => Buffer.from([value >> 8, value & 0xff]);
const u4 = (value) => Buffer.concat([u2(value >>> 16), u2(value & 0xffff)]);

/** Returns a constant pool that contains each entry once; indices start at 1. */
function constantPool() {
  const entries = [];
  const indices = new Map();
  const add = (tag, body) => {
    const key = `${tag}:${body.toString("hex")}`;
    const known = indices.get(key);
    if (known !== undefined) return known;
    entries.push(Buffer.concat([u1(tag), body]));
    indices.set(key, entries.length);
    return entries.length;
  };
  const utf8 = (text) => {
    const bytes = Buffer.from(text, "latin1");
    return add(UTF8, Buffer.concat([u2(bytes.length), bytes]));
  };
  const classRef = (name) => add(CLASS, u2(utf8(name)));
  const string = (text) => add(STRING, u2(utf8(text)));
  const methodRef = (owner, name, type) => {
    const ownerIndex = classRef(owner);
    const nameAndType = add(NAME_AND_TYPE, Buffer.concat([u2(utf8(name)), u2(utf8(type))]));
    return add(METHOD_REF, Buffer.concat([u2(ownerIndex), u2(nameAndType)]));
  };
  return { utf8, classRef, string, methodRef, bytes: () => Buffer.concat([u2(entries.length + 1), ...entries]) };
}

function attribute(pool, name, body) {
  return Buffer.concat([u2(pool.utf8(name)), u4(body.length), body]);
}

/** Returns a method_info; `code` is null for an abstract method. The code has no branches, so it needs no StackMapTable. */
function method(pool, flags, name, type, code) {
  const head = Buffer.concat([u2(flags), u2(pool.utf8(name)), u2(pool.utf8(type))]);
  if (code === null) return Buffer.concat([head, u2(0)]);
  const body = Buffer.concat([u2(1), u2(code.locals), u4(code.bytes.length), code.bytes, u2(0), u2(0)]);
  return Buffer.concat([head, u2(1), attribute(pool, "Code", body)]);
}

/** The code of an empty constructor: aload_0; invokespecial Object.<init>; return */
function emptyConstructor(pool) {
  const init = pool.methodRef("java/lang/Object", "<init>", "()V");
  return method(pool, ACC_PUBLIC, "<init>", "()V", {
    locals: 1,
    bytes: Buffer.concat([Buffer.from([0x2a, 0xb7]), u2(init), u1(0xb1)]),
  });
}

/** The code of a method that returns a text: ldc_w text; areturn */
function answer(pool, name, text) {
  const bytes = Buffer.concat([u1(0x13), u2(pool.string(text)), u1(0xb0)]);
  return method(pool, ACC_PUBLIC | ACC_STATIC, name, "()Ljava/lang/String;", { locals: 0, bytes });
}

/**
 * Returns one class file. `answers` maps names of static methods to the text that each returns; an interface has `operations` without body
 * instead.
 * @param {{ name: string, major: number, interfaces?: string[], answers?: Record<string, string>, operations?: string[] }} spec internal
 * names ('com/example/A')
 */
export function classFile({ name, major, interfaces = [], answers = {}, operations = null }) {
  const pool = constantPool();
  const self = pool.classRef(name);
  const parent = pool.classRef("java/lang/Object");
  const implemented = interfaces.map((each) => pool.classRef(each));
  const methods =
    operations === null
      ? [emptyConstructor(pool), ...Object.entries(answers).map(([each, text]) => answer(pool, each, text))]
      : operations.map((each) => method(pool, ACC_PUBLIC | ACC_ABSTRACT, each, "()V", null));
  const flags = ACC_PUBLIC | (operations === null ? ACC_SUPER : ACC_INTERFACE | ACC_ABSTRACT);
  const source = attribute(pool, "SourceFile", u2(pool.utf8(`${name.slice(name.lastIndexOf("/") + 1)}.java`)));
  return Buffer.concat([
    u4(0xcafebabe),
    u2(0),
    u2(major),
    pool.bytes(),
    u2(flags),
    u2(self),
    u2(parent),
    u2(implemented.length),
    ...implemented.map(u2),
    u2(0),
    u2(methods.length),
    ...methods,
    u2(1),
    source,
  ]);
}
