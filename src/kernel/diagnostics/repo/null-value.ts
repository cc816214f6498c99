import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say, type Text, value } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

interface Args {
  /** The key that has the null value, and its map; null for an item of a list. */
  readonly key: { readonly key: string; readonly path: Text } | null;
  /** The spelling of the null value; empty if there is no text. */
  readonly written: string;
}

export const nullValue = defineDiagnostic({
  id: "repo/null-value",
  severity: "error",
  because: ["repo/unknown-key"],
  title: "a value is empty or null",
  why: "'key:' with nothing after it is null in YAML. It could be intended as empty text, as nothing, or be unfinished, and an empty value in a properties file differs from an absent key, so it is not guessed.",
  remedy: "Write a value, or remove the key if the field is not required.",
  clauses: [],
  message: ({ key, written }: Args) => {
    const what = key === null ? say`this list item` : say`the key ${value(key.key)} of ${key.path}`;
    const meant = written === "" ? [] : say`, ${value(written)} in quotes if the word is meant`;
    return {
      message: written === "" ? say`${what} has no value` : say`the value of ${what} is null`,
      notes: [say`nothing here may be null`],
      help:
        key === null
          ? say`write a value${meant}, or remove the item`
          : say`write a value${meant}, or remove the key if the field is not required`,
    };
  },
  fails: { file: FILE, replace: "  sessionAgent: none", with: "  sessionAgent:" },
  passes: [
    { file: FILE, replace: "  sessionAgent: none", with: "  sessionAgent: none\n  keep: []" },
    { file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: 'null'\n" },
  ],
});
