// The npm parsers of properties files, each behind one shape. Text is the ISO-8859-1 view, as Java's load(InputStream) reads it.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PropertiesDocument } from "../../build/index.js";

const load = (name) => import(name).then((module) => ({ ...module.default, ...module }));

const own = (object) => new Map(Object.entries(object));
const latin1 = (bytes) => bytes.toString("latin1");

/**
 * read(bytes) gives what the package itself gives and `map` makes a Map of it: reading is timed, `map` is not. Where a package can:
 * encode(Map) -> text or bytes, edit(bytes, key, value) -> text or bytes.
 */
const ADAPTERS = {
  "properties-file": async () => {
    const { getProperties } = await load("properties-file");
    const { PropertiesEditor } = await load("properties-file/editor");
    return {
      read: (bytes) => getProperties(latin1(bytes)),
      edit: (bytes, key, value) => {
        const editor = new PropertiesEditor(latin1(bytes));
        editor.update(key, { newValue: value });
        return editor.format();
      },
    };
  },
  "properties-reader": async () => {
    const { propertiesReader } = await load("properties-reader");
    return { read: (bytes) => propertiesReader({}).read(latin1(bytes)), map: (reader) => own(reader.getAllProperties()) };
  },
  "java-properties": async (folder) => {
    const { PropertiesFile } = await load("java-properties");
    const path = join(folder, "java-properties.properties");
    // it reads files only; the last value of a key is what Java keeps
    const read = (bytes) => {
      writeFileSync(path, bytes);
      return new PropertiesFile(path).objs;
    };
    const map = (all) => new Map(Object.entries(all).map(([key, value]) => [key, Array.isArray(value) ? value.at(-1) : value]));
    return { read, map, end: () => rmSync(path, { force: true }) };
  },
  "dot-properties": async () => {
    const { parse, stringify } = await load("dot-properties");
    return {
      read: (bytes) => parse(latin1(bytes)),
      encode: (map) => stringify(Object.fromEntries(map), { latin1: true, lineWidth: null }),
    };
  },
  "properties-parser": async () => {
    const { parse, editorFromString } = await load("properties-parser");
    const edit = (bytes, key, value) => {
      const editor = editorFromString(latin1(bytes));
      editor.set(key, value);
      return editor.toString();
    };
    return { read: (bytes) => parse(latin1(bytes)), edit };
  },
  "java-props": async () => {
    const { parse, stringify } = await load("java-props");
    return { read: (bytes) => parse(latin1(bytes)), encode: (map) => stringify(Object.fromEntries(map)) };
  },
  "@js.properties/properties": async () => {
    const { parse, stringifyFromProperties } = await load("@js.properties/properties");
    return { read: (bytes) => parse(latin1(bytes)), encode: (map) => stringifyFromProperties(Object.fromEntries(map)) };
  },
  "js-java-properties": async () => {
    const { parse, toMap, setProperty, stringify } = await load("js-java-properties");
    const edit = (bytes, key, value) => {
      const properties = parse(latin1(bytes));
      setProperty(properties, key, value);
      return stringify(properties);
    };
    return { read: (bytes) => toMap(parse(latin1(bytes))), map: (map) => map, edit };
  },
  "properties-like": async () => {
    const { parse } = await load("properties-like");
    return { read: (bytes) => parse(latin1(bytes)) };
  },
};

const tierwright = {
  name: "tierwright",
  read: (bytes) => PropertiesDocument.parse(bytes).load(),
  map: ({ loads, map }) => {
    if (!loads) throw new Error("Java cannot load it");
    return new Map(Array.from(map, ([key, entry]) => [key, entry.value]));
  },
  encode: (map) =>
    PropertiesDocument.parse(Buffer.alloc(0))
      .edit(Array.from(map, ([key, value]) => ({ key, value })))
      .bytes(),
  edit: (bytes, key, value) => PropertiesDocument.parse(bytes).edit([{ key, value }]).bytes(),
};

/**
 * Our codec and every rival that is installed.
 * @returns {Promise<{ parsers: object[], missing: string[] }>}
 */
export async function parsers(folder) {
  const found = [tierwright];
  const missing = [];
  for (const [name, make] of Object.entries(ADAPTERS)) {
    try {
      found.push({ name, map: own, ...(await make(folder)) });
    } catch (error) {
      if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
      missing.push(name);
    }
  }
  return { parsers: found, missing };
}
