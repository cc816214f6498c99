import { type Wording, defineDiagnostic, discoveryPath, name, placeOf, say, startOf, words } from "../../../kernel/index.ts";
import type { Stage } from "../../model/federated-sign-in.ts";
import { missingOf } from "../../sso/required.ts";
import type { EnvironmentRule } from "../rule.ts";

interface Args {
  /** The missing field of sso.yaml with its dots, such as idp.realm, or the name of the missing file. */
  readonly what: string;
  readonly lacks: string;
  readonly stage: Stage;
  /** True if sso.yaml states `stage`; without it, the stage is `live`. */
  readonly written: boolean;
  readonly file: boolean;
}

function wording({ what, lacks, stage, written, file }: Args): Wording {
  const at = written ? say`stage: ${words(stage)}` : say`stage: live, the default,`;
  return {
    message: say`${name(what)} is missing, and ${at} needs it`,
    notes: [say`without it there is no ${words(lacks)}`],
    help: file
      ? say`\`tierwright sso pin ENV\` fetches it from the realm and stores it next to sso.yaml; or write stage: realm until the realm is there`
      : say`write it, or the stage that has been reached: realm (only the identity provider), installed (panel and files), live`,
  };
}

const SSO = "environments/demo/sso.yaml";
const REALM = `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm, redirectUris: [] }] }
`;

const incomplete = defineDiagnostic({
  id: "sso/incomplete",
  severity: "error",
  because: ["idp/unreadable-discovery", "secret/*"],
  title: "sso.yaml lacks what its stage needs",
  why: "The deployment tool reports success even with empty settings. Panel, registry and server files are made from sso.yaml, and what is not written there stays empty.",
  remedy: "Write what is missing, or the stage that has really been reached.",
  clauses: ["E13"],
  message: wording,
  fails: { file: SSO, with: REALM.replace("realm: engineering, ", "") },
  passes: [
    { file: SSO, with: REALM },
    { file: SSO, with: `${REALM}loginService: { base: https://plm.example.com:7001, name: tcsso }\n` },
  ],
});

export const rule: EnvironmentRule = {
  ...incomplete,
  scope: "environment",
  of: "sign-in",
  *check({ signIn, environment }) {
    if (!signIn) return;
    const { stage, stageLeaf, path } = signIn.signIn;
    const at = stageLeaf ? placeOf(stageLeaf.span) : startOf(path);
    for (const { what, lacks } of missingOf(signIn)) {
      const file = !what.startsWith("/");
      const args = { what: file ? what : what.slice(1).replaceAll("/", "."), lacks, stage, written: stageLeaf !== null, file };
      const about = file
        ? { follows: [{ file: discoveryPath(environment.name) }] }
        : { pointer: what, needs: { file: path, pointer: `${what}/*/*` }, restsOn: [{ file: path, key: what }] };
      yield incomplete.at(at, args, about);
    }
  },
};
