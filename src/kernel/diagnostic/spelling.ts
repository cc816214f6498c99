/** The spelling of a secret: plain, or encoded so that a person does not recognize it at once. */
export type Spelling = "plain" | "percent" | "base64";
