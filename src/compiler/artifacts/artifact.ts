import type { CompiledEnvironment } from "../compile/compiled.ts";
import type { SecretValue, Template } from "../../kernel/index.ts";
import type { FileRole } from "../model/files.ts";
import { placeholderOf, type SecretReference } from "../model/secret.ts";

/** The inputs that an artifact can use besides the compiled model. */
export interface ArtifactContext {
  /** The version of tierwright, which the manifest records. */
  readonly version: string;
  /** Returns the repository's own template (templates/NAME); null if there is only the built-in one. */
  template(name: string): Template | null;
  /** The values of secrets by the JSON pointer of their reference in the YAML; absent if artifacts hold placeholders instead. */
  readonly secrets?: ReadonlyMap<string, SecretValue>;
  /**
   * The values of secrets by that pointer, as the site's password utility encoded them. In files with encoded passwords, a secret without such a
   * value stays a placeholder.
   */
  readonly encoded?: ReadonlyMap<string, SecretValue>;
  /** Set for a comparison: the artifact then names no lines of the YAML, so that a moved line changes no bytes. */
  readonly settled?: true;
  /** The environment's files that are installed on a workstation, for artifacts that list them. */
  readonly installed: readonly Installed[];
}

/** The place of an installed file, which is known before its bytes are. */
export interface Installed {
  /** The path of the installed file relative to dist/<env>, with '/'. */
  readonly path: string;
  /** The Windows path of the file on the workstation. */
  readonly target: string;
  /** The path of the file in a swap bundle: in the plug-in folder, or one of the client library's files (docs/bundles.md). */
  readonly entry: string;
}

/** One emitted file, as bytes, because artifacts are compared as buffers. */
export interface EmittedFile {
  /** The path of the emitted file relative to dist/<env>, with '/'. */
  readonly path: string;
  readonly bytes: Buffer;
  /** `install`: the file is installed on a workstation or server; `expect`: it is compared with the live system; `note`: people read it. */
  readonly purpose: "install" | "expect" | "note";
  /** The Windows path where the file belongs; null for a file that is installed nowhere. */
  readonly target: string | null;
  /** The path of the file in a swap bundle; absent if bundles do not contain the file. */
  readonly entry?: string;
  /** True if the bytes hold the value of a secret, so that only the owner can be allowed to read the file. */
  readonly holdsSecret?: boolean;
}

/** One artifact (one file): takes the model, produces a path and bytes. */
export interface Artifact {
  /** The name of the artifact in listings and in `explain`. */
  readonly name: string;
  readonly title: string;
  /** The role of the properties file that this artifact emits; absent for any other kind of file. */
  readonly role?: FileRole;
  /** Returns the place on a workstation where the artifact's file is installed; null if the environment has no such artifact. */
  locate?(compiled: CompiledEnvironment): Installed | null;
  /** Returns the emitted file; null if the environment has no such artifact. */
  produce(compiled: CompiledEnvironment, context: ArtifactContext): EmittedFile | null;
  /** True if the file names lines of the repository's files: a moved line then changes its bytes without changing its meaning. */
  readonly namesLines?: true;
  /** Decodes the emitted bytes again and returns each difference from the model. An empty list proves the file. */
  prove(file: EmittedFile, compiled: CompiledEnvironment, context: ArtifactContext): readonly string[];
}

/** Returns a secret as the site's password utility encodes it; the secret's placeholder if there is no encoded value. */
export function encodedText(reference: SecretReference, context: ArtifactContext): string {
  return context.encoded?.get(reference.pointer)?.reveal() ?? placeholderOf(reference);
}

/** Returns the text for a secret in an artifact: the resolved value, or the given placeholder if the secret is not resolved. */
export function secretText(reference: SecretReference, placeholder: string, context: ArtifactContext): string {
  return context.secrets?.get(reference.pointer)?.reveal() ?? placeholder;
}
