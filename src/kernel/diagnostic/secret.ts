/**
 * The source of a secret to which a YAML file refers: an environment variable's name, a file's path, or a program to run. Never the value
 * itself.
 */
export type SecretSource =
  | { readonly kind: "env"; readonly name: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "command"; readonly argv: readonly string[] };

const HIDDEN = "[secret]";

/**
 * A resolved secret that cannot be printed by accident: inspect, JSON, template literals and string conversion all return '[secret]'. Only
 * `reveal()` returns the value; it is called where the value is written, sent, compared or redacted.
 */
export class SecretValue {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return HIDDEN;
  }
  toJSON(): string {
    return HIDDEN;
  }
  [Symbol.toPrimitive](): string {
    return HIDDEN;
  }
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return HIDDEN;
  }
}
