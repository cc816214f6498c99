/** The spelling of a secret in a file: plain, or encoded (percent-encoding, base64) so that a person does not recognize it at once. */
export type Spelling = "plain" | "percent" | "base64";
