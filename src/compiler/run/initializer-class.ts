import type { CompiledEnvironment } from "../compile/compiled.ts";
import { configuredInitializer } from "../compile/sso-route.ts";
import type { SourceTree } from "../../platform/index.ts";
import { jarHolds } from "../kit/jar-names.ts";
import { kitFolder } from "../kit/places.ts";

/** Limit for the size of a jar in bytes, far above a vendor's jars, because a jar is read into memory whole. */
const LARGEST_JAR = 256 * 1024 * 1024;

const sourceOf = (bytes: Buffer) => ({
  size: bytes.length,
  read: (position: number, length: number) => bytes.subarray(position, position + length),
});

/**
 * Returns true if a jar of the kit contains the single sign-on initializer, the Java class that the environment configures; false if none
 * does. Returns null if no class is configured, the kit's jars are not known, or an unreadable jar can contain the class.
 */
export function initializerInKit(
  { environment, files: compiled, release }: CompiledEnvironment,
  files: SourceTree,
): boolean | null {
  const className = configuredInitializer({ files: compiled })?.value ?? environment.ssoConnector?.initializer?.text ?? "";
  const folder = release && kitFolder(release);
  const jars = (release?.lock?.files ?? []).filter(({ path }) => /\.jar$/i.test(path));
  if (className.trim() === "" || !folder || jars.length === 0) return null;
  let unread = false;
  for (const { path } of jars) {
    const read = files.read(`${folder}/${path}`, LARGEST_JAR);
    const holds = read.kind === "file" ? jarHolds(sourceOf(read.bytes), className) : null;
    if (holds) return true;
    unread ||= holds === null;
  }
  return unread ? null : false;
}
