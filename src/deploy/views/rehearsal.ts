import type { Scene } from "../rehearse/rehearse.ts";
import { NL } from "../../report/index.ts";

/** Returns the text of the scenes: one line for each, followed by its facts or faults. */
export function scenesText(scenes: readonly Scene[]): string {
  const held = scenes.filter((scene) => scene.ok).length;
  const lines = scenes.flatMap(({ name, ok, lines: proven }) => [
    `  ${ok ? "ok  " : "FAIL"} ${name}`,
    ...proven.map((line) => `       ${line}`),
  ]);
  return `${lines.join(NL)}${NL}  ${held} of ${scenes.length} scenarios passed${NL}`;
}
