/** Length in characters above which a root element's tag is cut. */
const LONGEST_TAG = 65_536;

/** Decodes an XML file: as UTF-16 if it has a mark of it or its first '<' has two bytes, else as UTF-8. */
function decoded(bytes: Buffer): string {
  const start = bytes.subarray(0, 2).toString("hex");
  if (start === "fffe" || start === "3c00") return bytes.toString("utf16le");
  if (start !== "feff" && start !== "003c") return bytes.toString("utf8");
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString("utf16le");
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Returns a value with its character references replaced once, as by an XML reader. */
function withoutReferences(text: string): string {
  return text.replace(/&(?:#x([0-9A-Fa-f]{1,8})|#([0-9]{1,8})|(lt|gt|amp|quot|apos));/g, (all, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name] ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? all : String.fromCodePoint(code);
  });
}

/**
 * Returns the id in a plugin.xml, or null.
 * Works also for a file that is not well-formed, for which `parsePlugin` returns none: a damaged copy of another plug-in is still a second copy.
 * If both return an id, it is equal.
 * The file can be UTF-16, and spell its id with character references. The scan is linear for every content: it reads each byte a fixed number of
 * times. deploy.ps1 does the same (powershell/parts/71-copies.ps1).
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
      at = tag + 7; // the tag of another element, such as <plugins> or <plugin-x>
      continue;
    }
    const [, double, single] = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(root) ?? [];
    const id = double ?? single;
    return id === undefined ? null : withoutReferences(id);
  }
}
