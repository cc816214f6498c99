import { defineDiagnostic } from "../../diagnostic/define.ts";
import { joinTexts, name, quotedName, say, type Text, words } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

/** `description`: the missing key's description in the schema. */
type Args = { readonly description: string | undefined } & (
  | { readonly seen: "in"; readonly key: string; readonly path: Text }
  /**
   * A key that none of an environment's layers has. `layers`: the layers in words; `parts`: the keys that the value needs if it is a map.
   */
  | { readonly seen: "layers"; readonly path: Text; readonly layers: readonly string[]; readonly parts: readonly string[] }
);

const searched = (layers: readonly string[]): readonly Text[] => {
  const [only] = layers;
  if (only === undefined) return [];
  if (layers.length === 1) return [say`${name(only)} does not have it, and no other layer does`];
  return [say`neither ${joinTexts(layers.map(name), " nor ")} has it`];
};

export const missingKey = defineDiagnostic({
  id: "repo/missing-key",
  severity: "error",
  because: ["repo/unknown-key"],
  title: "a required key is missing",
  why: "A default could send sign-in or files to another tier.",
  remedy: "Add the key; an environment can inherit it from `extends` or from `defaults` in site.yaml.",
  clauses: [],
  message: (found: Args) => {
    const described = found.description === undefined ? say`add it` : say`add it. ${words(found.description)}`;
    if (found.seen === "in")
      return { message: say`the key ${quotedName(found.key)} is missing in ${found.path}`, help: described };
    const { parts } = found;
    return {
      message: say`${found.path} is missing`,
      notes: searched(found.layers),
      help: parts.length === 0 ? described : say`${described} It needs ${joinTexts(parts.map(name), ", ")}.`,
    };
  },
  fails: { file: FILE, replace: 'connector: "2506"\n', with: "" },
  passes: [
    {
      file: FILE,
      replace: 'connector: "2506"\n',
      with: "",
      also: [{ file: "environments/site.yaml", replace: "kind: Site\n", with: 'kind: Site\ndefaults: { connector: "2506" }\n' }],
    },
  ],
});
