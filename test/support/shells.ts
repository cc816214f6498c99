import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ROOT } from "../house/project.ts";
import { notRun } from "./not-run.ts";
import { temporaryFolder } from "./repository.ts";

/* Real shells with a program of our names that notes the words it was given, and does nothing else. */

export const POSIX_SHELLS = ["dash", "bash", "zsh", "fish"] as const;
export const PWSH = process.env.TIERWRIGHT_PWSH ?? "pwsh";

const exists = (program: string): boolean => spawnSync(program, ["-c", "exit 0"], { stdio: "ignore" }).error === undefined;
const found = new Map<string, boolean>();

/** Takes the running test out where the shell is not installed. */
export function needs(shell: string): void {
  if (process.platform === "win32") notRun(`${shell}: this is Windows`);
  if (!found.has(shell)) found.set(shell, exists(shell));
  if (!found.get(shell)) notRun(`no ${shell === PWSH ? "PowerShell" : shell} here`);
}

/** A folder where nothing lies but what a shell made there, and a program beside it. */
export class Scene {
  readonly folder = join(temporaryFolder(), "here");
  readonly #bin = temporaryFolder();
  readonly #seen = join(this.#bin, "seen");
  readonly #candidates = join(this.#bin, "candidates");

  constructor(programs: readonly string[] = ["tierwright"]) {
    mkdirSync(this.folder);
    writeFileSync(this.#candidates, "");
    for (const program of programs) {
      const path = join(this.#bin, program);
      writeFileSync(
        path,
        `#!/bin/sh
if [ "$1 $2" = "completion candidates" ]; then
  for last; do :; done
  [ -e '${this.#candidates}.always' ] && last=
  while IFS= read -r line; do case $line in "$last"*) printf '%s\\t\\n' "$line" ;; esac; done < '${this.#candidates}'
  exit 0
fi
printf '%s\\0' "$#" "$@" >> '${this.#seen}'
`,
      );
      chmodSync(path, 0o755);
    }
  }

  /** What `tierwright completion candidates` answers here; `always`: whatever is typed. */
  offer(candidates: readonly string[], always = false): void {
    if (always) writeFileSync(`${this.#candidates}.always`, "");
    writeFileSync(this.#candidates, candidates.map((line) => `${line}\n`).join(""));
  }

  get env(): NodeJS.ProcessEnv {
    const home = join(this.#bin, "home");
    mkdirSync(home, { recursive: true });
    return {
      ...process.env,
      PATH: `${this.#bin}${delimiter}${process.env.PATH}`,
      HOME: home,
      TERM: "xterm",
      PS1: "> ",
      LC_ALL: "C.UTF-8",
    };
  }

  /** The words of every call so far, and forgets them. */
  taken(): readonly (readonly string[])[] {
    if (!existsSync(this.#seen)) return [];
    const all = readFileSync(this.#seen, "utf8").split("\0").slice(0, -1);
    rmSync(this.#seen);
    const calls: string[][] = [];
    for (let i = 0; i < all.length; ) {
      const count = Number(all[i]);
      calls.push(all.slice(i + 1, i + 1 + count));
      i += 1 + count;
    }
    return calls;
  }

  /** Runs lines as a script; each one is on its own. */
  run(shell: string, lines: readonly string[]): void {
    const pwsh = shell === PWSH;
    const script = join(this.#bin, pwsh ? "script.ps1" : "script");
    writeFileSync(script, `${lines.join("\n")}\n`);
    const argv = pwsh ? ["-NoProfile", "-File", script] : [script];
    spawnSync(shell, argv, { cwd: this.folder, env: this.env, encoding: "utf8" });
  }

  /** Types lines into an interactive shell; ENTER follows each of them. Gives what the screen showed. A line that stays open is left after `patience` seconds. */
  type(shell: string, setup: string, lines: readonly string[], patience = 1): readonly string[] {
    const command = {
      bash: ["bash", "--norc", "--noprofile", "-i"],
      zsh: ["zsh", "-f", "-i"],
      fish: ["fish", "--no-config", "-i"],
    }[shell] ?? [shell];
    const input = JSON.stringify({ command, setup, lines, patience });
    const { stdout, stderr } = spawnSync("python3", [join(ROOT, "test/shells/typing.py")], {
      cwd: this.folder,
      env: this.env,
      encoding: "utf8",
      input,
    });
    if (stdout === "") throw new Error(`typing: ${stderr}`);
    return JSON.parse(stdout) as readonly string[];
  }
}

/** Every punctuation mark of ASCII. */
export const PUNCTUATION = [..."!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"];

/** Words that mean something else to one shell or another. */
export const NASTY: readonly string[] = [
  ...PUNCTUATION,
  ...PUNCTUATION.flatMap((a) => PUNCTUATION.map((b) => a + b)),
  ...[
    "$(touch PWNED)",
    "`touch PWNED`",
    "x;touch PWNED",
    "x&touch PWNED",
    "x|touch PWNED",
    'x"$(touch PWNED)"',
    "'$(touch PWNED)'",
    "<(touch PWNED)",
    "=(touch PWNED)",
  ],
  ...[
    "o'brien",
    "a b",
    " a",
    "a ",
    "  ",
    '"q"',
    "'q'",
    "!!",
    "!$",
    "a!b",
    "'!!'",
    "\\'!!",
    "%PATH%",
    "%self",
    "~",
    "~root",
    "=ls",
    "a=~",
    "{a,b}",
    "a{1..3}",
    "$HOME",
    "${HOME}",
    "@x",
    "#x",
    "a\\",
    "\\",
    "\\\\",
    "a\\b",
    "C:\\a b",
    "C:\\a b\\",
    "\\\\srv\\a b",
    "\\$x",
    "\\n",
    "^a^b",
    "*",
    "?",
    "[a-z]",
    "a,b",
    "2506",
    "1.10",
    "0x1F",
    "1kb",
    "010",
    "$?",
    "$env:PATH",
    "@(1)",
    "&",
    "--%",
    "é",
    "日本",
    "O\u2019Brien",
  ],
  ...["\u2018", "\u2019", "\u201A", "\u201B", "\u201C", "\u201D", "\u201E", "\u201F"].flatMap((quote) => [
    quote,
    `a${quote};touch PWNED;${quote}b`,
    `a${quote} b`,
  ]),
];
