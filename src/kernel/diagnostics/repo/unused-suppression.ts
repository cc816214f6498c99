import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, quotedName, say, type Text } from "../../diagnostic/text.ts";

interface Args {
  /** The rule that the suppression names; empty if it names none. */
  readonly rule: string;
  /** The reason why the `# tierwright-ignore` comment or `ignore:` entry has no effect. */
  readonly why: "names-none" | "unknown-rule" | "no-reason" | "cannot-be" | "finds-nothing";
  /** The number of further suppressions without effect, which no finding lists. */
  readonly more: number;
}

function headline({ rule, why }: Args): Text {
  switch (why) {
    case "names-none":
      return say`this suppression names no rule, so it has no effect`;
    case "unknown-rule":
      return say`there is no rule ${quotedName(rule)}, so this suppression has no effect`;
    case "no-reason":
      return say`the suppression of ${name(rule)} gives no reason, so it has no effect`;
    case "cannot-be":
      return say`${name(rule)} is an error here or concerns a verdict or a secret: it cannot be suppressed`;
    case "finds-nothing":
      return say`${name(rule)} reports nothing here, so this suppression has no effect`;
  }
}

export const unusedSuppression = defineDiagnostic({
  id: "repo/unused-suppression",
  severity: "warning",
  title: "a suppression has no effect",
  why: "A suppression that no longer matches hides the next real fault on its line. One that never matched was never a decision.",
  remedy: "Remove it, or correct the rule id; a reason is required, and errors, verdicts and secrets cannot be suppressed.",
  clauses: ["A5"],
  message: (found: Args) => ({
    message: headline(found),
    notes: found.more > 0 ? [say`and ${found.more} more like it`] : [],
    help: say`write \`tierwright-ignore rule-id: reason\` on the line above a warning, or remove it`,
  }),
  fails: {
    file: "environments/demo/environment.yaml",
    replace: "tier:\n",
    with: "# tierwright-ignore kit/vendor-value: decided by the licence team\ntier:\n",
  },
  passes: [
    {
      file: "releases/2506/base/client.properties",
      replace: "Transport=http\n",
      with: "# tierwright-ignore conf/trailing-blank: the vendor ships it so\nTransport=http \n",
    },
  ],
});
