import type { Kind } from "../../../src/record/capture/redact/redactor.ts";

/* How a value stands by its name on the wire, as RFCs, libraries and servers write it; the tests play each syntax with each name. */

/** Names of the wire whose value opens something. */
export const NAMES: readonly string[] = [
  ...[
    "password",
    "Password",
    "PASSWORD",
    "passwd",
    "pwd",
    "pass",
    "passphrase",
    "passcode",
    "Passwort",
    "j_password",
    "user_password",
  ],
  ...[
    "userPassword",
    "new-password",
    "newPassword",
    "passwordOld",
    "password2",
    "passwordConfirm",
    "password_again",
    "db_pass",
    "db.password",
  ],
  ...[
    "client_secret",
    "clientSecret",
    "ClientSecret",
    "client.secret",
    "secret",
    "secret_id",
    "secretId",
    "app_secret",
    "shared-secret",
  ],
  ...[
    "token",
    "access_token",
    "refresh_token",
    "id_token",
    "accessToken",
    "csrf-token",
    "X-XSRF-TOKEN",
    "csrfToken",
    "_csrf",
    "tokenOld",
  ],
  ...["api_key", "apikey", "X-Api-Key", "apiKey", "secret_key", "access_key", "private_key", "Ocp-Apim-Subscription-Key"],
  ...["sessionid", "session_id", "JSESSIONID", "SMSESSION", "PHPSESSID", "X-Session-Id", "X-Session-Token", "X-Auth-Token"],
  ...[
    "SAMLResponse",
    "X-SAML",
    "saml_assertion",
    "assertion",
    "jwt",
    "X-Jwt",
    "ticket",
    "ssoTicket",
    "ssoCredentials",
    "signature",
  ],
  ...["code_verifier", "otp", "pin", "identityServicePassword", "KeyStorePassword", "trustStorePassword", "sas", "bearer"],
];

/** Names whose value is one where it is long. */
export const LONG_NAMES: readonly string[] = [
  "Session",
  "X-Session",
  "X-Tc-Session",
  "sid",
  "Sid",
  "code",
  "X-Auth",
  "session_state",
  "auth",
  "sig",
  "key",
];

export interface Syntax {
  readonly kind: Kind;
  readonly write: (name: string, value: string) => string;
}
const of = (
  kind: Kind,
  all: Readonly<Record<string, (name: string, value: string) => string>>,
): readonly (readonly [string, Syntax])[] => Object.entries(all).map(([title, write]) => [title, { kind, write }]);

const b64 = (text: string): string => Buffer.from(text).toString("base64");
const part = (disposition: string, value: string, more = ""): string =>
  `--b\r\nContent-Disposition: form-data; name="user"\r\n\r\ned\r\n--b\r\n${disposition}\r\n${more}\r\n${value}\r\n--b\r\nContent-Disposition: form-data; name="group"\r\n\r\ndba\r\n--b--\r\n`;
const percent = (text: string): string => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

export const SYNTAXES: readonly (readonly [string, Syntax])[] = [
  ...of("xml", {
    "an attribute": (n, v) => `<in user="ed" ${n}="${v}" group="dba"/>`,
    "an attribute in single quotes with spaces": (n, v) => `<in ${n} = '${v}' user='ed'/>`,
    "an attribute with a prefix": (n, v) => `<in\n ns:${n}\n=\n"${v}"\n/>`,
    "an element": (n, v) => `<in><user>ed</user><${n}>${v}</${n}></in>`,
    "an element with a prefix and attributes": (n, v) => `<a:${n} xmlns:a="urn:x" xsi:type="xsd:string">${v}</a:${n}>`,
    "an element on lines": (n, v) => `<${n}>\n  ${v}\n</${n}>`,
    "an element in CDATA": (n, v) => `<${n}><![CDATA[${v}]]></${n}>`,
    "an element with a comment": (n, v) => `<${n}><!-- x -->${v}</${n}>`,
    "an element in an element": (n, v) => `<${n}><value>${v}</value></${n}>`,
    "an element that the end cuts": (n, v) => `<in><${n}>${v}`,
    "a SOAP header": (n, v) =>
      `<s:Envelope><s:Header><h:${n} s:mustUnderstand="1">${v}</h:${n}></s:Header><s:Body><op>login</op></s:Body></s:Envelope>`,
    "name and value as attributes": (n, v) => `<property name="${n}" value="${v}"/>`,
    "value and name as attributes": (n, v) => `<property value="${v}" name="${n}"/>`,
    "key and value as attributes": (n, v) => `<add key="${n}" value="${v}"/>`,
    "an entry with a key": (n, v) => `<entry key="${n}">${v}</entry>`,
    "an entry with a key and an element": (n, v) => `<property name="${n}"><value>${v}</value></property>`,
    "an attribute of SAML with two values": (n, v) =>
      `<saml:Attribute Name="${n}"><saml:AttributeValue>x</saml:AttributeValue><saml:AttributeValue>${v}</saml:AttributeValue></saml:Attribute>`,
    "name and value as elements": (n, v) => `<p><name>${n}</name><value>${v}</value></p>`,
    "name and value as elements on lines": (n, v) => `<p>\n <Name> ${n} </Name>\n <Value>${v}</Value>\n</p>`,
    "value and name as elements": (n, v) => `<p><value>${v}</value><name>${n}</name></p>`,
    "key and value as elements": (n, v) => `<entry><key>${n}</key><value xsi:type="string">${v}</value></entry>`,
    "two strings of an entry": (n, v) => `<map><entry><string>${n}</string><string>${v}</string></entry></map>`,
    "a property list": (n, v) => `<dict><key>${n}</key><string>${v}</string><key>user</key><string>ed</string></dict>`,
    "a member of XML-RPC": (n, v) => `<struct><member><name>${n}</name><value><string>${v}</string></value></member></struct>`,
    "a parameter of web.xml": (n, v) => `<init-param><param-name>${n}</param-name><param-value>${v}</param-value></init-param>`,
    "a comment": (n, v) => `<a><!-- ${n}=${v} --></a>`,
    "a comment with a colon": (n, v) => `<a><!-- ${n}: ${v} --></a>`,
    "a processing instruction": (n, v) => `<?login user="ed" ${n}="${v}"?><a/>`,
    "an entity": (n, v) => `<!DOCTYPE a [<!ENTITY ${n} "${v}">]><a/>`,
    "a query in an attribute": (n, v) => `<a href="/x?user=ed&amp;${n}=${v}&amp;y=1"/>`,
    "XML in an element": (n, v) => `<a>&lt;in ${n}=&quot;${v}&quot;/&gt;</a>`,
    "XML in CDATA": (n, v) => `<a><![CDATA[<in><${n}>${v}</${n}></in>]]></a>`,
    "JSON in an element": (n, v) => `<a>{"${n}":"${v}"}</a>`,
    "XML in base64": (n, v) => `<a>${b64(`<in user="ed" ${n}="${v}"/>`)}</a>`,
    "JSON in base64": (n, v) => `<a>${b64(JSON.stringify({ user: "ed", [n]: v }))}</a>`,
  }),
  ...of("text", {
    "an input of a page": (n, v) => `<input type="hidden" name="${n}" value="${v}">`,
    "an input with its value first": (n, v) => `<input value="${v}" type="hidden" name="${n}">`,
    "an input without quotes": (n, v) => `<input type=hidden name=${n} value=${v}>`,
    "an input without quotes, value first": (n, v) => `<INPUT VALUE=${v} NAME=${n} TYPE=HIDDEN>`,
    "an input with mixed quotes": (n, v) => `<input name='${n}' value="${v}" />`,
    "an input of another name and type password": (_, v) => `<input type=password name=x value="${v}">`,
    "a textarea": (n, v) => `<textarea rows="4" name="${n}">${v}</textarea>`,
    "a textarea without quotes": (n, v) => `<textarea name=${n} id=x>\n${v}</textarea>`,
    "a button": (n, v) => `<button name="${n}" value="${v}">Go</button>`,
    "a meta": (n, v) => `<meta name="${n}" content="${v}">`,
    "a meta, content first": (n, v) => `<meta content='${v}' name='${n}'/>`,
    "an attribute of data": (n, v) => `<div data-${n}="${v}">`,
    "an attribute without quotes": (n, v) => `<div data-${n}=${v} class=x>`,
    "a script": (n, v) => `<script>var ${n.replace(/[^\w]/g, "_")} = "${v}";</script>`,
    "a script with an object": (n, v) => `<script>window.x = {${n.replace(/[^\w]/g, "_")}: '${v}', user: 'ed'}</script>`,
    "a script with a member": (n, v) => `<script>config["${n}"] = "${v}";</script>`,
    "a script with a call": (n, v) => `<script>localStorage.setItem('${n}', '${v}');</script>`,
    "a list of definitions": (n, v) => `<dl><dt>${n}</dt><dd>${v}</dd></dl>`,
    "a row of a table": (n, v) => `<tr><th>${n}</th><td>${v}</td></tr>`,
    "two cells of a table": (n, v) => `<tr><td>${n}:</td><td>${v}</td></tr>`,
  }),
  ...of("json", {
    "a member": (n, v) => JSON.stringify({ user: "ed", [n]: v, group: "dba" }),
    "a member on lines": (n, v) => JSON.stringify({ a: { [n]: v } }, null, 2),
    "a member at depth": (n, v) => JSON.stringify({ a: [{ b: { [n]: v } }] }),
    "a list below a name": (n, v) => JSON.stringify({ [n]: ["x", [v]] }),
    "an object below a name": (n, v) => JSON.stringify({ [n]: { value: v, a: 1 } }),
    "name and value": (n, v) => JSON.stringify({ name: n, value: v }),
    "parameter and content": (n, v) => JSON.stringify({ parameter: n, content: v }),
    "value and name": (n, v) => JSON.stringify([{ value: v, name: n }]),
    "name, type and value": (n, v) => JSON.stringify({ name: n, type: "string", required: true, value: v }),
    "value, things and name": (n, v) => JSON.stringify({ value: v, x: { y: [1, 2] }, key: n }),
    "name and list of values": (n, v) => JSON.stringify({ name: n, values: [v] }),
    "a map as a list of keys and values": (n, v) =>
      JSON.stringify({
        map: [
          { key: "user", value: "ed" },
          { key: n, value: v },
        ],
      }),
    "keys and values with capitals": (n, v) => JSON.stringify({ Key: n, Value: v }),
    "a pair": (n, v) => JSON.stringify([n, v]),
    pairs: (n, v) =>
      JSON.stringify({
        headers: [
          ["user", "ed"],
          [n, v],
        ],
      }),
    "a pair with a list": (n, v) => JSON.stringify([[n, [v]]]),
    "names and values": (n, v) => JSON.stringify({ names: ["user", n], values: ["ed", v] }),
    "columns and rows": (n, v) =>
      JSON.stringify({
        columns: ["user", n, "group"],
        rows: [
          ["ed", v, "dba"],
          ["al", v, "x"],
        ],
      }),
    "a table of lists": (n, v) =>
      JSON.stringify([
        ["user", n, "group"],
        ["ed", v, "dba"],
      ]),
    "JSON in JSON": (n, v) => JSON.stringify({ body: JSON.stringify({ [n]: v }) }),
    "JSON in JSON in JSON": (n, v) => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ [n]: v }) }) }),
    "XML in JSON": (n, v) => JSON.stringify({ body: `<in ${n}="${v}"/>` }),
    "an element in JSON": (n, v) => JSON.stringify({ body: `<${n}>${v}</${n}>` }),
    "a pair in JSON in JSON": (n, v) => JSON.stringify({ a: JSON.stringify({ name: n, value: v }) }),
    "a query in JSON": (n, v) => JSON.stringify({ href: `https://plm/x?user=ed&${n}=${v}#y` }),
    "a header in JSON": (n, v) => JSON.stringify({ headers: [`Host: plm`, `${n}: ${v}`] }),
    "a line in JSON": (n, v) => JSON.stringify({ text: `user: ed\n${n}: ${v}\ngroup: dba` }),
    "base64 in JSON": (n, v) => JSON.stringify({ data: b64(`user=ed&${n}=${v}`) }),
    "a name with escapes": (n, v) =>
      `{"${[...n].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}":"${v}"}`,
    "a member that the end cuts": (n, v) => `{"user":"ed","${n}":"${v}`,
    "a member of JSON with comments": (n, v) => `{"user":"ed", // x\n"${n}" : /* y */ "${v}"}`,
    "a member without quotes": (n, v) => `{user: 'ed', ${n.replace(/[^\w]/g, "_")}: '${v}'}`,
  }),
  ...of("form", {
    "a field": (n, v) => `user=ed&${n}=${v}&group=dba`,
    "the first field": (n, v) => `${n}=${v}&user=ed`,
    "a field in percent signs": (n, v) => `user=ed&${percent(n)}=${percent(v)}`,
    "a field of an object": (n, v) => `login[${n}]=${v}&login[user]=ed`,
    "a field of a list": (n, v) => `${n}[]=${v}&user=ed`,
    "a field after a path": (n, v) => `form:login:${n}=${v}&user=ed`,
    "JSON in a field": (n, v) => `user=ed&data=${encodeURIComponent(JSON.stringify({ [n]: v }))}`,
    "XML in a field": (n, v) => `user=ed&data=${encodeURIComponent(`<in ${n}="${v}"/>`).replaceAll("%20", "+")}`,
    "base64 in a field": (n, v) => `user=ed&data=${encodeURIComponent(b64(JSON.stringify({ [n]: v })))}`,
  }),
  ...of("multipart", {
    "a part": (n, v) => part(`Content-Disposition: form-data; name="${n}"`, v),
    "a part without quotes": (n, v) => part(`Content-Disposition: form-data; name=${n}`, v),
    "a part with a type": (n, v) =>
      part(`Content-Type: text/plain; charset=utf-8\r\ncontent-disposition: form-data;name="${n}"`, v),
    "a part that is folded": (n, v) => part(`Content-Disposition: form-data;\r\n name="${n}"`, v),
    "a part that is folded by tabs": (n, v) =>
      part(`Content-Disposition:\r\n\tform-data;\r\n\tname="${n}";\r\n\tfilename="x"`, v),
    "a part with a starred name": (n, v) => part(`Content-Disposition: form-data; name*=utf-8''${percent(n)}`, v),
    "a part with a plain starred name": (n, v) => part(`Content-Disposition: form-data; name*=UTF-8'en'${n}`, v),
    "a part with a name in pieces": (n, v) =>
      part(`Content-Disposition: form-data; name*0="${n.slice(0, 2)}"; name*1="${n.slice(2)}"`, v),
    "a part with its name behind": (n, v) => part(`Content-Disposition: form-data; filename="a;b.txt"; name="${n}"`, v),
    "a part with an encoded word": (n, v) => part(`Content-Disposition: form-data; name="=?utf-8?B?${b64(n)}?="`, v),
    "a part in base64": (n, v) =>
      part(`Content-Disposition: form-data; name="${n}"\r\nContent-Transfer-Encoding: base64`, b64(v)),
    "a part with line feeds alone": (n, v) => part(`Content-Disposition: form-data; name="${n}"`, v).replaceAll("\r\n", "\n"),
    "a part on lines": (n, v) => part(`Content-Disposition: form-data; name="${n}"`, `first\r\n${v}`),
    "JSON in a part": (n, v) =>
      part(`Content-Disposition: form-data; name="x"\r\nContent-Type: application/json`, JSON.stringify({ [n]: v })),
    "a form in a part": (n, v) => part(`Content-Disposition: form-data; name="x"`, `user=ed&${n}=${v}`),
    "lines in a part": (n, v) =>
      part(`Content-Disposition: form-data; name="x"; filename="x.properties"`, `user=ed\r\n${n} = ${v}`),
    "a table in a part": (n, v) => part(`Content-Disposition: form-data; name="x"; filename="x.csv"`, `user,${n}\r\ned,${v}`),
    "quoted-printable in a part": (n, v) =>
      part(
        `Content-Disposition: form-data; name="x"\r\nContent-Transfer-Encoding: quoted-printable`,
        `<in ${n}=3D"${v.slice(0, 4)}=\r\n${v.slice(4)}"/>`,
      ),
    "a header of a part": (n, v) => part(`Content-Disposition: form-data; name="x"\r\n${n}: ${v}`, "y"),
    "an HTTP request in a part": (n, v) =>
      part(`Content-Type: application/http`, `GET /x?${n}=${v} HTTP/1.1\r\n${n}: ${v}\r\n\r\n`),
  }),
  ...of("address", {
    "a query": (n, v) => `/tc/x?user=ed&${n}=${v}&y=1`,
    "the first of a query": (n, v) => `/tc/x?${n}=${v}`,
    "a query in percent signs": (n, v) => `/tc/x?${percent(n)}=${percent(v)}&user=ed`,
    "a query with semicolons": (n, v) => `/tc/x?user=ed;${n}=${v};y=1`,
    "a fragment": (n, v) => `https://plm/cb#state=1&${n}=${v}&y=1`,
    "a parameter of a path": (n, v) => `/tc;${n}=${v}/x?y=1`,
    "an address in a query": (n, v) => `/login?next=${encodeURIComponent(`https://plm/x?${n}=${v}`)}`,
    "an address in an address in a query": (n, v) =>
      `/login?next=${encodeURIComponent(`https://plm/x?to=${encodeURIComponent(`/y?${n}=${v}`)}`)}`,
    "a user in an address": (_, v) => `http://ed:${v}@plm.example.com/x`,
    "JSON in a query": (n, v) => `/x?q=${encodeURIComponent(JSON.stringify({ [n]: v }))}`,
    "base64 in a query": (n, v) => `/x?q=${Buffer.from(JSON.stringify({ [n]: v })).toString("base64url")}`,
  }),
  ...of("text", {
    "a setting": (n, v) => `user=ed\n${n}=${v}\ngroup=dba`,
    "a setting with spaces": (n, v) => `user = ed\n${n} = ${v} x\ngroup = dba`,
    "a setting with a colon": (n, v) => `user: ed\n${n}: ${v}\ngroup: dba`,
    "a setting with a space alone": (n, v) => `# properties\nuser ed\n${n}\t${v}\n`.replace("\t", " : "),
    "a setting that goes on": (n, v) => `${n}=${v.slice(0, 5)}\\\n    ${v.slice(5)}\nuser=ed`,
    "a section": (n, v) => `[login]\nuser=ed\n${n}="${v}"\n`,
    "a variable": (n, v) =>
      `export ${n
        .replace(/[^\w]/g, "_")
        .replace(/([a-z\d])([A-Z])/g, "$1_$2")
        .toUpperCase()}='${v}'`,
    "YAML in quotes": (n, v) => `login:\n  user: ed\n  ${n}: "${v}"\n`,
    "YAML as a block": (n, v) => `login:\n  ${n}: |\n    first\n    ${v}\n  user: ed\n`,
    "YAML as a folded block": (n, v) => `login:\n  ${n}: >-\n    ${v}\n  user: ed\n`,
    "YAML below": (n, v) => `login:\n  ${n}:\n    value: ${v}\n    x: 1\n  user: ed\n`,
    "YAML as a list": (n, v) => `${n}:\n- first\n- ${v}\nuser: ed\n`,
    "YAML with a tag": (n, v) => `${n}: !vault |\n  ${v}\nuser: ed\n`,
    "YAML on the next line": (n, v) => `${n}:\n  ${v}\nuser: ed\n`,
    "YAML in braces": (n, v) => `login: {user: ed, ${n}: ${v}}\n`,
    "YAML with name and value": (n, v) => `env:\n  - name: ${n}\n    value: ${v}\n  - name: USER\n    value: ed\n`,
    "YAML with value and name": (n, v) => `env:\n  - value: ${v}\n    name: ${n}\n`,
    "YAML in quotes over lines": (n, v) => `${n}: "first\n  ${v}"\nuser: ed\n`,
    "YAML with a quoted key": (n, v) => `"${n}": ${v}\nuser: ed\n`,
    "a table": (n, v) => `user,${n},group\ned,${v},dba\n`,
    "a table with semicolons": (n, v) => `user;${n};group\r\ned;${v};dba\r\nal;${v};dba\r\n`,
    "a table with tabs": (n, v) => `${n}\tuser\n${v}\ted\n`,
    "a table in quotes": (n, v) => `"user","${n}"\n"e,d","${v}"\n`,
    "a table in quotes over lines": (n, v) => `user,note,${n}\ned,"one\ntwo",${v}\n`,
    "a table with a line before": (n, v) => `export of 2026-11-22\nuser,${n}\ned,${v}\n`,
    "a table with bars": (n, v) => `| user | ${n} |\n|---|---|\n| ed | ${v} |\n`,
    "a log": (n, v) => `2026-11-22 12:00:00 INFO login user=ed ${n}=${v} group=dba`,
    "a log with a colon": (n, v) => `12:00:00 DEBUG [main] ${n}: ${v}`,
    "a log with brackets": (n, v) => `Login[user=ed, ${n}=${v}, group=dba]`,
    "a log with an arrow": (n, v) => `params {"user"=>"ed", "${n}"=>"${v}"}`,
    "a log with a symbol": (n, v) => `{:user=>"ed", :${n.replace(/[^\w]/g, "_")}=>"${v}"}`,
    "a log with quotes": (n, v) => `set '${n}' to '${v}'`,
    "an option": (n, v) => `start --user ed --${n} ${v} --group dba`,
    "an option with a sign": (n, v) => `start --${n}=${v} --user ed`,
    "a Java option": (n, v) => `java -Djavax.net.ssl.${n}=${v} -jar x.jar`,
    "a connection text": (n, v) => `Server=plm;User Id=ed;${n}=${v};Database=x`,
    "a header": (n, v) => `GET /x HTTP/1.1\nHost: plm\n${n}: ${v}\nAccept: */*\n`,
    "a header that is folded": (n, v) => `POST /x HTTP/1.1\r\n${n}:\r\n ${v}\r\nHost: plm\r\n\r\n`,
    "a header of a call": (n, v) => `curl -H '${n}: ${v}' https://plm/x`,
    "an address in a line": (n, v) => `GET https://plm/x?user=ed&${n}=${v} took 5 ms`,
    "a table of SQL": (n, v) => `UPDATE login SET user='ed', ${n.replace(/[^\w]/g, "_")}='${v}' WHERE x=1`,
    "JSON in a line": (n, v) => `12:00 request: {"user":"ed","${n}":"${v}"}`,
    "XML in a line": (n, v) => `12:00 request: <in><${n}>${v}</${n}></in>`,
    "base64 in a line": (n, v) => `12:00 request: ${b64(JSON.stringify({ user: "ed", [n]: v }))} sent`,
    "hexadecimal in a line": (n, v) =>
      `12:00 request: ${Buffer.from(JSON.stringify({ user: "ed", [n]: v })).toString("hex")} sent`,
  }),
];

/** Syntaxes whose text does not use the name: they are played once. */
export const NAMELESS: ReadonlySet<string> = new Set(["a user in an address", "an input of another name and type password"]);

/** Syntaxes in which a name such as `state` stands for a structure, whose members are judged by their own. */
export const STRUCTURES: ReadonlySet<string> = new Set([
  ...[
    "an element in an element",
    "an entry with a key and an element",
    "an attribute of SAML with two values",
    "YAML with a tag",
    "a member of XML-RPC",
  ],
  ...[
    "a list below a name",
    "an object below a name",
    "name and list of values",
    "a pair with a list",
    "YAML as a list",
    "YAML below",
  ],
  ...["YAML as a block", "YAML as a folded block", "YAML on the next line", "a setting that goes on"],
]);

/** Headers: the whole header is given to the redactor of headers. */
export const HEADERS: readonly (readonly [string, (name: string, value: string) => readonly [string, string]])[] = [
  ["the header itself", (n, v) => [n, v]],
  ["a parameter", (n, v) => ["X-Login", `user=ed; ${n}=${v}; group=dba`]],
  ["a parameter in quotes", (n, v) => ["X-Login", `user="ed"; ${n}="${v}"`]],
  ["a parameter with a comma", (n, v) => ["X-Login", `user=ed, ${n}=${v}`]],
  ["a cookie", (n, v) => ["Cookie", `a=b; ${n}=${v}`]],
  ["a cookie of an answer", (n, v) => ["Set-Cookie", `${n}=${v}; Path=/; Secure`]],
  ["an old cookie", (n, v) => ["Cookie2", `$Version=1; ${n}="${v}"`]],
  ["an address to go to", (n, v) => ["Location", `https://plm/x?${n}=${v}&y=1`]],
  ["an address in a refresh", (n, v) => ["Refresh", `0; url=https://plm/x?${n}=${v}`]],
  ["an address in a link", (n, v) => ["Link", `<https://plm/x?${n}=${v}>; rel="next"`]],
  ["JSON", (n, v) => ["X-Data", JSON.stringify({ user: "ed", [n]: v })]],
  ["base64", (n, v) => ["X-Data", b64(JSON.stringify({ user: "ed", [n]: v }))]],
  ["a scheme", (_, v) => ["Authorization", `Bearer ${v}`]],
  ["a scheme of a proxy", (_, v) => ["Proxy-Authorization", `Basic ${b64(`ed:${v}`)}`]],
  ["a digest", (_, v) => ["Authorization", `Digest username="ed", response="${v}"`]],
];
