/** The most characters of the tag of a plugin.xml's root element in which the id is searched. */
const LONGEST_TAG = 65_536;

/** Decodes an XML file: as UTF-16 if it begins with a byte order mark of UTF-16 or with '<' in two bytes, otherwise as UTF-8. */
function decoded(bytes: Buffer): string {
  const start = bytes.subarray(0, 2).toString("hex");
  if (start === "fffe" || start === "3c00") return bytes.toString("utf16le");
  if (start !== "feff" && start !== "003c") return bytes.toString("utf8");
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString("utf16le");
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Returns an attribute's value with its character references replaced once, as an XML reader does. */
function withoutReferences(text: string): string {
  return text.replace(/&(?:#x([0-9A-Fa-f]{1,8})|#([0-9]{1,8})|(lt|gt|amp|quot|apos));/g, (all, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name] ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? all : String.fromCodePoint(code);
  });
}

/**
 * Returns the attribute `id` of the element `plugin` in a plugin.xml; null if it has none.
 * Also works for a file that is not well-formed, for which `parsePlugin` returns no id: a second copy of the connector's plug-in must be
 * found even if its plugin.xml is damaged. If both functions return an id, the ids are equal.
 * The file can be UTF-16, and can spell its id with character references. The scan takes linear time for every content. deploy.ps1 has an
 * equivalent function (powershell/parts/71-copies.ps1).
 */
export function pluginId(bytes: Buffer): string | null {
  const text = decoded(bytes);
  let comment = text.indexOf("<!--");
  for (let at = 0, tag = -1; ; ) {
    if (tag < at) tag = text.indexOf("<plugin", at);
    if (tag < 0) return null;
    if (comment < at && comment >= 0) comment = text.indexOf("<!--", at);
    if (comment >= 0 && comment < tag) {
      const end = text.indexOf("-->", comment + 4);
      if (end < 0) return null;
      at = end + 3;
      continue;
    }
    const end = text.indexOf(">", tag);
    const root = text.slice(tag + 7, Math.min(end < 0 ? text.length : end, tag + LONGEST_TAG));
    if (/^[\w.:-]/.test(root)) {
      at = tag + 7; // it is the tag of another element, such as <plugins> or <plugin-x>
      continue;
    }
    const [, double, single] = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(root) ?? [];
    const id = double ?? single;
    return id === undefined ? null : withoutReferences(id);
  }
}
