/** A root element's tag that is longer is none. */
const LONGEST_TAG = 65_536;

/** The text of an XML file: UTF-16 by its mark, or because its first '<' has two bytes; else UTF-8. */
function decoded(bytes: Buffer): string {
  const start = bytes.subarray(0, 2).toString("hex");
  if (start === "fffe" || start === "3c00") return bytes.toString("utf16le");
  if (start !== "feff" && start !== "003c") return bytes.toString("utf8");
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString("utf16le");
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** A value with its references to characters read once, as an XML reader does. */
function withoutReferences(text: string): string {
  return text.replace(/&(?:#x([0-9A-Fa-f]{1,8})|#([0-9]{1,8})|(lt|gt|amp|quot|apos));/g, (all, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name] ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? all : String.fromCodePoint(code);
  });
}

/**
 * The id in a plugin.xml, or null. Also of a file that is not well-formed, where `parsePlugin` gives none: another plug-in's damaged copy is a second copy
 * all the same. Where both give one it is the same. It can be UTF-16, and spell its id by references to characters. The scan is linear
 * whatever a file holds: each byte is looked at a fixed number of times. deploy.ps1 does the same (powershell/parts/71-copies.ps1).
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
      at = tag + 7; // <plugins>, <plugin-x>
      continue;
    }
    const [, double, single] = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(root) ?? [];
    const id = double ?? single;
    return id === undefined ? null : withoutReferences(id);
  }
}
