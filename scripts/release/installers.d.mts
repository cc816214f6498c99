export interface Executable {
  readonly file: string;
  readonly path: string;
  readonly url: string;
  readonly sha256: string;
}
export interface ReleaseFacts {
  readonly version: string;
  readonly executables: Readonly<Record<string, Executable>>;
}
export function releaseFacts(files: string, address: string): Promise<ReleaseFacts>;
export function textsOf(facts: ReleaseFacts): Readonly<Record<string, string>>;
