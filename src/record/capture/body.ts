import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { wideEncoding } from "../../kernel/index.ts";
import type { RawBytes } from "./bytes.ts";
import { decodedBody } from "./decode.ts";
import { valueOf } from "./head.ts";
import type { Message } from "./message.ts";
import type { Kind } from "./redact/redactor.ts";

/** The body of a message as text, before redaction. */
export interface BodyText {
  /** The text of the body; null if there is no body or it is not text. */
  readonly text: string | null;
  readonly kind: Kind;
  /** The Content-Encoding of the body; `identity` if there is none. */
  readonly encoding: string;
  /** True if the whole body was decoded. */
  readonly ok: boolean;
  /** The declared media type of the body; null if there is none. */
  readonly type: string | null;
  /** The number of bytes of the body as sent, without chunk sizes; `decoded` is that of the bytes after decoding. */
  readonly sent: number;
  readonly decoded: number;
  /** The reason why the body is incomplete, not decoded or not well-formed text, beginning with a small letter; null if there is none. */
  readonly says: string | null;
  /** The first 16 hex digits of the SHA-256 of the decoded body; null if that is empty. */
  readonly hash: string | null;
}

const HASH_SHOWN = 16;
const AS_CHARACTERS = "it is not text: each byte is shown as a character";

/**
 * Returns the decoded body of a message as text.
 * @param whatever True to also return a body that is not text, with one character per byte, to search it for secrets or to reveal it.
 */
export function bodyText(message: Message, raw: RawBytes, whatever = false): BodyText {
  const { bytes, encoding, ok, says, cut } = decodedBody(message, raw);
  const [type = "", ...parameters] = (valueOf(message.head.headers, "content-type") ?? "").split(";");
  const charset = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(parameters.join(";"))?.[1] ?? null;
  const about = {
    encoding,
    ok,
    type: type.trim().toLowerCase() || null,
    sent: message.size,
    decoded: bytes.length,
    hash: bytes.length === 0 ? null : createHash("sha256").update(bytes).digest("hex").slice(0, HASH_SHOWN),
  };
  const none = (why: string | null, kind?: Kind): BodyText => {
    const text = whatever && bytes.length > 0 ? (textOf(bytes, charset) ?? bytes.toString("latin1")) : null;
    return { ...about, text, kind: kind ?? kindOf(text ?? "", about.type ?? ""), says: why };
  };
  if (message.size === 0) return none(null);
  if (bytes.length === 0 || (!ok && bytes.length > 0 && says?.includes("not known")))
    return none(says ?? "it could not be decoded");
  const text = textOf(cut ? wholeCharacters(bytes) : bytes, charset);
  if (text === null) return none(says ?? (whatever ? AS_CHARACTERS : "it is not text"));
  const kind = kindOf(text, about.type ?? "");
  const broken = cut || parses(text, kind) ? null : `it is not well-formed ${kind === "json" ? "JSON" : "XML"}`;
  return broken === null ? { ...about, text, kind, says } : none(broken, kind);
}

/** Returns the bytes of a cut body without an incomplete UTF-8 character at its end; all bytes if they are not UTF-8. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let cut = 0; cut <= 3; cut++)
    if (isUtf8(bytes.subarray(0, bytes.length - cut))) return bytes.subarray(0, bytes.length - cut);
  return bytes;
}

const UTF_8 = /^(?:utf-?8|us-ascii|ascii)$/i;

function textOf(bytes: Buffer, charset: string | null): string | null {
  const declared =
    charset ?? /^\s*<\?xml[^>]{1,200}?encoding\s*=\s*["']([\w.:-]{1,40})/.exec(bytes.toString("latin1", 0, 300))?.[1] ?? null;
  const label = wideEncoding(bytes) ?? declared ?? "utf-8";
  let text: string;
  if (UTF_8.test(label)) {
    if (!isUtf8(bytes)) return null;
    text = bytes.toString("utf8");
  } else {
    try {
      text = new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      return null;
    }
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what no text holds
  return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? null : text;
}

/** Returns the format of a body by the beginning of its text and its declared media type. */
function kindOf(text: string, type: string): Kind {
  const beginning = text.slice(0, 1000).replace(/^[\ufeff\s]+/, "");
  if (/^<(?:!doctype\s+html|html[\s>])/i.test(beginning) || type === "text/html") return "text";
  if (beginning.startsWith("<")) return "xml";
  if (/^[{[]/.test(beginning)) return "json";
  if (type.startsWith("multipart/")) return "multipart";
  if (/x-www-form-urlencoded/.test(type) || /^[\w.%+[\]-]{1,100}=[^\s<>]*$/.test(beginning.slice(0, 300))) return "form";
  return "text";
}

/** Returns false for malformed XML or JSON, which only --reveal shows, because where its values (and so its secrets) end is unknown. */
function parses(text: string, kind: Kind): boolean {
  if (kind === "json") {
    try {
      JSON.parse(text.replace(/^\ufeff/, ""));
      return true;
    } catch {
      return false;
    }
  }
  return kind !== "xml" || isTagged(text);
}

/** Returns whether every '<' of an XML text begins a complete tag, comment or CDATA section; quoted values can contain '>'. */
function isTagged(text: string): boolean {
  for (let at = text.indexOf("<"); at >= 0; ) {
    const end = text.startsWith("<!--", at)
      ? text.indexOf("-->", at)
      : text.startsWith("<![CDATA[", at)
        ? text.indexOf("]]>", at)
        : endOfTag(text, at);
    if (end < 0) return false;
    at = text.indexOf("<", end);
  }
  return true;
}

function endOfTag(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const sign = text[at];
    if (sign === ">") return at;
    if (sign === "<") return -1;
    if (sign === '"' || sign === "'") {
      at = text.indexOf(sign, at + 1);
      if (at < 0) return -1;
    }
  }
  return -1;
}
