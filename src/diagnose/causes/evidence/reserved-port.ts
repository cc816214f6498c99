/** Pattern of the list of port ranges that Windows has reserved: the command that prints it, or its heading. */
const LIST =
  /excludedportrange|Port Exclusion Ranges?|Portausschlussbereich|plages? d.exclusion de ports?|\u9664\u5916\u7bc4\u56f2/i;
const RANGE = /^[ \t]{0,20}(\d{1,5})[ \t]{1,40}(\d{1,5})(?:[ \t]{1,20}\*)?[ \t]{0,20}\r?$/gm;
const LICENSE_PORT =
  /(?<![\w.-])(\d{4,5})(?=@[A-Za-z\d])|\(lmgrd\)[^\n]{0,40}\btcp-port (\d{4,5})\b|^SERVER \S{1,60} \S{1,40} (\d{4,5})\b/m;

export const RESERVED_ANCHORS: readonly string[] = ["excludedportrange", "Port Exclusion", "Portausschluss", "exclusion de port"];

/** Returns whether a text lists reserved port ranges and names a license port (PORT@HOST) within one of them. */
export function isLicensePortReserved(text: string): boolean {
  if (!LIST.test(text)) return false;
  const port = Number(LICENSE_PORT.exec(text)?.slice(1).join("") || Number.NaN);
  return [...text.matchAll(RANGE)].some(([, from, to]) => Number(from) <= port && port <= Number(to));
}
