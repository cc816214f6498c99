import { type Text, name, say } from "../../../kernel/index.ts";
import { nativePath } from "../../../deploy/index.ts";
import type { Check, State } from "../check.ts";
import type { Looked } from "../looked.ts";
import { variablesControl } from "../existence.ts";
import { agreeing, answer, describeCount, gravest } from "../words.ts";

/** Environment variables whose options every Java of an account uses, also the Java of the modeling tool. */
const JAVA = ["JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS"] as const;

type Judged = readonly [State, Text];

function judged({ station }: Looked): readonly Judged[] {
  const variable = (key: string) => station.variables?.(key)?.trim() ?? "";
  const off = variable("NODE_TLS_REJECT_UNAUTHORIZED") === "0";
  const extra = variable("NODE_EXTRA_CA_CERTS");
  const there = extra === "" || station.files.stat(nativePath(extra, station.where))?.kind === "file";
  return [
    ...(off
      ? [
          [
            "fail",
            say`NODE_TLS_REJECT_UNAUTHORIZED is 0: Node believes every certificate${extra === "" ? [] : say`, so that NODE_EXTRA_CA_CERTS decides nothing`}`,
          ] as const,
        ]
      : []),
    ...(there
      ? []
      : [["warn", say`NODE_EXTRA_CA_CERTS is ${name(extra)}, which is not a file: Node continues without it`] as const]),
    ...JAVA.filter((key) => variable(key) !== "").map(
      (key): Judged => [
        "warn",
        say`${name(key)} is set: the tool's own Java takes its options, trust store and proxy included (value not shown)`,
      ],
    ),
  ];
}

export const check: Check = {
  id: "variables/trust",
  asks: "no variable switches the check of certificates off or gives every Java other options",
  otherwise: "a working connection proves nothing where every certificate is accepted; each client reads its own trust store",
  control: "PATH is set, and a name that nobody sets is not",
  needs: ["variables"],
  order: 83,
  run(looked) {
    const control = variablesControl(looked);
    const found = judged(looked);
    if (found.length === 0) return answer("pass", say`no variable changes what certificates are believed`, { control });
    return answer(
      gravest(found.map(([state]) => state)),
      say`${describeCount(found.length, "variable")} ${agreeing(found.length, "changes", "change")} what the tool and its helpers believe or run with`,
      {
        details: found.map(([, text]) => text),
        help: say`take the variable away, and put the certificate into the store that the client reads; prove it with an endpoint that is signed otherwise`,
        control,
      },
    );
  },
};
