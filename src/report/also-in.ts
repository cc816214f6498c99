import { type Finding, affectedEnvironments, groupedBy, plain, say } from "../kernel/index.ts";

/** The most further places that one folded finding lists; the others are counted. */
const MOST = 10;

/** Returns a text that is equal for findings with the same cause: they differ only in their place and environments. */
function causeOf({ rule, severity, environment, message, notes = [], related = [], help = [], fix }: Finding): string {
  const places = related.map(({ message: text, place }) => [plain(text), place]);
  const words = [plain(message), notes.map(plain), plain(help), fix?.title];
  return JSON.stringify([rule, severity, environment === null, words, places]);
}

/**
 * Returns findings as people read them (finding folding): those with the same cause in several files become one, at the first place, with
 * "also in" for each other place and the environments of all.
 */
export function foldFiles(findings: readonly Finding[]): readonly Finding[] {
  const groups = groupedBy(findings, causeOf);
  const folded = new Map<Finding, Finding | null>();
  for (const own of groups.values()) {
    const [first, ...others] = own;
    const files = new Set(own.flatMap(({ at }) => (at ? [at.file] : [])));
    if (first === undefined || others.length === 0 || files.size < own.length) continue;
    const places = others.flatMap(({ at }) => (at ? [at] : []));
    const left = places.length - MOST;
    const next = places[MOST];
    const more = left > 1 && next ? [{ message: say`also in ${left} more files, of which the first is`, place: next }] : [];
    const listed = more.length > 0 ? places.slice(0, MOST) : places;
    const also = [...listed.map((place) => ({ message: say`also in`, place })), ...more];
    const names = [...new Set(own.flatMap(affectedEnvironments))].sort();
    const environments = names.length > 1 ? { environments: names } : {};
    folded.set(first, { ...first, ...environments, related: [...(first.related ?? []), ...also] });
    for (const other of others) folded.set(other, null);
  }
  return findings.flatMap((finding) => folded.get(finding) ?? (folded.has(finding) ? [] : [finding]));
}
