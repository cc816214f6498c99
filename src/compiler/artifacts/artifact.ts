import type { CompiledEnvironment } from "../compile/compiled.ts";
import type { SecretValue, Template } from "../../kernel/index.ts";
import type { FileRole } from "../model/files.ts";
import { placeholderOf, type SecretReference } from "../model/secret.ts";

/** The inputs that an artifact can use besides the compiled environment. */
export interface ArtifactContext {
  /** The version of Tierwright, which the manifest records. */
  readonly version: string;
  /** Returns the repository's own template (templates/NAME); null if there is only the built-in one. */
  template(name: string): Template | null;
  /** The values of secrets by the JSON pointer of their reference in the YAML; absent if files get placeholders instead of secrets. */
  readonly secrets?: ReadonlyMap<string, SecretValue>;
  /**
   * The values of secrets by the same pointer, as the site's password utility encoded them. In files that need encoded passwords, a secret
   * without an encoded value remains a placeholder.
   */
  readonly encoded?: ReadonlyMap<string, SecretValue>;
  /** Set when two compiled versions are compared: files then contain no line numbers of the YAML, so that a moved line changes no bytes. */
  readonly settled?: true;
  /** The files that the environment installs on a workstation, for artifacts that list them. */
  readonly installed: readonly Installed[];
}

/** The paths of a file that a deploy installs on a workstation. They are known before the file is compiled. */
export interface Installed {
  /** The path of the compiled file relative to dist/<environment>, with '/'. */
  readonly path: string;
  /** The Windows path of the installed file on the workstation. */
  readonly target: string;
  /** The path of the file in a swap bundle: in the plug-in folder, or one of the client library's files (docs/bundles.md). */
  readonly entry: string;
}

/** One file that compiling writes, as bytes, because compiled files are compared byte by byte. */
export interface EmittedFile {
  /** The path of the file relative to dist/<environment>, with '/'. */
  readonly path: string;
  readonly bytes: Buffer;
  /** `install`: people or a deploy install the file; `expect`: it is compared with the live system; `note`: people read it. */
  readonly purpose: "install" | "expect" | "note";
  /** The Windows path at which the file belongs on a workstation; null for a file that is not installed on one. */
  readonly target: string | null;
  /** The path of the file in a swap bundle; absent if bundles do not contain the file. */
  readonly entry?: string;
  /** True if the bytes contain the value of a secret, so that only the file's owner gets permission to read it. */
  readonly holdsSecret?: boolean;
}

/** One kind of artifact: makes one file, its path and bytes, from a compiled environment. */
export interface Artifact {
  /** The name of the artifact in lists and in the command `explain`. */
  readonly name: string;
  readonly title: string;
  /** The role of the properties file that this artifact emits; absent for any other kind of file. */
  readonly role?: FileRole;
  /** Returns the paths of the artifact's file in dist/ and on a workstation; null if the environment has no such artifact. */
  locate?(compiled: CompiledEnvironment): Installed | null;
  /** Returns the artifact's file; null if the environment has no such artifact. */
  produce(compiled: CompiledEnvironment, context: ArtifactContext): EmittedFile | null;
  /** True if the file contains line numbers of the repository's files: a moved line then changes its bytes but not its meaning. */
  readonly namesLines?: true;
  /** Decodes the file's bytes and returns each difference from the compiled environment. An empty list proves that the file is right. */
  prove(file: EmittedFile, compiled: CompiledEnvironment, context: ArtifactContext): readonly string[];
}

/** Returns a secret's value as the site's password utility encoded it; the secret's placeholder if there is no encoded value. */
export function encodedText(reference: SecretReference, context: ArtifactContext): string {
  return context.encoded?.get(reference.pointer)?.reveal() ?? placeholderOf(reference);
}

/** Returns the text for a secret in an artifact: its value, or the given placeholder if `context` does not have the value. */
export function secretText(reference: SecretReference, placeholder: string, context: ArtifactContext): string {
  return context.secrets?.get(reference.pointer)?.reveal() ?? placeholder;
}
