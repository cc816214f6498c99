import { type XmlElement, append, parseXml } from "../../kernel/index.ts";

/**
 * The contents of a mapping definition as counts by name; they are never judged (C9). `elementMappings`, `objectMappings` and others count the
 * elements whose name ends in "Mapping". `references` counts the names of types in the definition, `customReferences` those that follow the naming
 * convention for a site's own types.
 */
export type MappingCounts = Readonly<Record<string, number>>;

/** The consequences of a changed definition for people (B8), for every message about the change. */
export const MAPPING_CHANGED =
  "no sign-in again is needed, because it is read anew from the folder for temporary files at each Put Model; and importing it on the server replaces the whole dataset there, a site's own mapping included";

/**
 * The names of a site's own types: a prefix of one to three letters with a digit from 2 on; 0 and 1 are the vendor's (naming convention of the PLM
 * system).
 */
const CUSTOM = /^[A-Z][A-Za-z]{0,2}[2-9][A-Za-z0-9_]/;

/** The attributes that name a type of the PLM system; `element` and `object` name the tool's own. */
const REFERENCE = /^(.*type|relation|dataset|class|target.*)$/i;

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

function* elementsOf(root: XmlElement): Iterable<XmlElement> {
  const open = [root];
  for (let element = open.pop(); element; element = open.pop()) {
    yield element;
    append(open, element.children);
  }
}

function namesIn(element: XmlElement): readonly string[] {
  const text = element.children.length === 0 ? element.text.trim() : "";
  const attributes = element.attributes.filter(({ name, value }) => REFERENCE.test(localName(name)) || CUSTOM.test(value));
  return [...attributes.map(({ value }) => value.trim()), ...(CUSTOM.test(text) ? [text] : [])].filter((name) => name !== "");
}

/** The limit for tags and attributes that are read into memory: ten times those of a large definition. */
export const MOST_COUNTED = 2_000_000;

/** The limit for different names: a definition has about ten, and a manifest lists them. */
const MOST_KINDS = 1_000;

/** Returns whether the file has more tags and attributes than the limit, from its bytes alone. */
function tooMany(bytes: Uint8Array): boolean {
  let signs = 0;
  for (const byte of bytes) if ((byte === 0x3c || byte === 0x3d) && ++signs > MOST_COUNTED) return true;
  return false;
}

/**
 * Returns the counts of a mapping definition. Returns an empty object for a file that is not XML, that is too large, or that has too many different
 * names for a definition. The keys have a fixed order, so that equal definitions give equal manifests.
 */
export function mappingCounts(bytes: Uint8Array): MappingCounts {
  if (tooMany(bytes)) return {};
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const { root } = parseXml(bytes, text);
  if (!root) return {};
  const kinds = new Map<string, number>([
    ["elementMappings", 0],
    ["objectMappings", 0],
  ]);
  let references = 0;
  let customReferences = 0;
  for (const element of elementsOf(root)) {
    const name = localName(element.name);
    if (/mapping$/i.test(name) && element !== root) kinds.set(`${name}s`, (kinds.get(`${name}s`) ?? 0) + 1);
    if (kinds.size > MOST_KINDS) return {};
    for (const reference of namesIn(element)) {
      references++;
      if (CUSTOM.test(reference)) customReferences++;
    }
  }
  const [first, second, ...others] = [...kinds];
  return Object.fromEntries([
    ...[first, second].filter((kind) => kind !== undefined),
    ...others.sort(([a], [b]) => (a < b ? -1 : 1)),
    ["references", references],
    ["customReferences", customReferences],
  ]);
}
