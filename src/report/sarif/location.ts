import { posix } from "node:path";
import type { ArtifactLocation, Location, Region } from "sarif";
import type { Place } from "../../kernel/index.ts";

/** The folder that relative paths start from: a viewer is told where it is, and GitHub takes the checkout. */
export const ROOT_ID = "SRCROOT";

/** One part of a path in a URI (RFC 3986): what a name may hold and a URI may not is percent-encoded. Half a surrogate pair has no UTF-8. */
const segment = (name: string): string =>
  encodeURIComponent(Buffer.from(name).toString()).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const isAbsolute = (path: string): boolean => path.startsWith("/") || /^[A-Za-z]:\//.test(path);

/** A path of a finding from the top of the checkout; an absolute one stays. */
export const pathInCheckout = (path: string, prefix: string): string =>
  isAbsolute(path) ? path : posix.normalize(prefix + path);

/** A path of a finding as a URI; outside of the folder it is not relative to it. */
export function artifactLocation(path: string, prefix: string): ArtifactLocation {
  if (isAbsolute(path)) {
    const drive = !path.startsWith("/");
    const encoded = path.split("/").map(segment).join("/");
    return { uri: `file://${drive ? `/${encoded.replace("%3A", ":")}` : encoded}` };
  }
  const inCheckout = pathInCheckout(path, prefix);
  const uri = inCheckout.split("/").map(segment).join("/");
  return inCheckout.startsWith("../") ? { uri } : { uri, uriBaseId: ROOT_ID };
}

export const region = ({ line, column, endLine, endColumn }: Place): Region => ({
  startLine: line,
  startColumn: column,
  endLine,
  endColumn,
});

export const location = (place: Place, prefix: string): Location => ({
  physicalLocation: { artifactLocation: artifactLocation(place.file, prefix), region: region(place) },
});
