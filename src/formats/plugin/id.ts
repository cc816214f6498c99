/** A root element's tag that is longer is none. */
const LONGEST_TAG = 65_536;

/**
 * The id in a plugin.xml, or null. Also of a file that is not well-formed, where `parsePlugin` gives none: another plug-in's damaged copy is a second copy
 * all the same. Where both give one it is the same, but for references to characters, which an id does not need. The scan is linear
 * whatever a file holds: each byte is looked at a fixed number of times. deploy.ps1 does the same (powershell/parts/71-copies.ps1).
 */
export function pluginId(bytes: Buffer): string | null {
  const text = bytes.toString("utf8");
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
    return (
      /\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/
        .exec(root)
        ?.slice(1)
        .find((group) => group !== undefined) ?? null
    );
  }
}
