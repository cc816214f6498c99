import { readdirSync } from "node:fs";
import { needs, Scene } from "./shells.ts";

/** Commands in what was printed: what stands in backticks, and what follows `next:`, `then:` or a colon to the end of a line. */
export function commandsIn(text: string): readonly string[] {
  const program = /^(?:tierwright|git|npx|curl|deploy\.ps1) /;
  const ticked = [...text.matchAll(/`([^`\n]+)`/g)].map(([, command = ""]) => command);
  const lines = text.split("\n").flatMap((line) => {
    const at = /(?:^ *|: )(?=tierwright )/.exec(line);
    return at
      ? [
          line
            .slice(at.index + at[0].length)
            .replace(/, then .*$/, "")
            .replace(/, with NAME.*$/, ""),
        ]
      : [];
  });
  return [...new Set([...ticked, ...lines])].filter(
    (command) => program.test(command) && !/ [A-Z]{2,}\b(?:\.\.\.)?|\[/.test(command.replace(/PWNED|PATH|HOME|FOLDER/g, "")),
  );
}

const PLAIN = /^[\w./:=@,+*-]*$/;

/** The commands whose words are not whole names, and what a shell made of them beside. */
export function pasted(shell: string, commands: readonly string[], names: readonly string[]) {
  needs(shell);
  const scene = new Scene(["tierwright", "git", "npx", "curl"]);
  scene.run(shell, commands);
  const calls = scene.taken();
  const wrong = calls.filter((words) => words.some((word) => !PLAIN.test(word) && !names.some((name) => word.includes(name))));
  return { wrong, made: readdirSync(scene.folder), missing: commands.length - calls.length };
}

export const FINE = { wrong: [], made: [], missing: 0 };
