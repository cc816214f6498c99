import { defineDiagnostic, must, name, say } from "../../../kernel/index.ts";
import type { EnvironmentRule } from "../rule.ts";
import { signInWith } from "./example-sign-in.ts";

/** Matches the variable and its value up to a blank: after '=', after ': ' as in dotenv and YAML, or after a blank as in setx and ENV. */
const SWITCH = /NODE_TLS_REJECT_UNAUTHORIZED["']?(?:[ \t]*=|:[ \t]|[ \t])[ \t]*([^\s]*)/gi;
/**
 * Matches a value of the variable that switches certificate validation off: 0, and then the end of the text or a character at which a
 * shell, dotenv or Node ends the value.
 */
const OFF = /^(["'`]?)0\1(?:$|["';&|#,])/;
/** Matches a word that can precede the assignment on its line: a command, an option, a list mark, another assignment. */
const BEFORE = /^(?:@?(?:export|set|setx|setenv|declare|typeset|env|arg)|-{1,2}[a-z]*|\*|[a-z_]\w*=[^"']*|)$/i;
/** Matches the text that can directly precede the variable's name: a quote, PowerShell's `$env:`, systemd's `Environment=`. */
const AT_NAME = /^\ufeff?(?:@|\$env:|"?Environment=)?["']?$/i;
const COMMENT = /^\ufeff?[ \t]*(?:#|;|::|\/\/|@?rem[ \t])|[ \t]#/i;
const NAME_LENGTH = "NODE_TLS_REJECT_UNAUTHORIZED".length;
const STORE = "NODE_EXTRA_CA_CERTS";

interface Args {
  readonly file: string;
  /** True if the file also sets NODE_EXTRA_CA_CERTS, which has no effect while certificate validation is off. */
  readonly moot: boolean;
}

const ENV = "environments/demo/installed/web-client.env";

const tlsValidationOff = defineDiagnostic({
  id: "sso/tls-validation-off",
  severity: "error",
  title: "a Node consumer does not validate certificates",
  why: "With NODE_TLS_REJECT_UNAUTHORIZED=0 a Node program accepts any certificate. Its calls to the identity provider succeed whether it is trusted or not, so that a successful call proves no trust, and NODE_EXTRA_CA_CERTS has no effect.",
  remedy: "Remove it, and name the authority's certificate in NODE_EXTRA_CA_CERTS.",
  clauses: ["E11"],
  message: ({ file, moot }: Args) => ({
    message: say`${name(file)} switches certificate validation off`,
    notes: [
      say`NODE_TLS_REJECT_UNAUTHORIZED=0 accepts every certificate: anybody between consumer and identity provider can read codes and tokens`,
      ...(moot ? [say`NODE_EXTRA_CA_CERTS in the same file then has no effect`] : []),
    ],
    help: say`remove the line on the server, name the authority's certificate in NODE_EXTRA_CA_CERTS, and prove it against an endpoint of another authority, which must fail`,
  }),
  fails: signInWith({ file: ENV, with: "NODE_EXTRA_CA_CERTS=/etc/ssl/site.pem\nNODE_TLS_REJECT_UNAUTHORIZED=0\n" }),
  passes: [
    signInWith({ file: ENV, with: "NODE_TLS_REJECT_UNAUTHORIZED = 1 # 0 takes every certificate\n" }),
    signInWith({ file: ENV, with: "NODE_EXTRA_CA_CERTS=/etc/ssl/site.pem\n#NODE_TLS_REJECT_UNAUTHORIZED=0\n" }),
    signInWith({ file: ENV, with: "NODE_TLS_REJECT_UNAUTHORIZED=1\n" }),
  ],
});

/**
 * Returns whether a line assigns NODE_TLS_REJECT_UNAUTHORIZED.
 * @param before The line's text before that name: it shows whether the line is a comment, and whether the name is part of another value or
 * an argument of a command such as echo.
 */
function isAssigned(before: string): boolean {
  if (COMMENT.test(before)) return false;
  const words = (before.split(/[;&|]/).at(-1) ?? "").split(/[ \t]+/);
  return AT_NAME.test(words.pop() ?? "") && words.every((word) => BEFORE.test(word));
}

interface Assignment {
  readonly name: string;
  readonly isOff: boolean;
  readonly start: number;
  readonly end: number;
}

/** Yields every assignment of NODE_TLS_REJECT_UNAUTHORIZED in a file's text, with the offsets of its line. */
function* assignments(text: string): Iterable<Assignment> {
  for (const { 0: match, 1: value = "", index } of text.matchAll(SWITCH)) {
    const start = Math.max(text.lastIndexOf("\n", index), text.lastIndexOf("\r", index)) + 1;
    if (!isAssigned(text.slice(start, index))) continue;
    const [line] = must(/^[^\r\n]*/.exec(text.slice(start)), "the line of the switch");
    yield { name: match.slice(0, NAME_LENGTH), isOff: OFF.test(value), start, end: start + line.trimEnd().length };
  }
}

export const rule: EnvironmentRule = {
  ...tlsValidationOff,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    for (const { path, source, entries } of signIn?.installed.env ?? []) {
      // the last assignment counts, of each spelling of the name apart: spellings differ in case, and only on Windows are they one variable
      const all = [...assignments(source.text)];
      const last = all.findLast(
        ({ name: spelling, isOff }, i) => isOff && all.findLastIndex((one) => one.name === spelling) === i,
      );
      const moot = entries.some(({ name: variable }) => variable === STORE);
      if (last) yield tlsValidationOff.at(source.placeOf(last.start, last.end), { file: path, moot });
    }
  },
};
