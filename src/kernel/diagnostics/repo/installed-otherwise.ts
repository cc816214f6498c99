import { defineDiagnostic } from "../../diagnostic/define.ts";
import { plural } from "../../diagnostic/plural.ts";
import { listTexts, name, quotedName, say, words } from "../../diagnostic/text.ts";
import type { Example } from "../../diagnostic/example.ts";
import { adoptExample } from "./example-workstation.ts";

/** The evidence on a workstation for the installed release or tool. */
export type Evidence = "plugin" | "version" | "receipt" | "tool";

interface Args {
  readonly option: "release" | "tool";
  /** The release or tool that the command line names. */
  readonly given: string;
  /** The installed release or tool, as the workstations show it; `by` is the evidence. */
  readonly says: string;
  readonly by: Evidence;
  readonly workstations: readonly string[];
}

const WHERE: Readonly<Record<Evidence, string>> = {
  plugin: "the installed plugin.xml is that release's own, byte for byte",
  version: "the installed plugin.xml has that release's version",
  receipt: "the newest receipt of a deploy names it",
  tool: "the file of tool.versionFrom has it, or the name of the tool's folder",
};

/** Returns an example of a workstation whose tool reports a version, while --tool names 2024x Refresh3. */
function versioned(version: string): Example {
  const example = adoptExample();
  return {
    ...example,
    also: [
      ...(example.also ?? []),
      { file: "ws/WS-1/tool/tool.properties", with: `version=${version}\n` },
      {
        file: "environments/site.yaml",
        replace: "  envPrefix: CAMEO\n",
        with: "  envPrefix: CAMEO\n  versionFrom: { file: 'bin\\tool.properties', pattern: 'version=(.+)' }\n",
      },
    ],
  };
}

export const installedOtherwise = defineDiagnostic({
  id: "repo/installed-otherwise",
  severity: "warning",
  title: "an option of adopt names another release or tool than the workstation has",
  why: "An option overrides what is on the workstation. With a slip in it the keys are compared with another release's files, the verdict is for another pair, and the first deploy misjudges what is installed.",
  remedy: "Leave the option out if the workstation is right; keep it if files were, for example, copied by hand.",
  clauses: ["B7"],
  message: ({ option, given, says, by, workstations }: Args) => {
    const [first = ""] = workstations;
    const who = workstations.length === 1 ? name(first) : say`${words(plural(workstations.length, "workstation"))}`;
    return {
      message: say`--${words(option)} is ${quotedName(given)}, but ${who} ${words(workstations.length === 1 ? "has" : "have")} ${quotedName(says)}`,
      notes: [
        say`${words(WHERE[by])}`,
        ...(workstations.length > 1 ? [say`the workstations are ${listTexts(workstations.map(name))}`] : []),
        say`the option was used: the environment has ${words(option)} ${name(given)}`,
      ],
      help: say`leave --${words(option)} out and adopt again, if the workstation is right; remove the environment that was written first`,
    };
  },
  fails: versioned("2024x"),
  passes: [adoptExample(), versioned("2024x Refresh3")],
});
