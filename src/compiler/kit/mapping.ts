import { type XmlElement, append, parseXml } from "../../kernel/index.ts";

/**
 * Counts in a kit's mapping definition (XML). `elementMappings` and the like count the XML elements whose name ends in "Mapping",
 * `references` the names of types, `customReferences` the names of types that the site itself defined.
 */
export type MappingCounts = Readonly<Record<string, number>>;

/** The consequences of a changed mapping definition, for messages that report such a change. */
export const MAPPING_CHANGED =
  "no sign-in again is needed, because it is read anew from the folder for temporary files at each Put Model; and importing it on the server replaces the whole dataset there, a site's own mapping included";

/**
 * Matches names of types that a site itself defined in the PLM system: they begin with one to three letters and a digit from 2 to 9; by the
 * PLM system's convention, 0 and 1 mark the vendor's types.
 */
const CUSTOM = /^[A-Z][A-Za-z]{0,2}[2-9][A-Za-z0-9_]/;

/** Matches XML attributes whose value is a type of the PLM system; `element` and `object` name types of the modeling tool. */
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

/**
 * Maximum number of tags and attributes in a mapping definition whose contents are counted, far above that of a large one. The parser holds
 * them all in memory.
 */
export const MOST_COUNTED = 2_000_000;

/** Maximum number of different names in a mapping definition's counts: a usual one has about ten, and manifests list them all. */
const MOST_KINDS = 1_000;

/** Returns true if an XML file has more '<' and '=' than `MOST_COUNTED`, and so too many tags and attributes to parse. */
function tooMany(bytes: Uint8Array): boolean {
  let signs = 0;
  for (const byte of bytes) if ((byte === 0x3c || byte === 0x3d) && ++signs > MOST_COUNTED) return true;
  return false;
}

/**
 * Returns the counts of a mapping definition, in a fixed order, so that equal files give equal manifests. Returns an empty object for a
 * file that is not XML, is too large, or has too many different names.
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
