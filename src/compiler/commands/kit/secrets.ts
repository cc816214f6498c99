import type { LoadedEnvironment } from "../../load/environment.ts";
import type { LoadedShared } from "../../load/shared.ts";
import type { Finding } from "../../../kernel/index.ts";
import type { SourceTree } from "../../../platform/index.ts";
import type { Environment } from "../../model/environment.ts";
import type { FileRole } from "../../model/files.ts";
import { redact } from "../../run/redact.ts";
import { allEnvironments } from "../neighbours.ts";

/** Returns the keys of a properties file that an environment declares as secrets. */
export function secretKeys({ workstation }: Environment, role: FileRole): ReadonlySet<string> {
  return new Set([...workstation.set[role]].flatMap(([key, { value }]) => (value.type === "secret" ? [key] : [])));
}

/**
 * Returns the keys that any environment of a repository declares as secrets, by file. Kit commands do not show their values in a kit
 * either.
 */
export function allSecretKeys(files: SourceTree, shared: LoadedShared): Readonly<Record<FileRole, ReadonlySet<string>>> {
  return secretKeysOf(allEnvironments(files, shared));
}

/** Returns the keys that any of the environments declares as secrets, by file. */
export function secretKeysOf(loaded: readonly LoadedEnvironment[]): Readonly<Record<FileRole, ReadonlySet<string>>> {
  const environments = loaded.flatMap(({ environment }) => environment ?? []);
  const of = (role: FileRole) => new Set(environments.flatMap((environment) => [...secretKeys(environment, role)]));
  return { connector: of("connector"), client: of("client"), logger: of("logger") };
}

/** Returns findings on base files without the values of keys in `secrets`, whichever release the base file belongs to. */
export function withoutSecretValues(
  findings: readonly Finding[],
  files: SourceTree,
  secrets: Readonly<Record<FileRole, ReadonlySet<string>>>,
): readonly Finding[] {
  const none: ReadonlySet<string> = new Set();
  return redact(findings, files, (path) => {
    const role = /^releases\/[^/]+\/base\/(connector|client|logger)\.properties$/.exec(path)?.[1];
    return role === undefined ? none : secrets[role as FileRole];
  });
}
