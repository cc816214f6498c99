import { type Wording, defineDiagnostic, listTexts, name, quotedName, say, words } from "../../../kernel/index.ts";
import type { Fact } from "../../sso/fact.ts";
import { difference, skeletonWords } from "../../users/alike.ts";
import { shownName, strayCharacters } from "../../users/user-names.ts";
import type { EnvironmentRule } from "../rule.ts";
import { realm, SSO } from "./example.ts";

type Args = { readonly group: string } & (
  | { readonly seen: "empty" }
  | { readonly seen: "stray"; readonly found: readonly string[] }
  | { readonly seen: "alike"; readonly other: string; readonly line: number }
);

function wording(found: Args): Wording {
  const group = quotedName(shownName(found.group));
  if (found.seen === "empty")
    return {
      message: say`a group has no name`,
      notes: [say`the identity provider refuses a blank name, and the import of the realm stops there`],
      help: say`write the group's name, or remove the entry`,
    };
  if (found.seen === "alike")
    return {
      message:
        found.group === found.other
          ? say`group ${group} is listed twice`
          : say`group ${group} looks like ${quotedName(shownName(found.other))} of line ${found.line} and differs from it`,
      notes: [
        found.group === found.other
          ? say`the identity provider refuses the second one of the same name`
          : say`${words(difference(found.group, found.other))}; the identity provider creates both, and members of one do not get what is granted to the other`,
      ],
      help: say`keep the one that the PLM system has`,
    };
  return {
    message: say`group ${group} holds ${listTexts(found.found.slice(0, 2).map(name))}${words(found.found.length > 2 ? " and more" : "")}`,
    notes: [
      say`the identity provider answers 201 Created and stores the name with it; a search for the visible name then finds no group`,
      ...(found.found.length > 2 ? [say`all of it: ${listTexts(found.found.map(name))}`] : []),
    ],
    help: say`write the name without it: ${quotedName(cleaned(found.group))}`,
  };
}

/** Returns a group's name without invisible characters, with single spaces inside and none around it. */
const cleaned = (group: string): string =>
  Array.from(group, (c) => (/\s/u.test(c) && c !== "\ufeff" ? " " : strayCharacters(c).length > 0 ? "" : c))
    .join("")
    .replace(/ +/g, " ")
    .trim();

const groupName = defineDiagnostic({
  id: "idp/group-name",
  severity: "error",
  title: "a group's name has stray white space or invisible characters, or looks like another one",
  why: "The identity provider checks a group name only for being blank. A carriage return from a Windows list, a byte order mark or a second space is stored with 201 Created. The console shows the name as it should be, but no lookup by that name finds the group.",
  remedy: "Write the clean name, and check the realm's stored groups.",
  clauses: ["E7"],
  message: wording,
  fails: { file: SSO, with: realm('groups: [Systems.Engineering, "PLM Pilot\\r"]') },
  passes: [
    { file: SSO, with: realm("groups: [Systems.Engineering, PLM Pilot, Änderungswesen]") },
    { file: SSO, with: realm("groups: [Pilot 1, Pilot 2]") },
  ],
});

function* check(groups: readonly Fact[]) {
  const known = new Map<string, Fact>();
  for (const group of groups) {
    const { value, place, pointer } = group;
    const at = (args: Args, severity: "error" | "warning" = "error") => groupName.at(place, args, { pointer, severity });
    const found = strayCharacters(value);
    if (value.trim() === "") {
      yield at({ group: value, seen: "empty" });
      continue;
    }
    if (found.length > 0) yield at({ group: value, seen: "stray", found });
    const form = skeletonWords(value);
    const other = known.get(form);
    const alike = other && ({ group: value, seen: "alike", other: other.value, line: other.place.line } as const);
    if (alike) yield at(alike, value === alike.other ? "error" : "warning");
    else known.set(form, group);
  }
}

export const rule: EnvironmentRule = {
  ...groupName,
  scope: "environment",
  of: "sign-in",
  check: ({ signIn }) => check(signIn?.groups ?? []),
};
