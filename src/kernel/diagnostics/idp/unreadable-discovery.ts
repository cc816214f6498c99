import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, say, words } from "../../diagnostic/text.ts";

const FILE = "environments/demo/discovery.json";
const REALM = `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm, redirectUris: [] }] }
`;
const SSO = { file: "environments/demo/sso.yaml", with: REALM };

type Args = { readonly path: string } & (
  | { readonly seen: "no-json"; readonly fault: string }
  | { readonly seen: "no-object"; readonly is: "list" | "value" }
  | { readonly seen: "no-text"; readonly field: string }
);

export const unreadableDiscovery = defineDiagnostic({
  id: "idp/unreadable-discovery",
  severity: "error",
  title: "the pinned discovery document cannot be used",
  why: "Panel and federation.properties take their endpoints from it. JSON that two readers understand differently (a key twice, a byte order mark), a list, or an address that is not text would put a wrong or empty endpoint on the server.",
  remedy: "Fetch it again with `tierwright sso pin ENV`, which stores only usable content.",
  clauses: ["E4"],
  message: (found: Args) => {
    const help = say`fetch it from the identity provider again with \`tierwright sso pin ENV\`, which stores what can be used and nothing else`;
    const file = name(found.path);
    if (found.seen === "no-json")
      return { message: say`${file} is not JSON that every reader understands alike`, notes: [words(found.fault)], help };
    if (found.seen === "no-object")
      return {
        message: say`${file} holds ${words(found.is === "list" ? "a list" : "a single value")}, and a discovery document is an object`,
        help,
      };
    return {
      message: say`${name(found.field)} of ${file} is not a text`,
      notes: [say`no address can be taken from it`],
      help,
    };
  },
  fails: { ...SSO, also: [{ file: FILE, with: '{ "issuer": "https://a.example.com", "issuer": "https://b.example.com" }\n' }] },
  passes: [
    { ...SSO, also: [{ file: FILE, with: '{ "issuer": "https://idp.example.com:8443/realms/engineering" }\n' }] },
    { file: FILE, with: "nobody reads this without sso.yaml\n" },
  ],
});
