import type { CompiledEnvironment } from "../compile/compiled.ts";
import type { SecretValue } from "../../kernel/index.ts";
import type { FileRole } from "../model/files.ts";
import { placeholderOf, type SecretReference } from "../model/secret.ts";

/** What producing an artifact may use beside the compiled model. */
export interface ArtifactContext {
  /** Version of tierwright; part of the manifest. */
  readonly version: string;
  /** The repository's own template of a name (templates/NAME), or null for the built-in one. */
  template(name: string): string | null;
  /** Resolved secrets by pointer; absent: placeholders are written. */
  readonly secrets?: ReadonlyMap<string, SecretValue>;
  /** The same as the site's password utility encoded them; what is not in it stays a placeholder where an encoded value belongs. */
  readonly encoded?: ReadonlyMap<string, SecretValue>;
  /** For a comparison: no line of a source is named, so that a line that moved changes nothing. */
  readonly settled?: true;
  /** What goes onto a workstation, of this environment: for the artifacts that tell of it. */
  readonly installed: readonly Installed[];
}

/** Where a file goes that is installed: known before its bytes are. */
export interface Installed {
  /** Relative to dist/<env>, with '/'. */
  readonly path: string;
  /** On the workstation, as a Windows path. */
  readonly target: string;
  /** In a swap bundle: in the plug-in folder, or one of the client's files (docs/bundles.md). */
  readonly entry: string;
}

/** One emitted file. Bytes, not strings: artifacts are compared as buffers. */
export interface EmittedFile {
  /** Relative to dist/<env>, with '/'. */
  readonly path: string;
  readonly bytes: Buffer;
  /** `install`: goes onto a workstation or server; `expect`: is compared with what is there; `note`: for people. */
  readonly purpose: "install" | "expect" | "note";
  /** Where it belongs, as a Windows path; null for files that stay here. */
  readonly target: string | null;
  /** Its name in a swap bundle; absent: no bundle brings it. */
  readonly entry?: string;
  /** True where the bytes hold the value of a secret: nobody but their owner may read the file. */
  readonly holdsSecret?: boolean;
}

/** One artifact, one file: model in, path and bytes out. */
export interface Artifact {
  /** Its name in listings and in `explain`. */
  readonly name: string;
  readonly title: string;
  /** The properties file of the model that it is; absent: a file of another kind. */
  readonly role?: FileRole;
  /** Of an artifact that is installed: where it goes; null when this environment has no such artifact. */
  locate?(compiled: CompiledEnvironment): Installed | null;
  /** null when this environment has no such artifact. */
  produce(compiled: CompiledEnvironment, context: ArtifactContext): EmittedFile | null;
  /** True: it names lines of the repository's files, so that a line that moved changes its bytes and nothing that it says. */
  readonly namesLines?: true;
  /** Decodes the emitted bytes again and says what differs from the model; an empty list is the proof. */
  prove(file: EmittedFile, compiled: CompiledEnvironment, context: ArtifactContext): readonly string[];
}

/** The same for a file that holds passwords as the site's password utility encodes them; without one the placeholder stays. */
export function encodedText(reference: SecretReference, context: ArtifactContext): string {
  return context.encoded?.get(reference.pointer)?.reveal() ?? placeholderOf(reference);
}

/** The text that an artifact holds for a secret: the value when it was resolved, else the placeholder given. */
export function secretText(reference: SecretReference, placeholder: string, context: ArtifactContext): string {
  return context.secrets?.get(reference.pointer)?.reveal() ?? placeholder;
}
