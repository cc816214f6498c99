import type { Environment } from "../model/environment.ts";
import { FILE_ROLES, type FileRole } from "../model/files.ts";
import { carriesSecret } from "../model/secret-names.ts";
import type { Scalar, Span } from "../source/tree.ts";

/** Names that end as a secret's do: TC_PASSWORD, keyStorePassword, API_TOKEN. Others only hold such a word (PASSWORD_EXPIRY_DAYS). */
const ENDS = /(passw(or)?d|passphrase|secret|token|credentials?|(api|private)_?key|(^|[_.-])(pwd|pass|pin))$/i;

const SWITCH = /^(true|false|yes|no|on|off)?$/i;

export interface PlainSecret {
  readonly file: FileRole;
  readonly key: string;
  readonly keySpan: Span;
  readonly value: Scalar;
  /** name: the key is a secret's. inside: the value carries credentials. variable: it was meant to be filled from elsewhere. */
  readonly kind: "name" | "inside" | "variable";
}

function kindOf(key: string, text: string): PlainSecret["kind"] | null {
  if (/\$\{[^}]*\}/.test(text)) return "variable";
  if (carriesSecret(text)) return "inside";
  return ENDS.test(key) && !SWITCH.test(text.trim()) ? "name" : null;
}

/** Values of workstation.set that are secrets, or were meant to be filled with one, and stand there as text. */
export function plainSecrets({ workstation }: Environment): readonly PlainSecret[] {
  return FILE_ROLES.flatMap((file) =>
    [...workstation.set[file]].flatMap(([key, { keySpan, value }]) => {
      const kind = value.type === "scalar" ? kindOf(key, value.text) : null;
      return kind === null || value.type !== "scalar" ? [] : [{ file, key, keySpan, value, kind }];
    }),
  );
}
