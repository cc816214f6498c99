import { defineDiagnostic } from "../../diagnostic/define.ts";
import { plural } from "../../diagnostic/plural.ts";
import { listTexts, name, quotedName, say, words } from "../../diagnostic/text.ts";
import type { Example } from "../../diagnostic/example.ts";
import { adoptExample } from "./example-workstation.ts";

/** The kind of evidence on a workstation for the release or modeling tool that is installed on it. */
export type Evidence = "plugin" | "version" | "receipt" | "tool";

/** An option of `adopt` that names another connector release or tool release than a workstation has. */
interface OptionArgs {
  readonly option: "release" | "tool";
  /** The connector release or tool release that the command line names. */
  readonly given: string;
  /** The installed connector or tool release, as the workstations show it; `by` is the evidence. */
  readonly says: string;
  readonly by: Evidence;
}

/** A workstation's file that was collected from another path than the one that site.yaml states. */
interface PlaceArgs {
  readonly option: "client.file" | "client.log4j2";
  /** The path in site.yaml (`given`), and the one from which the file was collected (`says`). */
  readonly given: string;
  readonly says: string;
}

type Args = (OptionArgs | PlaceArgs) & { readonly workstations: readonly string[] };

const WHERE: Readonly<Record<Evidence, string>> = {
  plugin: "the installed plugin.xml is that release's own, byte for byte",
  version: "the installed plugin.xml has that release's version",
  receipt: "the newest receipt of a deploy names it",
  tool: "the file of tool.versionFrom has it, or the name of the tool's folder",
};

/** Returns an example of a workstation whose modeling tool reports a version, while --tool names 2024x Refresh3. */
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
  title: "an option or the site names something else than the workstation has",
  why: "An option overrides what is on the workstation. With a slip in it the keys are compared with another release's files, the verdict is for another pair, and the first deploy misjudges what is installed.",
  remedy: "Leave the option out if the workstation is right; keep it if files were, for example, copied by hand.",
  clauses: ["B7"],
  message: (found: Args) => {
    const { option, given, says, workstations } = found;
    const [first = ""] = workstations;
    const who = workstations.length === 1 ? name(first) : say`${words(plural(workstations.length, "workstation"))}`;
    const all = workstations.length > 1 ? [say`the workstations are ${listTexts(workstations.map(name))}`] : [];
    if (!("by" in found))
      return {
        message: say`${name(option)} is ${quotedName(given)}, but the file of ${who} was collected from ${quotedName(says)}`,
        notes: [...all, say`a deploy writes to ${name(option)}: the tool reads nothing there if it reads the collected file`],
        help: say`set ${name(option)} of environments/site.yaml to the path that the tool reads; if that is ${quotedName(given)}, collect again with deploy.ps1 -Collect -ClientFile FILE`,
      };
    return {
      message: say`--${words(option)} is ${quotedName(given)}, but ${who} ${words(workstations.length === 1 ? "has" : "have")} ${quotedName(says)}`,
      notes: [
        say`${words(WHERE[found.by])}`,
        ...all,
        say`the option was used: the environment has ${words(option)} ${name(given)}`,
      ],
      help: say`leave --${words(option)} out and adopt again, if the workstation is right; remove the environment that was written first`,
    };
  },
  fails: versioned("2024x"),
  passes: [adoptExample(), versioned("2024x Refresh3")],
});
