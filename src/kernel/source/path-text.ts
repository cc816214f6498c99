import { bareValue, type Part, type Text } from "../diagnostic/text.ts";

/**
 * Returns a JSON pointer as text for a message: `'tier.fileTransfer[0]'` for `/tier/fileTransfer/0`, "the document" for "". Output formats
 * can redact each key of it, because an author can have written a secret where a key belongs.
 */
export function pathText(pointer: string): Text {
  if (pointer === "") return ["the document"];
  const parts = pointer.split("/").slice(1);
  const text: Part[] = ["'"];
  for (const [i, part] of parts.entries()) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (/^\d+$/.test(key) && i > 0) text.push("[", bareValue(key), "]");
    else if (!/^[\w-]+$/.test(key)) text.push("['", bareValue(key), "']");
    else {
      if (i > 0) text.push(".");
      text.push(bareValue(key));
    }
  }
  return [...text, "'"];
}
