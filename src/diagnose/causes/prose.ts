import { isDocument } from "./evidence/reported.ts";

/*
 * Finds the sentences that a person wrote in a pasted text. A mail also quotes program output, settings and prompts, whose words are no
 * description by a person. Sentences are grouped with their neighbours, because the words of one description are near each other.
 */

/** Pattern of a line that a program or shell wrote, or that comes from a file. */
export const PROGRAM = new RegExp(
  [
    // lines with times, levels, prompts, comments, markup, or prefixes of log collectors
    /^\s{0,8}[[(]?\d{1,4}[-/.:]\d{1,2}[-/.:]\d{1,4}/,
    /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d/,
    /^\s{0,8}[[(<]?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|SEVERE|level=|time=)\b/,
    /^\s{0,8}(?:[$#%>*|;<]|>>>|\.\.\. |PS [A-Z]:|[A-Z]:\\[^>\n]{0,80}>|\w{1,20}@[\w.-]{1,40}[:~])/,
    /^\s{0,8}(?:\/\/|\/\*|--\s|[{}\]]|"[\w.@-]{1,40}"\s?:|[a-z][\w-]{1,20}> \S|\[\w{2,20}\] )/,
    // lines with exceptions, stack frames, requests or error codes
    /\b[A-Za-z]\w{2,80}(?:Exception|Error)\b(?::|$|\()/,
    /^\s{1,8}at \S{1,200}\(|^\s{0,8}(?:Caused by|File ")|^\s{0,8}\d{1,4}: /,
    /^\s{0,8}"?(?:GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS) \S|\bHTTP\/\d/,
    /^\s{0,8}(?:[A-Z]{2,12}[-_ ]\d{3,6}|[A-Z]{3}-\d{5}|E\d{3,5}|Err|Get|Hit|Ign)\b:?\d?/,
    /^\s{0,8}[\w./-]{1,40}(?:\[\d{1,8}\])?: [A-Z]{4,}\b|\w\[\d{1,8}\]: /,
    /^(?!(?:\S{1,60}\s){14})[^\n]{0,400}\(-\d{1,3},\d/,
    /^\s{0,8}[\w.-]{1,60}\.(?:xml|json|ts|js|py|java|c|cpp):\d/,
    /\btrustedCertEntry\b|\bwas added to keystore\b|^Trust this certificate|\bfingerprint \(SHA|^\(node:\d{1,7}\) |^\(Use `node /i,
    // lines with settings, fields or tables
    /^\s{0,8}[\w.-]{1,60}\s?=\s?\S{0,400}\s{0,4}$/,
    /^\s{0,8}[A-Za-z][\w .()/-]{1,40}:\s{2,}\S/,
    /^\s{0,8}[\w.-]{1,30}: (?:\S{1,20} ){0,2}v?\d/,
    /\S {2,40}\S[^\n]{0,60}? {2,40}\S[^\n]{0,60}? {2,40}\S|: {1,4}0\s{0,4}$/,
    /^\s{0,8}(?:keytool|openssl|curl|java|certutil) (?:-\S|s_client|x509|verify)/,
    // lines of source code, and directives of a configuration
    /\bawait \w|=>\s?[{(]|\)\.\w{1,40}\(|[;{]\s{0,4}$/,
    /^\s{0,8}(?:fix|feat|docs|chore|test|refactor|build|ci)(?:\([^)\n]{1,40}\))?!?: /,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Pattern of addresses, assignments, paths and markup within a sentence, which are removed because their parts are no words. */
const NO_WORDS = /https?:\/\/\S{1,2000}|\b[\w.-]{1,80}=\S{1,400}|(?<!\w)[A-Za-z]:\\\S{1,300}|<[^<>]{1,200}>/g;

/** Pattern of the end of a sentence, also followed by a closing quotation mark or bracket. */
const SENTENCE_END = /[.!?\u3002\uff01\uff1f]["'\u00bb\u201d)]?$/;

/** Joins lines into sentences. A line that begins with a capital letter and contains the end of a sentence begins a new sentence. */
function sentencesOf(lines: readonly string[]): readonly string[] {
  const sentences: string[][] = [[]];
  for (const line of lines) {
    if (/^\s{0,8}[A-Z\u00c4\u00d6\u00dc]/.test(line) && /[.!?]/.test(line)) sentences.push([]);
    for (const word of line.replace(NO_WORDS, " ").split(/\s/)) {
      if (word === "") continue;
      sentences.at(-1)?.push(word);
      if (SENTENCE_END.test(word)) sentences.push([]);
    }
  }
  return sentences.filter((words) => words.length > 0).map((words) => words.join(" "));
}

/** Pattern of the text that a chat program puts before a message: its channel or time, and a person's name. */
const CHAT =
  /^\s{0,8}(?:\[(?:Teams|Slack|Chat|Zulip|Webex|Mattermost|Discord|#[\w-]{1,40}|\d\d?:\d\d(?::\d\d)?)\] ?|\d\d?:\d\d (?=[A-Z][a-z]))(?:\d\d?:\d\d )?<?[\p{Lu}][\p{L}.-]{1,20}(?: [\p{Lu}][\p{L}.-]{0,20})?>?: (?=\S)/u;
const QUOTED = /^\s{0,4}(?:> ?){1,4}/;

/** Patterns of a shell prompt with its command, and of the line above a mail's signature. */
const PROMPT =
  /^\s{0,4}(?:\$ \S|PS(?: [A-Z]:[^>\n]{0,80})?> ?\S|[A-Z]:\\[^>\n]{0,80}> ?\S|\w{1,20}@[\w.-]{1,40}:[^\n]{0,80}[#$] \S)/;
const SIGNATURE = /^-- ?$/;

/** Returns the lines without the output of commands, which ends at a blank line, and without the signature of a mail. */
function spokenLines(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => SIGNATURE.test(line));
  let isOutput = false;
  return lines.slice(0, end < 0 ? lines.length : end).filter((line) => {
    isOutput = PROMPT.test(line) || (isOutput && line.trim() !== "");
    return !isOutput;
  });
}

/** Returns the lines of a mail without the marks '>' of a quotation. Returns other lines as they are. */
export function unquotedLines(lines: readonly string[]): readonly string[] {
  const isMail = lines.filter((line) => /^\s{0,4}>/.test(line)).length > 1 && !lines.some((line) => /^\s{0,4}>>>/.test(line));
  return isMail ? lines.map((line) => line.replace(QUOTED, "")) : lines;
}

/** Returns the lines of a text without a chat's names and times and without the marks of a quotation. */
const ownLines = (text: string): readonly string[] =>
  unquotedLines(spokenLines(text.split("\n"))).map((line) => line.replace(CHAT, ""));

/** Largest number of neighbouring sentences over which the words of one symptom can be spread. */
const MOST_SENTENCES = 3;
const MOST_WINDOWS = 60;

/**
 * Returns the sentences that a person wrote, in groups of neighbours. Returns an empty list if a program wrote the whole text, or if it is
 * documentation.
 */
export function proseOf(text: string): readonly string[] {
  if (isDocument(text)) return [];
  const lines = ownLines(text).filter((line) => line.trim() !== "" && !PROGRAM.test(line));
  const sentences = sentencesOf(lines).slice(0, MOST_WINDOWS);
  if (sentences.length <= MOST_SENTENCES) return sentences.length === 0 ? [] : [sentences.join(" ")];
  return sentences
    .slice(0, sentences.length - MOST_SENTENCES + 1)
    .map((_, i) => sentences.slice(i, i + MOST_SENTENCES).join(" "));
}
