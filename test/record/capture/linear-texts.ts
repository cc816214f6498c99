import { type Kind, Redactor } from "../../../src/record/capture/redact/redactor.ts";

export const KINDS: readonly Kind[] = ["xml", "json", "form", "multipart", "text", "address"];

const SIGNS = [..."a=\"'<>&;:,.-/\\%#@{}[]()|!?+*~`_ \t\n\r\0A0", "ä", "€"];
/** Beginnings of every syntax, so that each of them waits for an end that does not come. */
const PIECES = [
  ...[
    "password",
    "password=",
    'password="',
    "password='",
    "password: ",
    "password:\n ",
    "--password ",
    "password => '",
    "password: |\n ",
  ],
  ...[
    '"password":',
    '"password":"',
    '"password":{',
    '"password":[',
    '["password",',
    '["password","x"],[[',
    '("password","',
    '"name":"password",',
  ],
  ...['"name":"password","a":{', '{"value":"x","name":"password",', '"password","user"],[[', '"a":{"a":{', '{"rows":[['],
  ...[
    "<password>",
    "<password x='",
    '<password x="',
    "<password><![CDATA[",
    "<name>password</name>",
    "<name>password</name><value>",
    "<a b='<a b=\"",
  ],
  ...[
    '<a name="password">',
    '<input name=password value="',
    "<state>",
    "<state><![CDATA[",
    "<!ENTITY password '",
    "<!--",
    "<![CDATA[",
    "<a ",
    "</a",
  ],
  ...["<credentials><credentials>", "</password", "<td>password</td><td>", "<a name=code>"],
  ...["://", "://a:", "http://a:b", "eyJ", "eyJaaaaaaaa.", "-----BEGIN PRIVATE KEY-----", "a.b.", "; password=", "Bearer "],
  ...[
    "%",
    "%2",
    "%41",
    "%25",
    "%e4",
    "&amp;",
    "&#",
    "&#x41;",
    "&am",
    "\\u0041",
    "\\\\",
    '\\"',
    "\\x4",
    "=\n",
    "=3D",
    "=?utf-8?B?",
  ],
  ...[
    "user,password\n",
    'user,password\n"',
    "|password|\n",
    "a\tpassword\n",
    "- name: password\n",
    "  value: x\n",
    "x:\n  ",
    "key: \\\n",
  ],
  ...[
    '--b\nContent-Disposition: form-data; name="password"\n\n',
    "--b\n",
    "--b\nA: b\n",
    '--b\nContent-Disposition: form-data; name*0="p"; ',
  ],
  ...[
    "68:65:",
    "0x68,",
    "QUJDREVGR0hJSktM",
    "QUJD\n",
    "set 'password' to '",
    "hunter2hunter",
    "aaaaaaaaaaaaaaaab",
    "password<",
    "code: x<",
  ],
];
export const ATTACKS = [...SIGNS, ...PIECES, '="<&;', "\" '", "<\"'>", '[{"', ": ,", "a=b&", "\r\n \r\n"];

/** One that knows secrets already. */
export function redactorOfTest(): Redactor {
  const redactor = new Redactor();
  redactor.add("hunter2hunter2");
  for (let i = 0; i < 12; i++) redactor.add(`aaaaaaaaaaaaaaaaaaaa${i}`);
  return redactor;
}

/** Does all that is done with a body. */
export function lookedThrough(text: string, kind: Kind): void {
  const redactor = redactorOfTest();
  redactor.learn(text, kind);
  redactor.hide(text, kind);
}
