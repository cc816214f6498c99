import { parseXml } from "../xml/parse.ts";
import type { XmlAttribute, XmlElement, XmlProblem } from "../xml/types.ts";

/** An attribute's value in a plugin.xml with its place. Offsets are bytes of the file. */
export interface PluginText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The content of a plug-in's plugin.xml that the modeling tool reads (docs/kits.md). */
export interface PluginDescriptor {
  readonly id: PluginText | null;
  readonly name: string | null;
  readonly version: string | null;
  readonly internalVersion: string | null;
  /** The text of `version`, or of `internalVersion` if `version` is absent. */
  readonly versionText: PluginText | null;
  /** True for the attribute `ownClassloader="true"`; false for another value and without the attribute. */
  readonly ownClassLoader: boolean;
  /** The attribute `class-lookup` as written; null if it is absent, which means `GlobalFirst`. */
  readonly classLookup: PluginText | null;
  /** The attributes `name` of the elements `runtime/library` as written, in the order of the file: the plug-in's jars. */
  readonly libraries: readonly PluginText[];
}

/** The content of a plugin.xml, or the problem because of which it is not a plug-in descriptor. */
export type ParsedPlugin =
  | { readonly descriptor: PluginDescriptor; readonly problem: null }
  | { readonly descriptor: null; readonly problem: Omit<XmlProblem, "kind"> };

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

const attribute = (element: XmlElement, name: string): XmlAttribute | undefined =>
  element.attributes.find((item) => item.name === name);

function place(item: XmlAttribute | undefined): PluginText | null {
  if (!item) return null;
  return { text: item.value, start: item.valueStart, end: item.valueEnd };
}

const children = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child) => localName(child.name) === name);

function describe(root: XmlElement): PluginDescriptor {
  const value = (name: string) => attribute(root, name)?.value ?? null;
  const libraries = children(root, "runtime").flatMap((runtime) => children(runtime, "library"));
  return {
    id: place(attribute(root, "id")),
    name: value("name"),
    version: value("version"),
    internalVersion: value("internalVersion"),
    versionText: place(attribute(root, "version") ?? attribute(root, "internalVersion")),
    ownClassLoader: /^true$/i.test(value("ownClassloader")?.trim() ?? ""),
    classLookup: place(attribute(root, "class-lookup")),
    libraries: libraries.flatMap((library) => place(attribute(library, "name")) ?? []),
  };
}

/** Reads a plugin.xml. Returns a problem instead of a descriptor if it is not XML or its root element is not `plugin`. Never throws. */
export function parsePlugin(bytes: Uint8Array): ParsedPlugin {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const { root, problem } = parseXml(bytes, text);
  if (!root) return { descriptor: null, problem: problem ?? { message: "there is no element at all", offset: 0 } };
  if (localName(root.name) !== "plugin") {
    const message = `the outermost element is <${root.name}>; a plug-in descriptor has <plugin>`;
    return { descriptor: null, problem: { message, offset: root.start } };
  }
  return { descriptor: describe(root), problem: null };
}

/** Returns true if a plugin.xml has `class-lookup="LocalFirst"` without effect, because it lacks `ownClassloader="true"`. */
export function inertLocalFirst({ classLookup, ownClassLoader }: PluginDescriptor): boolean {
  return classLookup?.text.trim() === "LocalFirst" && !ownClassLoader;
}

/** Returns the path, with '/', of a plugin.xml's library inside the plug-in folder; null if it is absolute or leads out of the folder. */
export function libraryPath(name: string): string | null {
  const parts: string[] = [];
  const written = name.trim().replaceAll("\\", "/");
  if (written === "" || /^([A-Za-z]:|\/)/.test(written)) return null;
  for (const part of written.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
