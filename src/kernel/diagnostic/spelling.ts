/** How a secret is spelt: as it is, or so that a person does not see it at once. */
export type Spelling = "plain" | "percent" | "base64";
