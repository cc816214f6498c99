import { read } from "../../house/project.ts";

/** A row of 'Where the password is' in docs/probe.md. */
export interface PasswordRecipe {
  readonly store: string;
  /** What puts the password there. */
  readonly put: string;
  /** What stands behind `password:` in the profile. */
  readonly password: string;
}

const code = (cell: string): string => /`([^`]+)`/.exec(cell)?.[1]?.replaceAll("\\|", "|") ?? "";

/** The rows as they stand in the page. */
export function passwordRecipes(): readonly PasswordRecipe[] {
  const [, section = ""] = read("docs/probe.md").split("\n## Where the password is\n");
  const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => /^\| (?!store \|)/.test(line));
  return rows.map((row) => {
    const [, store = "", put = "", password = ""] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return { store, put: code(put), password: code(password) };
  });
}
