import { NOT_SHOWN } from "../diagnostic/text.ts";
import { withoutSecretValues } from "../kernel/secrets/values.ts";

/** Keys, signatures and tickets: long, and without words in it. */
const LONG = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{60,4096}={0,2}/g;

/** Returns a line of a log without its secrets: what is printed of it is copied into mails and tickets. The log itself is never changed. */
export const withoutSecrets = (line: string): string => withoutSecretValues(line, NOT_SHOWN).replace(LONG, NOT_SHOWN);
