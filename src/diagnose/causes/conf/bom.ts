import { type Cause, CONNECTOR_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "conf/bom",
  title: "a properties file begins with a byte order mark, and its first key is not read",
  signs: [
    {
      marked: "key",
      not: /\bcsv\b|\bxlsx?\b|\bexcel\b|\bspreadsheet|\bcolumns?\b|header row|\bSQL|\bINSERT\b|\bJSON\b|\.(?:csv|tsv|json|sql|xml|js|ts|py)\b/i,
    },
    { marked: "key", confidence: "low" },
    { marked: "name", confidence: "low" },
  ],
  symptoms: [
    {
      says: "a settings file was saved as UTF-8 with BOM, and its first line is not read",
      words:
        "bom utf|byte|encoding|set|bb|efbbbf file|datei|fichier|setting|properties|line|zeile|ligne missing|not|first|erst|premier|find",
      not: /\b(?:without|no|ohne|sans) (?:a )?(?:BOM|byte order mark)|\bcsv\b|\bexcel\b|\bjson\b|removed|entfernt|bill of material|st\u00fcckliste/i,
    },
    {
      says: "a setting is reported missing although it is on the first line of the file",
      words: "setting|key|property missing|not|unread first|bom|although",
    },
  ],
  states: "that a setting is missing",
  cause:
    "An editor or PowerShell's UTF8 encoding wrote a byte order mark. Java reads it as part of the first key, so the expected key is missing.",
  why: "Only the first key is reported missing, although it is visible in the file.",
  check: {
    does: "Look at the first three bytes: EF BB BF is the mark (`tierwright properties lint FILE` says so).",
    control: "A compiled file must begin with its first key.",
  },
  action: [
    "Write the file as UTF-8 without byte order mark, or install the compiled settings.",
    "Restart the tool.",
    "Keep the editor that wrote it away from the file.",
  ],
  evidence: ["the file itself, not a copy saved from an editor"],
  log: CONNECTOR_LOG,
  confidence: "high",
  excludes: ["conf/no-context-root"],
  deadEnds: ["Adding the key a second time further below: it hides the mark until the next edit."],
  matches: [
    "Unknown property '\uFEFFTC_SERVER_URL'",
    "Unknown property '\u00EF\u00BB\u00BFTC_SERVER_URL'",
    "key \\ufeffURL",
    "KeyError: '\\ufeffTC_SERVER_URL'",
  ],
  lookAlikes: [
    ["success", "Property TC_SERVER_URL was read"],
    ["words", "a BOM with 12 parts was exported"],
    ["value", "Unknown property 'TC_SERVER_URLS'"],
    ["speaker", "csv import: \u00EF\u00BB\u00BF was skipped at the start of report.csv"],
  ],
};
