import { SecretValue } from "../kernel/index.ts";
import type { Host } from "./host.ts";
import { describeError } from "./confined-tree.ts";

/** The largest output of the site's password utility, in bytes; an encoded password is shorter. */
const LARGEST = 64 * 1024;
const LONGEST_RUN_MS = 60_000;

/** The output of the site's password utility, or a description of the fault, which contains nothing of the output. */
export type Encoded = { readonly value: SecretValue } | { readonly fault: string };

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a password of one line does not hold
const ONE_LINE = /^[^\u0000-\u001f\u007f]+$/;

/** Returns why an output of the password utility cannot be a password; null if it can. */
function faultOf(bytes: Buffer, text: string, given: string): string | null {
  if (text === "") return "it printed nothing";
  if (!Buffer.from(text, "utf8").equals(bytes)) return "what it printed is not UTF-8";
  const line = text.replace(/\r?\n$/, "");
  if (!ONE_LINE.test(line)) return "what it printed is not one line of text";
  return line === given ? "it printed the password as it was given" : null;
}

/**
 * Encodes one value with the site's password utility: without a shell, the value on standard input, the output checked. Only called for
 * `compile --with-secrets`.
 */
export const encodeSecret = (argv: readonly string[], plain: SecretValue, world: Pick<Host, "run">): Promise<Encoded> =>
  throughUtility(argv, plain, world);

/** Decodes the value of a deployed file with the site's password utility, to compare it and never to print it (`sso verify --with-secrets`). */
export const decodeSecret = (argv: readonly string[], encoded: SecretValue, world: Pick<Host, "run">): Promise<Encoded> =>
  throughUtility(argv, encoded, world);

async function throughUtility(argv: readonly string[], given: SecretValue, world: Pick<Host, "run">): Promise<Encoded> {
  const program = `the password utility ${argv[0] ?? ""}`;
  try {
    const limits = { largest: LARGEST, milliseconds: LONGEST_RUN_MS, input: Buffer.from(given.reveal(), "utf8") };
    const { code, stdout, bytes, stopped } = await world.run(argv, limits);
    if (stopped === "output") return { fault: `${program} was stopped: it prints more than 64 KiB` };
    if (stopped === "time") return { fault: `${program} was stopped: it did not end within ${LONGEST_RUN_MS / 1000} seconds` };
    if (code !== 0) return { fault: `${program} ended with exit code ${code}` };
    const fault = faultOf(bytes ?? Buffer.from(stdout, "utf8"), stdout, given.reveal());
    return fault === null ? { value: new SecretValue(stdout.replace(/\r?\n$/, "")) } : { fault: `${program}: ${fault}` };
  } catch (error) {
    return { fault: `${program} could not be run: ${describeError(error)}` };
  }
}
