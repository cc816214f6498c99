import { placesOf } from "./anchors.ts";
import { type Finder, isUnsure, kindOfName, part, valueOf } from "./shape.ts";

const MOST_HEADERS = 50;
const LONGEST_HEAD = 16 * 1024;

interface Field {
  readonly name: string;
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the headers of a multipart part that begin at `from`, folded lines joined, and the offset of the part's body; null if they have
 * no end.
 */
function headAt(text: string, from: number): { readonly fields: readonly Field[]; readonly body: number } | null {
  const fields: Field[] = [];
  let at = from;
  for (let lines = 0; lines < MOST_HEADERS && at - from < LONGEST_HEAD; lines++) {
    const feed = text.slice(at, at + LONGEST_HEAD).indexOf("\n");
    if (feed < 0) return null;
    const end = text[at + feed - 1] === "\r" ? at + feed - 1 : at + feed;
    const line = text.slice(at, end);
    const last = fields.at(-1);
    if (line === "") return { fields, body: at + feed + 1 };
    if (last && /^[ \t]/.test(line)) fields[fields.length - 1] = { ...last, value: `${last.value} ${line.trim()}`, to: end };
    else {
      const colon = line.indexOf(":");
      if (colon <= 0) return null;
      const value = line.slice(colon + 1);
      fields.push({
        name: line.slice(0, colon).trim(),
        value: value.trim(),
        from: at + colon + 1 + (value.length - value.trimStart().length),
        to: end,
      });
    }
    at += feed + 1;
  }
  return null;
}

const PARAMETER = /[;\s]([\w-]{1,40}(?:\*\d{0,3}\*?)?)\s{0,20}=\s{0,20}(?:"((?:[^"\\]|\\.){0,1000})"|([^;\s"]{0,1000}))/g;

/**
 * Returns a part's name from its Content-Disposition: plain, encoded with a charset (RFC 5987), in continuations (RFC 2231) or as an
 * encoded word (RFC 2047).
 */
function nameOf(disposition: string): string {
  let [name, pieces] = ["", ""];
  for (const [, key = "", quoted, bare] of disposition.slice(0, LONGEST_HEAD).matchAll(PARAMETER)) {
    const lower = key.toLowerCase();
    const written = (quoted ?? bare ?? "").replace(/\\(.)/g, "$1");
    const value = lower.endsWith("*") ? unstarred(written) : written;
    if (lower === "name" || lower === "name*") name = value || name;
    else if (lower.startsWith("name*")) pieces += value;
  }
  return unencoded(pieces || name);
}

function unstarred(text: string): string {
  const value = text.replace(/^[\w-]{0,40}'[\w-]{0,40}'/, "");
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const ENCODED_WORD = /=\?[\w-]{1,40}\?([BbQq])\?([^?\s]{0,500})\?=/g;

const unencoded = (text: string): string =>
  text.replace(ENCODED_WORD, (_, how: string, word: string) =>
    how.toLowerCase() === "b"
      ? Buffer.from(word, "base64").toString("utf8")
      : word
          .replaceAll("_", " ")
          .replace(/=([\dA-Fa-f]{2})/g, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  );

/**
 * Returns the finder of multipart bodies' parts whose name is that of a secret, and of parts' headers that are secret.
 * @param isMeasure returns whether a header of this name gives the size or a digest of its part.
 */
export const formParts = (isMeasure: (name: string) => boolean): Finder =>
  function* (text) {
    let until = 0;
    for (const at of placesOf(text, "--")) {
      if (at < until || (at > 0 && text[at - 1] !== "\n")) continue;
      const feed = text.slice(at, at + 200).indexOf("\n");
      const head = feed < 0 ? null : headAt(text, at + feed + 1);
      if (!head) continue;
      const disposition = head.fields.find(({ name }) => name.toLowerCase() === "content-disposition");
      const kind = kindOfName(disposition ? nameOf(`;${disposition.value}`) : "");
      for (const { name, value, from, to } of head.fields) {
        yield* valueOf(kindOfName(name), text, from, to);
        // the size or digest of a part allows conclusions about its redacted content
        if (isMeasure(name) && value !== "0") yield { at: [from, to], value: "" };
      }
      if (kind === "none") continue;
      // a part ends only at its own boundary: another line can begin with two dashes, and a part can contain parts
      const boundary = text.slice(at, at + feed).trimEnd();
      const end = text.indexOf(`\n${boundary}`, head.body - 1);
      const to = end < 0 ? text.length : end;
      until = to;
      const last = text[to - 1] === "\r" ? to - 1 : to;
      yield* isUnsure(kind) ? valueOf(kind, text, head.body, last) : part(text, head.body, last);
    }
  };
