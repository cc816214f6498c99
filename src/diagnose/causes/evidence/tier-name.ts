/** Words for tiers in host names; words of one row mean the same tier. A word after "=" must be a whole part between dots and hyphens. */
const TIERS: readonly (readonly string[])[] = [
  ["preprod", "pprd", "preprd"],
  ["prod", "prd", "live"],
  ["test", "tst", "collaudo", "recette", "prueba"],
  ["devel", "dev", "entw"],
  ["integration", "integ", "=int"],
  ["sandbox", "sbx"],
  ["staging", "stage"],
  ["training", "train", "schulung"],
  ["abnahme", "=abn", "uat", "qual", "=acc", "acceptance"],
  ["qas", "qa", "=qs"],
  ["=old", "=alt", "=ancien"],
  ["=new", "=neu", "=nouveau"],
];
const SERVER = /\bTC_SERVER_URL\b["']?[ \t]{0,20}[=:]?[ \t]{0,20}["']?https?\\?:\\?\/\\?\/([A-Za-z\d][\w.-]{1,200})/;
const FILES = /\bBOOTSTRAP_URLS\b["']?[ \t]{0,20}[=:]?[ \t]{0,20}["']?https?\\?:\\?\/\\?\/([A-Za-z\d][\w.-]{1,200})/;

/** Pattern of the host in a log message about a sign-in. */
const SESSION =
  /\b(?:sign(?:ed)?[ -]?in|log(?:ged)?[ -]?[io]n|login successfull|session|anmeldung|angemeldet|connexion|connect\u00e9)\b[^\n]{0,60}?\b(?:host|server|serveur|at|to|on|an|auf|bei|\u00e0|sur)\b[ =:"']{1,4}(?:https?:\/\/)?([a-z][\w-]{1,62}(?:\.[\w-]{1,62}){1,8})/i;
/** Pattern of the host of a file transfer: a host name with fms or fsc, which are names of the file service. */
const TRANSFER = /(?:https?:\/\/|\b)((?:[\w-]{1,30}[-.])?(?:fms|fsc)\d{0,3}(?:[-.][\w-]{1,62}){1,8})(?=[:/\s,;)"']|$)/i;
const FAILED = /refused|denied|not allowed|rejected|timed out|unreachable/i;

/** Returns the host in a record of a sign-in, or null if the record reports no sign-in, or a failed one. */
export const sessionHostIn = (text: string): string | null => (FAILED.test(text) ? null : (SESSION.exec(text)?.[1] ?? null));
/** Returns the host in a record of a file transfer, or null if the record reports none, or a failed one. */
export const transferHostIn = (text: string): string | null => (FAILED.test(text) ? null : (TRANSFER.exec(text)?.[1] ?? null));

/** Returns the index in TIERS of the tier that a host's name contains, or null if it contains none. */
function tierOf(host: string): number | null {
  const labels = host.toLowerCase().split(".", 2).join(".");
  const at = TIERS.findIndex((words) =>
    words.some((word) =>
      labels
        .split(/[.\d_-]+/)
        .some((part) => (word.startsWith("=") ? part === word.slice(1) : part.startsWith(word) || part.endsWith(word))),
    ),
  );
  return at < 0 ? null : at;
}

/** Returns the host of TC_SERVER_URL in a text, or null if the text does not contain that setting. */
export const serverHostIn = (text: string): string | null => SERVER.exec(text)?.[1] ?? null;
/** Returns the host of BOOTSTRAP_URLS in a text, or null if the text does not contain that setting. */
export const filesHostIn = (text: string): string | null => FILES.exec(text)?.[1] ?? null;

/** Returns a host's name without the word for a tier in its first label: plm.example.com for plm-qa.example.com. */
const withoutTier = (host: string): string => {
  const [label = "", ...domain] = host.toLowerCase().split(".");
  return [
    label
      .split("-")
      .filter((part) => tierOf(part) === null)
      .join("-"),
    ...domain,
  ].join(".");
};

/**
 * Returns whether the names of two hosts show different tiers: each contains another tier's word, or they differ only in such a word (plm
 * and plm-qa).
 */
export function areOfDifferentTiers(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  const [first, second] = [tierOf(one), tierOf(other)];
  if (first !== null && second !== null) return first !== second;
  if (first === second) return false;
  return one.toLowerCase() === withoutTier(other) || other.toLowerCase() === withoutTier(one);
}
