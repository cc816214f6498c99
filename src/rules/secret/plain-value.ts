import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { type PlainSecret, plainSecrets } from "../../compile/plain-secrets.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { placeOf } from "../../source/tree.ts";
import { setTopic } from "../set-topic.ts";
import type { ReadRule } from "../rule.ts";

const FOUND: Readonly<Record<PlainSecret["kind"], string>> = {
  name: "the key's name is that of a secret, and its value stands here as text",
  inside: "its value holds a password or key as text",
  variable: "its value holds ${...}, which nothing fills: the characters themselves would be written into the file",
};

function* checkCompiled({ environment }: CompiledEnvironment): Iterable<Problem> {
  for (const { file, key, value, kind } of plainSecrets(environment)) {
    yield {
      at: placeOf(value.span),
      pointer: value.pointer,
      quote: false,
      explains: [setTopic(environment.name, file, key)],
      message: `workstation.set sets ${key} of the ${file} file, and ${FOUND[kind]}`,
      help: "write a reference, { env: NAME }, { file: PATH } or { command: [program, ...] }; change a secret that stood here",
    };
  }
}

export const rule: ReadRule = {
  id: "secret/plain-value",
  scope: "read",
  severity: "error",
  title: "a secret stands in a document as plain text",
  why: "Whoever can read the repository, its history or a pull request's build log can read it, for ever: removing the line does not remove it from history.",
  remedy: "Write a reference ({ env: NAME }, { file: PATH } or { command: [program, ...] }) and change the secret.",
  clauses: [],
  fails: {
    file: "environments/demo/sso.yaml",
    with: "apiVersion: tierwright/v1\nkind: FederatedSignIn\noidc: { clientId: plm, clientSecret: not-a-real-secret }\n",
  },
  passes: [
    {
      file: "environments/demo/sso.yaml",
      with: "apiVersion: tierwright/v1\nkind: FederatedSignIn\noidc: { clientId: plm, clientSecret: { env: TCSSO_CLIENT_SECRET } }\n",
    },
    {
      file: "environments/demo/environment.yaml",
      replace: "  sessionAgent: none\n",
      with: "  sessionAgent: none\n  set: { connector: { PASSWORD_EXPIRY_DAYS: 30, SHOW_PASSWORD: false } }\n",
    },
  ],
  checkCompiled,
};
