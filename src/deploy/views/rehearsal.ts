import { contentLine, contentOf } from "./deploy.ts";
import type { ProvenBundle } from "../swap/protocol/bundle.ts";
import type { Scene } from "../rehearse/rehearse.ts";
import { type Look, NL } from "../../report/index.ts";

/** Returns the JSON document of `rehearse`, schema tierwright/rehearsal/v1. */
export const rehearsalDocument = (bundle: ProvenBundle, scenes: readonly Scene[]) => ({
  schema: "tierwright/rehearsal/v1",
  bundle: bundle.name,
  manifest: bundle.manifestSha256,
  contains: contentOf(bundle),
  scenes,
});

/** Returns the text about a rehearsal: the bundle, then each scene followed by its facts or faults; "" with --quiet. */
export function rehearsalText({ bundle, contains, scenes }: ReturnType<typeof rehearsalDocument>, { quiet }: Look): string {
  if (quiet) return "";
  const held = scenes.filter((scene) => scene.ok).length;
  const lines = scenes.flatMap(({ name, ok, lines: proven }) => [
    `  ${ok ? "ok  " : "FAIL"} ${name}`,
    ...proven.map((line) => `       ${line}`),
  ]);
  return `${contentLine(bundle, contains)}${lines.join(NL)}${NL}  ${held} of ${scenes.length} scenarios passed${NL}`;
}
