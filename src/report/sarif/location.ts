import { posix } from "node:path";
import type { ArtifactLocation, Location, Region } from "sarif";
import { type Place, percentBytes, percentEncoded } from "../../kernel/index.ts";

/** The SARIF name (uriBaseId) of the folder that relative paths in a SARIF log start from: the checkout. */
export const ROOT_ID = "SRCROOT";

/** Percent-encodes one part of a path for a URI (RFC 3986), also the characters !'()* that encodeURIComponent leaves. */
const segment = (name: string): string => percentEncoded(name).replace(/[!'()*]/g, percentBytes);

const isAbsolute = (path: string): boolean => path.startsWith("/") || /^[A-Za-z]:\//.test(path);

/** Returns a finding's path relative to the checkout; an absolute path is returned unchanged. */
export const pathInCheckout = (path: string, prefix: string): string =>
  isAbsolute(path) ? path : posix.normalize(prefix + path);

/** Returns a finding's path as a URI. The URI of a path outside the checkout has no uriBaseId. */
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
