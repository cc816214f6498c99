/** Words by which companies name the tiers in their host names; two words of one row mean the same tier. */
const TIERS: readonly (readonly string[])[] = [
  ["preprod", "pprd", "preprd"],
  ["prod", "prd", "live"],
  ["test", "tst"],
  ["devel", "dev", "entw"],
  ["integration", "integ"],
  ["sandbox", "sbx"],
  ["staging", "stage"],
  ["training", "train", "schulung"],
  ["abnahme", "uat", "qual"],
  ["qas", "qa"],
];
const SERVER = /\bTC_SERVER_URL\b["']?[ \t]{0,20}[=:]?[ \t]{0,20}["']?https?\\?:\\?\/\\?\/([A-Za-z\d][\w.-]{1,200})/;
const FILES = /\bBOOTSTRAP_URLS\b["']?[ \t]{0,20}[=:]?[ \t]{0,20}["']?https?\\?:\\?\/\\?\/([A-Za-z\d][\w.-]{1,200})/;

/** Returns the number of the tier that a host's name says, or null if it says none. */
function tierOf(host: string): number | null {
  const labels = host.toLowerCase().split(".", 2).join(".");
  const at = TIERS.findIndex((words) =>
    words.some((word) => labels.split(/[.\d_-]+/).some((part) => part.startsWith(word) || part.endsWith(word))),
  );
  return at < 0 ? null : at;
}

/** Returns the host of TC_SERVER_URL in a text, or null if it is not there. */
export const serverHostIn = (text: string): string | null => SERVER.exec(text)?.[1] ?? null;
/** Returns the host of BOOTSTRAP_URLS in a text, or null if it is not there. */
export const filesHostIn = (text: string): string | null => FILES.exec(text)?.[1] ?? null;

/** Returns whether two hosts say by their names that they belong to different tiers. */
export function areOfDifferentTiers(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  const [first, second] = [tierOf(one), tierOf(other)];
  return first !== null && second !== null && first !== second;
}
