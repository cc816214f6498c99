import type { Environment } from "../model/environment.ts";
import { FILE_ROLES, type FileRole } from "../model/files.ts";
import { type Scalar, type Span, type Spelling, namedSecret, secretSpelling } from "../../kernel/index.ts";

export interface PlainSecret {
  readonly file: FileRole;
  readonly key: string;
  readonly keySpan: Span;
  readonly value: Scalar;
  /**
   * name: the key names a secret. inside: the value contains credentials. variable: the key names a secret, and its value contains
   * `${...}`, which the author expected a program to fill in; none does.
   */
  readonly kind: "name" | "inside" | "variable";
  readonly spelling: Spelling;
}

/** Returns true if a text contains a variable of the form `${...}`. */
function holdsVariable(text: string): boolean {
  const start = text.indexOf("${");
  return start >= 0 && text.includes("}", start);
}

function kindOf(key: string, text: string): Pick<PlainSecret, "kind" | "spelling"> | null {
  const spelling = secretSpelling(text);
  if (spelling) return { kind: "inside", spelling };
  if (!namedSecret(key, text)) return null;
  return { kind: holdsVariable(text) ? "variable" : "name", spelling: "plain" };
}

/** Returns the values of workstation.set that are secrets in plain text, or that contain `${...}` in place of a secret. */
export function plainSecrets({ workstation }: Environment): readonly PlainSecret[] {
  const secrets: PlainSecret[] = [];
  for (const file of FILE_ROLES) {
    for (const [key, { keySpan, value }] of workstation.set[file]) {
      const found = value.type === "scalar" ? kindOf(key, value.text) : null;
      if (found !== null && value.type === "scalar") secrets.push({ file, key, keySpan, value, ...found });
    }
  }
  return secrets;
}
