/**
 * Pattern of the date or number that a rotation adds to a log's name; before .txt only after a separator, because people number their
 * texts.
 */
const ROTATED =
  /[-._]?(?:\d{4}-?\d\d-?\d\d(?:[-_.T]?\d){0,12}|\d{1,4})(?=$|\.(?:log|out))|[-._](?:\d{4}-?\d\d-?\d\d(?:[-_.T]?\d){0,12}|\d{1,4})(?=\.txt)/i;

const familyOf = (name: string): string => {
  const plain = name.replace(/\.gz$/i, "").toLowerCase();
  const cut = plain.replace(ROTATED, "");
  return /\.(?:log|txt|out)$/.test(cut) ? cut : plain;
};

/** Returns those of `names` that are other parts of a log after rotation, such as x.log.1, x.log.2.gz, x-2026-03-04.log of x.log. */
export function otherParts(log: string, names: readonly string[]): readonly string[] {
  const family = familyOf(log);
  return /\.(?:log|txt|out)$/.test(family) ? names.filter((name) => name !== log && familyOf(name) === family) : [];
}

/** Returns whether an archive entry has the name of a log, also of a rotated or compressed one. */
export function isLogName(path: string): boolean {
  const base = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return (
    /\.(?:log|out|err)$/.test(familyOf(base)) ||
    (/\.txt$/i.test(base) && /log/i.test(base.slice(0, -4))) ||
    /^(?:sys|server|connector|client|catalina|teamcenter)?_?logs?$|syslog/i.test(base)
  );
}
