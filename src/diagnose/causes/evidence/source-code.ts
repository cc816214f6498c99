/**
 * Patterns of source code, message catalogs, monitoring rules, settings templates and test output: messages in these did not occur, they
 * are only declared or compared.
 */
const SOURCE = new RegExp(
  [
    /^[ \t]{0,16}(?:(?:public|export|private|protected|internal|static|abstract|final|sealed|data|open|partial) ){0,4}(?:class|interface|enum|record) \w{1,80}(?: (?:extends|implements) \w{1,80})? ?[{:(]|\b(?:class|interface|enum) \w{1,80} (?:extends|implements) [A-Z]\w/,
    /^[ \t]{0,16}def \w{1,60}\(|^(?:msgid|msgstr) "/,
    /^#! ?\/(?:usr\/)?bin\//,
    /\bcatch ?\((?:final )?[A-Z]\w{1,80}(?: ?\| ?[A-Z]\w{1,80}){0,8} \w{1,20}\)|^[ \t]{0,16}except \w{3,60}(?: as \w{1,20})?:/,
    /\bif ?\([^\n]{1,160}(?:={2,3}|!={1,2})[^\n]{1,160}\) ?\{/,
    /^[ \t]{0,16}(?:export )?(?:const|let|var|final) \w{1,40}(?:: [^=\n]{1,80})? = (?:[[{(/]|new )|^[A-Z_]{3,40} = [[{]$/,
    /^[ \t]{0,16}(?:if|elif|elseif|else if|while|case)\b[^\n]{1,160}(?:[{:)]) ?(?:return|throw|raise|print|echo|exit|Send-|Write-)|\bif \(\$\w[^\n]{1,80}-(?:match|eq|like|contains) /,
    /^[ \t]{0,16}(?:insert into|create table|select [^\n]{1,80} from) |^failregex\b|^[ \t]{0,16}(?:- )?(?:alert|expr|annotations): ?\S/i,
    /^[ \t]{0,16}case ["'\w.]{1,60}:|^[ \t]{0,16}@(?:Test|ParameterizedTest|Override)\b|\b(?:assertThat|stubFor)\(|^[ \t]{0,16}(?:logger|log|console)\.(?:error|warn|info|debug)\(|^[ \t]{0,16}throw new /,
    /<data name="|<string name="|<message key="|<tr> ?<t[hd]>|<entry key="[\w.]{3,60}">[A-Z][a-z]{2,20} /,
    /^[#;] ?(?:replace|insert|fill in|ersetzen|remplacer|reemplazar|sostituire|substituir|vervang)\b/i,
    /^\{"?(?:errors|messages|codes)"?: ?\{|[=:] ?"?(?:changeme|change-me|<?your[-_][a-z])/,
    /\b(?:describe|it|test)\(["'`][^\n]{1,160}=> ?\{|^[ \t]{0,16}(?:TAP version \d|(?:not )?ok \d{1,5} - |[\u2713\u2714\u2717\u2716] [^\n]{1,200}\(\d{1,7} ?ms\))/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "im",
);
/** Pattern of a stack trace, which can show a line of source code of the program that failed. */
const STACK = /\n\s{1,8}at \S|\bTraceback\b|\bCaused by: /;
const MOST = 4_000;

/** Returns whether a text is source code or test output, and not a stack trace of a program that failed. */
export const isSourceCode = (text: string): boolean => SOURCE.test(text.slice(0, MOST)) && !STACK.test(text);
