import { createHash } from "node:crypto";

/** A secret to look for: characters that every encoding spells in its own way, and no other text holds by chance. */
export function canary(name: string): string {
  return `Qz9${name}+/:=&%#é"Zq8`;
}

/** The same in letters and digits alone, for places where punctuation would already be a fault. */
export function plainCanary(name: string): string {
  return `Qz9${name}xKw47vTbZq8`;
}

const HASHES = ["sha256", "sha1", "md5", "sha512", "sha384"];

/** Every form in which a value might leak: as it is, encoded, turned around, hashed, in parts. */
export function formsOf(value: string): ReadonlyMap<string, string> {
  const bytes = Buffer.from(value, "utf8");
  const forms = new Map<string, string>([
    ["the value", value],
    ["the value in ISO-8859-1 eyes", bytes.toString("latin1")],
    ["the value reversed", [...value].reverse().join("")],
    ["its first half", value.slice(0, Math.ceil(value.length / 2))],
    ["its second half", value.slice(Math.floor(value.length / 2))],
    ["base64", bytes.toString("base64").replace(/=+$/, "")],
    ["base64url", bytes.toString("base64url")],
    ["hex", bytes.toString("hex")],
    ["HEX", bytes.toString("hex").toUpperCase()],
    ["URL-encoded", encodeURIComponent(value)],
    ["as a URL", encodeURI(value)],
    ["in JSON", JSON.stringify(value).slice(1, -1)],
    ["in XML", value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")],
    ["in properties", value.replace(/[:=#!]/g, "\\$&").replace("é", "\\u00E9")],
    ["in upper case", value.toUpperCase()],
  ]);
  // in the middle of a longer text base64 has two more faces
  for (const shift of [1, 2])
    forms.set(
      `base64 shifted by ${shift}`,
      Buffer.concat([Buffer.alloc(shift), bytes])
        .toString("base64")
        .slice(4, -4),
    );
  for (const name of HASHES) {
    for (const encoding of ["hex", "base64", "base64url"] as const) {
      for (const end of ["", "\n"])
        forms.set(
          `${name}, ${encoding}`,
          createHash(name)
            .update(value + end)
            .digest(encoding)
            .replace(/=+$/, ""),
        );
    }
  }
  return forms;
}

const known = new Map<string, ReadonlyMap<string, string>>();

/** The same, worked out once for each value: it is looked for in thousands of texts. */
function knownForms(value: string): ReadonlyMap<string, string> {
  const forms = known.get(value) ?? formsOf(value);
  known.set(value, forms);
  return forms;
}

/** Which secrets a text shows, and in which form first, in words. */
export function leaksIn(text: string, secrets: readonly string[], where: string): string[] {
  return secrets.flatMap((secret) => {
    const form = [...knownForms(secret)].find(([, shown]) => text.includes(shown))?.[0];
    return form === undefined ? [] : [`${where} shows ${form} of ${secret.slice(0, 8)}…`];
  });
}
