export interface GrammarRow {
  readonly group: string;
  readonly what: string;
  /** ISO-8859-1 view of the file. */
  readonly file: string;
  /** What Java puts, in order; where it throws, what it has put by then. */
  readonly puts: readonly (readonly [string, string])[];
  readonly throws?: true;
}

/** The grammar of java.util.Properties, case by case, as load(InputStream) of Java 17 and 25 answered it. */
export const STREAM_ROWS: readonly GrammarRow[] = [
  {
    group: "EOL",
    what: "LF ends a line",
    file: "a=1\nb=2\n",
    puts: [
      ["a", "1"],
      ["b", "2"],
    ],
  },
  {
    group: "EOL",
    what: "CRLF ends a line",
    file: "a=1\r\nb=2\r\n",
    puts: [
      ["a", "1"],
      ["b", "2"],
    ],
  },
  {
    group: "EOL",
    what: "lone CR ends a line",
    file: "a=1\rb=2",
    puts: [
      ["a", "1"],
      ["b", "2"],
    ],
  },
  { group: "EOL", what: "no final EOL needed", file: "a=1", puts: [["a", "1"]] },
  { group: "EOL", what: "VT does not end a line, is not white space", file: "a=1\x0bb=2", puts: [["a", "1\x0bb=2"]] },
  { group: "EOL", what: "NEL U+0085 does not end a line (InputStream)", file: "a=1\x85b=2", puts: [["a", "1\x85b=2"]] },
  { group: "EOL", what: "NUL is an ordinary character", file: "a=1\x00b", puts: [["a", "1\x00b"]] },
  { group: "EOL", what: "Ctrl-Z (U+001A) is an ordinary character", file: "a=1\x1a", puts: [["a", "1\x1a"]] },
  {
    group: "EOL",
    what: "LF CR is two terminators",
    file: "a=1\n\rb=2",
    puts: [
      ["a", "1"],
      ["b", "2"],
    ],
  },
  { group: "blank", what: "empty file", file: "", puts: [] },
  { group: "blank", what: "blank lines of space, tab, form feed are skipped", file: " \t\f\n\r\n\t\n", puts: [] },
  { group: "blank", what: "leading space/tab/FF before the key are dropped", file: " \t\f a=1", puts: [["a", "1"]] },
  { group: "blank", what: "NBSP (U+00A0) is NOT white space: becomes part of the key", file: "\xa0a=1", puts: [["\xa0a", "1"]] },
  { group: "comment", what: "# comment", file: "#a=1\nb=2", puts: [["b", "2"]] },
  { group: "comment", what: "! comment", file: "!a=1\nb=2", puts: [["b", "2"]] },
  { group: "comment", what: "comment after leading white space", file: " \t\f# x\nb=2", puts: [["b", "2"]] },
  { group: "comment", what: "a comment does not continue on a trailing backslash", file: "# x\\\nb=2", puts: [["b", "2"]] },
  { group: "comment", what: "a comment ended by lone CR", file: "# x\rb=2", puts: [["b", "2"]] },
  { group: "comment", what: "# inside a value is data (no trailing comments)", file: "a=1 # x", puts: [["a", "1 # x"]] },
  { group: "comment", what: "# inside a key is data", file: "a#b=1", puts: [["a#b", "1"]] },
  { group: "comment", what: "a continuation line that starts with # is data", file: "a=1,\\\n# x", puts: [["a", "1,# x"]] },
  {
    group: "comment",
    what: "a continuation line that starts with white space and ! is data",
    file: "a=1,\\\n  ! x",
    puts: [["a", "1,! x"]],
  },
  {
    group: "comment",
    what: "when nothing has been collected yet (line is only a backslash), a next line starting with # IS a comment",
    file: "\\\n# x\nb=2",
    puts: [["b", "2"]],
  },
  {
    group: "comment",
    what: "the same with white space before the backslash, and CRLF",
    file: " \\\r\n! x\r\nb=2",
    puts: [["b", "2"]],
  },
  { group: "comment", what: "escaped \\# at line start is a key", file: "\\#a=1", puts: [["#a", "1"]] },
  {
    group: "continuation",
    what: "odd backslash at EOL joins; leading white space of next line dropped",
    file: "a=1,\\\n   2",
    puts: [["a", "1,2"]],
  },
  {
    group: "continuation",
    what: "dropped white space is space, tab AND form feed",
    file: "a=1,\\\n \t\f2",
    puts: [["a", "1,2"]],
  },
  { group: "continuation", what: "white space before the backslash is kept", file: "a=1,  \\\n  2", puts: [["a", "1,  2"]] },
  { group: "continuation", what: "CRLF continuation eats both CR and LF", file: "a=1\\\r\n  2", puts: [["a", "12"]] },
  { group: "continuation", what: "lone CR continuation", file: "a=1\\\r  2", puts: [["a", "12"]] },
  {
    group: "continuation",
    what: "even backslashes at EOL do not join",
    file: "a=1\\\\\nb=2",
    puts: [
      ["a", "1\\"],
      ["b", "2"],
    ],
  },
  { group: "continuation", what: "three backslashes: one literal + join", file: "a=1\\\\\\\n  b=2", puts: [["a", "1\\b=2"]] },
  {
    group: "continuation",
    what: "backslash then space then EOL does NOT join (escaped space)",
    file: "a=1\\ \nb=2",
    puts: [
      ["a", "1 "],
      ["b", "2"],
    ],
  },
  { group: "continuation", what: "continuation inside the key", file: "ke\\\n  y=1", puts: [["key", "1"]] },
  { group: "continuation", what: "continuation between key and separator", file: "key\\\n  = 1", puts: [["key", "1"]] },
  {
    group: "continuation",
    what: "continuation after the separator: white space after it is dropped",
    file: "key=\\\n   1",
    puts: [["key", "1"]],
  },
  {
    group: "continuation",
    what: "continuation between space separator and = : the = still counts as the separator",
    file: "key \\\n = 1",
    puts: [["key", "1"]],
  },
  {
    group: "continuation",
    what: "continuation then an empty line ENDS the value (empty line is not skipped)",
    file: "a=1,\\\n\nb=2",
    puts: [
      ["a", "1,"],
      ["b", "2"],
    ],
  },
  {
    group: "continuation",
    what: "continuation then a line of only white space ends the value",
    file: "a=1,\\\n   \nb=2",
    puts: [
      ["a", "1,"],
      ["b", "2"],
    ],
  },
  {
    group: "continuation",
    what: "continuation then an empty CRLF line ends the value",
    file: "a=1,\\\r\n\r\nb=2",
    puts: [
      ["a", "1,"],
      ["b", "2"],
    ],
  },
  {
    group: "continuation",
    what: "an only-backslash line followed by a blank line gives NO entry (nothing collected)",
    file: "\\\n\nb=2",
    puts: [["b", "2"]],
  },
  { group: "continuation", what: "an only-backslash line joins to the next line", file: "\\\n  b=2", puts: [["b", "2"]] },
  {
    group: "continuation",
    what: "continuation line that is only a backslash continues again",
    file: "a=1\\\n \\\n 2",
    puts: [["a", "12"]],
  },
  {
    group: "continuation",
    what: "escaped leading space on the continuation line is kept",
    file: "a=1\\\n \\ 2",
    puts: [["a", "1 2"]],
  },
  {
    group: "continuation",
    what: "an escape split over two lines: \\ at EOL is always continuation, so \\u00 / e9 split as \\u00\\<LF>e9 is joined first",
    file: "a=\\u00\\\ne9",
    puts: [["a", "\xe9"]],
  },
  {
    group: "continuation",
    what: "LF CR after backslash: CR is then an empty physical line that ends the value",
    file: "a=1\\\n\rb=2",
    puts: [
      ["a", "1"],
      ["b", "2"],
    ],
  },
  { group: "EOF", what: "single backslash at EOF is dropped", file: "a=1\\", puts: [["a", "1"]] },
  { group: "EOF", what: "double backslash at EOF is one backslash", file: "a=1\\\\", puts: [["a", "1\\"]] },
  { group: "EOF", what: "backslash EOL EOF: dropped", file: "a=1\\\n", puts: [["a", "1"]] },
  { group: "EOF", what: "backslash CRLF EOF: dropped", file: "a=1\\\r\n", puts: [["a", "1"]] },
  { group: "EOF", what: "backslash EOL spaces EOF: dropped", file: "a=1\\\n   ", puts: [["a", "1"]] },
  { group: "EOF", what: "file that is one backslash: one entry with empty key and value", file: "\\", puts: [["", ""]] },
  { group: "EOF", what: "file that is backslash LF: one entry with empty key and value", file: "\\\n", puts: [["", ""]] },
  { group: "EOF", what: "file that is backslash LF space: no entry", file: "\\\n ", puts: [] },
  {
    group: "EOF",
    what: "file that is backslash CRLF: no entry, because LF is still to be read when CR is seen",
    file: "\\\r\n",
    puts: [],
  },
  { group: "EOF", what: "file that is backslash CR: empty entry", file: "\\\r", puts: [["", ""]] },
  { group: "EOF", what: "comment without EOL at EOF", file: "# x", puts: [] },
  { group: "EOF", what: "key only, backslash at EOF", file: "a\\", puts: [["a", ""]] },
  { group: "separator", what: "=", file: "a=1", puts: [["a", "1"]] },
  { group: "separator", what: ":", file: "a:1", puts: [["a", "1"]] },
  { group: "separator", what: "space", file: "a 1", puts: [["a", "1"]] },
  { group: "separator", what: "tab", file: "a\t1", puts: [["a", "1"]] },
  { group: "separator", what: "form feed", file: "a\f1", puts: [["a", "1"]] },
  { group: "separator", what: "white space around = is dropped", file: "a \t\f=\t\f 1", puts: [["a", "1"]] },
  { group: "separator", what: "only the first = or : is the separator", file: "a==1", puts: [["a", "=1"]] },
  { group: "separator", what: "= then : keeps the :", file: "a = : 1", puts: [["a", ": 1"]] },
  { group: "separator", what: "space then = then =", file: "a = = 1", puts: [["a", "= 1"]] },
  { group: "separator", what: "trailing white space of the value is KEPT", file: "a=1 \t ", puts: [["a", "1 \t "]] },
  {
    group: "separator",
    what: "empty value with =",
    file: "a=\nb=2",
    puts: [
      ["a", ""],
      ["b", "2"],
    ],
  },
  {
    group: "separator",
    what: "key with no separator",
    file: "a\nb=2",
    puts: [
      ["a", ""],
      ["b", "2"],
    ],
  },
  {
    group: "separator",
    what: "key followed by only white space",
    file: "a   \nb=2",
    puts: [
      ["a", ""],
      ["b", "2"],
    ],
  },
  { group: "separator", what: "empty key", file: "=1", puts: [["", "1"]] },
  { group: "separator", what: "empty key and value", file: "=", puts: [["", ""]] },
  { group: "separator", what: "empty key by colon", file: ": x", puts: [["", "x"]] },
  { group: "separator", what: "escaped separators in the key", file: "a\\=b\\:c\\ d=1", puts: [["a=b:c d", "1"]] },
  {
    group: "separator",
    what: "escaped tab char and FF char in key (backslash + literal)",
    file: "a\\\tb\\\fc=1",
    puts: [["a\tb\fc", "1"]],
  },
  { group: "separator", what: "a\\\\=1 : two backslashes, so = separates", file: "a\\\\=1", puts: [["a\\", "1"]] },
  { group: "separator", what: "unescaped = in value is data", file: "a=b=c", puts: [["a", "b=c"]] },
  { group: "separator", what: "escaped = in value is =", file: "a=b\\=c", puts: [["a", "b=c"]] },
  { group: "separator", what: "value leading space kept by escaping it", file: "a=\\ 1", puts: [["a", " 1"]] },
  { group: "separator", what: "value leading space kept by \\u0020", file: "a=\\u00201", puts: [["a", " 1"]] },
  {
    group: "separator",
    what: "\\u003d in key is not a separator (separators are found before decoding)",
    file: "a\\u003db=1",
    puts: [["a=b", "1"]],
  },
  { group: "separator", what: "\\u000a in a value is data, not a line end", file: "a=x\\u000ay", puts: [["a", "x\ny"]] },
  { group: "separator", what: "\\u005c (backslash) does not start a second escape", file: "a=\\u005cn", puts: [["a", "\\n"]] },
  { group: "separator", what: "\\u0023 at line start is not a comment", file: "\\u0023a=1", puts: [["#a", "1"]] },
  { group: "separator", what: "VT/NBSP do not separate", file: "a\x0bb\xa0c=1", puts: [["a\x0bb\xa0c", "1"]] },
  { group: "escape", what: "\\t \\n \\r \\f", file: "a=\\t\\n\\r\\f", puts: [["a", "\t\n\r\f"]] },
  {
    group: "escape",
    what: "\\b, \\0, \\v, \\a, \\e, \\x are NOT escapes: the backslash is silently dropped",
    file: "a=\\b\\0\\v\\a\\e\\x41",
    puts: [["a", "b0vaex41"]],
  },
  {
    group: "escape",
    what: "upper case \\T \\N \\R \\F \\U are not escapes",
    file: "a=\\T\\N\\R\\F\\U00e9",
    puts: [["a", "TNRFU00e9"]],
  },
  {
    group: "escape",
    what: "single-backslash Windows path: silent damage",
    file: "p=C:\\Temp\\data",
    puts: [["p", "C:Tempdata"]],
  },
  {
    group: "escape",
    what: "single-backslash path with t n r f: control characters",
    file: "p=C:\\temp\\new\\results\\files",
    puts: [["p", "C:\temp\new\results\files"]],
  },
  { group: "escape", what: "single-backslash path with \\u: throws", file: "p=C:\\users", puts: [], throws: true },
  { group: "escape", what: "\\\" and \\' drop the backslash", file: "a=\\\"x\\'", puts: [["a", "\"x'"]] },
  { group: "escape", what: "\\uXXXX, either case of hex", file: "a=\\u00e9\\u00E9", puts: [["a", "\xe9\xe9"]] },
  { group: "escape", what: "\\uu00e9 (several u, legal in Java source) THROWS", file: "a=\\uu00e9", puts: [], throws: true },
  { group: "escape", what: "\\u with too few digits at end THROWS", file: "a=\\u12", puts: [], throws: true },
  { group: "escape", what: "\\u12 then line end THROWS (does not read on)", file: "a=\\u12\nb=34", puts: [], throws: true },
  { group: "escape", what: "\\u with a non-hex digit THROWS", file: "a=\\u12g4", puts: [], throws: true },
  { group: "escape", what: "\\u+123 / \\u 123 THROW", file: "a=\\u+123", puts: [], throws: true },
  {
    group: "escape",
    what: "entries before the malformed line HAVE been put",
    file: "x=1\na=\\u12",
    puts: [["x", "1"]],
    throws: true,
  },
  { group: "escape", what: "malformed \\u in a KEY throws as well", file: "\\uzzzz=1", puts: [], throws: true },
  { group: "escape", what: "malformed \\u in a COMMENT is harmless", file: "# C:\\users\na=1", puts: [["a", "1"]] },
  { group: "escape", what: "\\u in key cut by a separator: \\u00=e9", file: "\\u00=e9", puts: [], throws: true },
  { group: "escape", what: "\\\\u00e9 is a literal backslash + u00e9", file: "a=\\\\u00e9", puts: [["a", "\\u00e9"]] },
  { group: "escape", what: "surrogate pair by two \\u", file: "a=\\ud83d\\ude00", puts: [["a", "\ud83d\ude00"]] },
  { group: "escape", what: "a lone surrogate is accepted", file: "a=\\ud83d", puts: [["a", "\ud83d"]] },
  { group: "escape", what: "\\u0000 is accepted", file: "a=\\u0000", puts: [["a", "\x00"]] },
  {
    group: "duplicates",
    what: "put is called for each, so the last wins",
    file: "a=1\nb=2\na=3",
    puts: [
      ["a", "1"],
      ["b", "2"],
      ["a", "3"],
    ],
  },
  {
    group: "duplicates",
    what: "same key by other spelling",
    file: "a b=1\na\\u0020b=2\na\\ b=3",
    puts: [
      ["a", "b=1"],
      ["a b", "2"],
      ["a b", "3"],
    ],
  },
  { group: "bytes", what: "InputStream: bytes are ISO-8859-1", file: "a=\xe9", puts: [["a", "\xe9"]] },
  { group: "bytes", what: "InputStream: a UTF-8 e-acute is two characters", file: "a=\xc3\xa9", puts: [["a", "\xc3\xa9"]] },
  { group: "bytes", what: "InputStream: bytes 80-9F are C1 controls, not windows-1252", file: "a=\x80", puts: [["a", "\x80"]] },
  {
    group: "bytes",
    what: "InputStream: UTF-8 BOM becomes three characters of the first key",
    file: "\xef\xbb\xbfa=1",
    puts: [["\xef\xbb\xbfa", "1"]],
  },
  {
    group: "bytes",
    what: "InputStream: a BOM before # makes the comment an ENTRY",
    file: "\xef\xbb\xbf# hi there\na=1",
    puts: [
      ["\xef\xbb\xbf#", "hi there"],
      ["a", "1"],
    ],
  },
  {
    group: "bytes",
    what: "InputStream: a BOM alone on the first line is an entry",
    file: "\xef\xbb\xbf\na=1",
    puts: [
      ["\xef\xbb\xbf", ""],
      ["a", "1"],
    ],
  },
];

/** The same through load(Reader) over UTF-8. */
export const READER_ROWS: readonly GrammarRow[] = [
  { group: "reader", what: "a UTF-8 letter is one character", file: "a=\xc3\xa9", puts: [["a", "\xe9"]] },
  { group: "reader", what: "a lone Latin-1 byte is U+FFFD", file: "a=\xe9", puts: [["a", "\ufffd"]] },
  { group: "reader", what: "a byte order mark belongs to the first key", file: "\xef\xbb\xbfa=1", puts: [["\ufeffa", "1"]] },
  {
    group: "reader",
    what: "a byte order mark makes an entry of a comment",
    file: "\xef\xbb\xbf#x\na=1",
    puts: [
      ["\ufeff#x", ""],
      ["a", "1"],
    ],
  },
  { group: "reader", what: "U+2028 ends no line", file: "a=1\xe2\x80\xa8b=2", puts: [["a", "1\u2028b=2"]] },
  { group: "reader", what: "NEL ends no line", file: "a=1\xc2\x85b", puts: [["a", "1\x85b"]] },
  { group: "reader", what: "U+3000 is not white space", file: "\xe3\x80\x80a=1", puts: [["\u3000a", "1"]] },
  { group: "reader", what: "a surrogate as three bytes is one U+FFFD", file: "a=\xed\xa0\x80", puts: [["a", "\ufffd"]] },
  {
    group: "reader",
    what: "UTF-16 is not recognised",
    file: "\xff\xfea\x00=\x001\x00\n\x00",
    puts: [
      ["\ufffd\ufffda\x00", "\x001\x00"],
      ["\x00", ""],
    ],
  },
];

export interface StoreRow {
  readonly what: string;
  readonly key: string;
  readonly value: string;
  /** The line that store(OutputStream) writes; for `writer` rows the one of store(Writer). */
  readonly line: string;
  readonly writer?: true;
}

/** How Properties.store spells pairs. */
export const STORE_ROWS: readonly StoreRow[] = [
  { what: "plain: no spaces round =", key: "a", value: "1", line: "a=1" },
  { what: "key: every space escaped; value: only a LEADING space", key: "a b c", value: "  x  y ", line: "a\\ b\\ c=\\  x  y " },
  {
    what: "= : # ! are escaped EVERYWHERE, in value too",
    key: "a=b:c#d!e",
    value: "a=b:c#d!e",
    line: "a\\=b\\:c\\#d\\!e=a\\=b\\:c\\#d\\!e",
  },
  { what: "backslash doubled, TAB LF CR FF by letter", key: "k", value: "C:\\Temp\t\n\r\f", line: "k=C\\:\\\\Temp\\t\\n\\r\\f" },
  {
    what: "non 20..7E as \\uXXXX, UPPER CASE hex (OutputStream)",
    key: "\xe9",
    value: "\xe9\x7f\x00\u20ac\xa0",
    line: "\\u00E9=\\u00E9\\u007F\\u0000\\u20AC\\u00A0",
  },
  { what: "astral as two \\u", key: "k", value: "\ud83d\ude00", line: "k=\\uD83D\\uDE00" },
  {
    what: "Writer: non-ASCII and control characters left raw (only \\ TAB LF CR FF = : # ! space rules)",
    key: "\xe9",
    value: "\xe9\x00\x7f\x0b",
    line: "\xe9=\xe9\x00\x7f\x0b",
    writer: true,
  },
  { what: "empty key and value", key: "", value: "", line: "=" },
  { what: "quotes are not escaped", key: "k", value: "\"'", line: "k=\"'" },
  { what: "a leading TAB in the value is safe (\\t)", key: "k", value: "\tx", line: "k=\\tx" },
  { what: "trailing backslash doubled", key: "k", value: "C:\\", line: "k=C\\:\\\\" },
];
