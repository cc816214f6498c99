/** Beginnings of words that people use for the same thing. A beginning of up to three letters is a whole word. */
const SYNONYMS: readonly (readonly string[])[] = [
  ["blank", "empty", "white", "grey", "gray", "leer", "wei\u00df", "weiss", "vide", "blanc"],
  [
    "fail",
    "cannot",
    "unable",
    "impossible",
    "refus",
    "reject",
    "denied",
    "deny",
    "error",
    "problem",
    "trouble",
    "can t",
    "won t",
    "doesn t",
    "geht nicht",
    "fehl",
    "scheiter",
  ],
  ["login", "logon", "signin", "sign", "log in", "logging", "logs in", "logged", "anmeld", "einlog", "connexion"],
  ["other", "another", "elsewhere", "wrong", "different", "instead of", "ander", "falsch"],
  ["hang", "hung", "stuck", "freez", "froze", "unrespons", "block", "h\u00e4ngt"],
  ["restart", "reboot", "relaunch", "reopen", "neustart", "starting again", "start again"],
  ["missing", "absent", "lack", "disappear", "lost", "gone", "vanish", "weg", "fehlt"],
  ["certificate", "certificat", "cert", "zertifikat"],
  ["licens", "licenc", "lizenz"],
  ["window", "fenster", "frame"],
  ["panel", "pane", "tab", "view", "page"],
  ["script", "macro", "automation", "bridge"],
  ["border", "frame", "outline", "rahmen", "rand"],
  ["red", "rot", "rote", "roten"],
  ["second", "zweit"],
  ["twice", "doubled", "double", "two times", "doppelt"],
  ["upgrad", "updat", "migrat", "new release", "newer version", "new version"],
  ["expired", "abgelaufen", "outdated", "out of date"],
  ["password", "passwort", "kennwort"],
  ["tier", "server", "environment", "umgebung"],
  ["file", "datei", "model", "document"],
  ["transfer", "upload", "stored", "saved", "land", "check in", "checked in", "checkin", "put"],
];

const isPhrase = (text: string): boolean => text.includes(" ");

/** Returns a beginning with all beginnings that mean the same. */
export function synonymsOf(beginning: string): readonly string[] {
  const same = SYNONYMS.filter((words) =>
    words.some((word) => word === beginning || (beginning.length > 3 && word.startsWith(beginning))),
  );
  return same.length === 0 ? [beginning] : [...new Set([beginning, ...same.flat()])];
}

/** Returns whether words begin with a beginning; one of up to three letters must be the whole word, so that 'red' does not match 'reduced'. */
export function isSaid(beginning: string, words: readonly string[]): boolean {
  if (isPhrase(beginning)) return ` ${words.join(" ")} `.includes(` ${beginning} `);
  return beginning.length <= 3 ? words.includes(beginning) : words.some((word) => word.startsWith(beginning));
}
