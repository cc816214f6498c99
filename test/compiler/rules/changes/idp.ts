import { realm, SSO, USERS } from "../../../../src/compiler/rules/idp/example.ts";
import { type Change, change, type Edit } from "./change.ts";

const ENV = "environments/demo/installed/idp.env";
const CALLBACK = "https://plm.example.com:7001/tcsso/weblogin/oidc_callback";
const LOGIN = "loginService: { base: https://plm.example.com:7001, name: tcsso }\n";

const sso = (title: string, text: string, ...edits: readonly Edit[]): Change => change(title, [SSO, text], ...edits);
const clients = (list: string, further = "") => `${realm("", `clients: [${list}]`)}${further}`;
const redirect = (title: string, uri: string, further = "{ id: plm, redirectUris: [] }, ") =>
  sso(title, clients(`${further}{ id: wiki, redirectUris: [${uri}] }`, "oidc: { clientId: plm }\n"));
const users = (title: string, ids: readonly string[], further = "", rest = ""): Change =>
  sso(title, `${realm(`users: users.csv${further}`)}${rest}`, [USERS, `id,name\n${ids.map((id) => `${id},x\n`).join("")}`]);
/** Aliasing that one of the servers' own files has on, and sso.yaml does not mention, or says otherwise. */
const aliased = (title: string, file: string, value: string, rest = ""): Change => {
  const text = `<?xml version="1.0"?>\n<parameters><parameter name="GatewayAliasingEnabled" value="${value}"/></parameters>\n`;
  const { edits } = users(title, ["MMuster", "mmuster", "a b", "x"], ", username: { min: 3 }", rest);
  return change(title, ...edits, [`environments/demo/installed/${file}`, text]);
};
const ALIASED: readonly Change[] = [
  aliased("aliasing that identity.xml of the site alone has on", "identity.xml", "true"),
  aliased("aliasing that login.xml of the site has on, in another spelling", "Login.xml", " True "),
  aliased("aliasing that the site's file has off", "login.xml", "false"),
  aliased("aliasing that sso.yaml switches off in the site's file", "login.xml", "true", "gateway: { aliasing: false }\n"),
];
const groups = (title: string, list: string): Change => sso(title, realm(`groups: [${list}]`));
const env = (title: string, version: string, text: string, rest = ""): Change =>
  sso(title, `${realm(`version: "${version}"`)}${rest}`, [ENV, text]);
const environment = (name: string, text: string): readonly Edit[] => [
  [
    `environments/${name}/environment.yaml`,
    `apiVersion: tierwright/v1\nkind: Environment\nname: ${name}\nextends: demo\nconnector: "2506"\ntool: 2024x Refresh3\n`,
  ],
  [`environments/${name}/sso.yaml`, text],
];
const shared = (title: string, demo: string, ...others: readonly (readonly [string, string])[]): Change =>
  sso(title, demo, ...others.flatMap(([name, text]) => environment(name, text)));
const OTHER_LOGIN = LOGIN.replace("plm.", "plm2.");
const installed = clients("{ id: plm }").replace("stage: realm", "stage: installed");

export const IDP_CHANGES: Readonly<Record<string, readonly Change[]>> = {
  "idp/client-id": [
    sso("an empty id", clients("{ id: '' }")),
    sso("a blank id, stage live", clients("{ id: ' ' }").replace("stage: realm", "stage: live")),
    sso(
      "an empty id, and the login service's client is named",
      clients("{ id: '' }", "oidc: { clientId: plm }\n").replace("stage: realm", "stage: installed"),
    ),
    sso("the same id twice", clients("{ id: plm }, { id: plm }")),
    sso(
      "the same id three times, with an owner",
      clients("{ id: plm, owner: demo }, { id: plm, owner: demo }, { id: plm, owner: demo }"),
    ),
    sso("the same id as a number", clients('{ id: 7 }, { id: "7" }')),
    sso("another case", clients("{ id: plm }, { id: PLM }")),
    change("no sign-in"),
  ],
  "idp/early-redirect": [
    sso(
      "the login service's only client, with an address of its own",
      clients("{ id: plm, redirectUris: [https://a.example.com/b] }"),
    ),
    sso("several addresses are told once", clients(`{ id: plm, redirectUris: ["", ${CALLBACK}, https://a.example.com/b] }`)),
    sso(
      "two clients, and nobody says which is the login service",
      clients(`{ id: a, redirectUris: [${CALLBACK}] }, { id: b, redirectUris: [https://b.example.com/x] }`),
    ),
    sso(
      "the other address of a login service, with a star",
      clients('{ id: a, redirectUris: ["https://a.example.com/x/weblogin/oidc_redirect*"] }, { id: b }'),
    ),
    sso("no address is written", clients("{ id: plm }", LOGIN)),
    sso("stage installed", clients(`{ id: plm, redirectUris: [${CALLBACK}] }`).replace("stage: realm", "stage: installed")),
    change("no sign-in"),
  ],
  "idp/plain-redirect": [
    redirect("the scheme in capitals, and a port", '"HTTP://Wiki.Example.com:8080/oidc"'),
    redirect("spaces around it", '" http://wiki.example.com/ "'),
    redirect("a star for a host", '"http://*"'),
    redirect("a host that only begins like localhost", "http://localhost.example.com/x"),
    redirect("localhost as a user", '"http://localhost@wiki.example.com/x"'),
    redirect("an address without its slashes", '"http:wiki.example.com"'),
    redirect("an address of a private network", "http://10.20.0.9/x"),
    redirect(
      "the machine itself, four times",
      '"http://LOCALHOST:1/x", "http://127.0.0.9/x", "http://[::1]/x", "http://app.localhost/x"',
    ),
    redirect("https, a path alone and a star alone", '"https://wiki.example.com/x", "/oidc/*", "*"'),
    sso(
      "the second of two addresses after sign-out",
      clients('{ id: plm, redirectUris: [], postLogoutRedirectUri: "https://a.example.com/##http://b.example.com/" }'),
    ),
    sso("an address after sign-out on this machine", clients("{ id: plm, postLogoutRedirectUri: http://localhost/ }")),
  ],
  "idp/username-min": [
    ...ALIASED,
    sso("three characters", realm("username: { min: 3 }")),
    users("three, and ids of two that it refuses", ["ab", "x", "abc", "cd"], ", username: { min: 3 }"),
    users("three, and no id is that short", ["abc"], ", username: { min: 3 }"),
    users("three, and one id is shorter", ["abc", "ab"], ", username: { min: 3 }"),
    users("a number that no length is", ["ab"], ", username: { min: 2.5 }"),
    sso("three, and a longest that is no number", realm("username: { min: 3, max: many }")),
    sso("three and no more", realm("username: { min: 3, max: 3 }")),
    users("three, and aliasing asks nothing of the ids", ["ab"], ", username: { min: 3 }", "gateway: { aliasing: true }\n"),
    sso("more than the longest", realm("username: { min: 5, max: 4 }")),
    sso("the longest is shorter than what holds where no shortest is written", realm("username: { max: 1 }")),
    sso("none at all", realm("username: { min: 0 }")),
    sso("one", realm("username: { min: 1 }")),
    sso("two", realm("username: { min: 2, max: 2 }")),
  ],
  "idp/hostname": [
    sso("neither of the two", realm("hostname: { strict: false, strictBackchannel: false }")),
    sso("both", realm("hostname: { strict: true, strictBackchannel: true }")),
    env("24: the back channel is not set", "24", "KC_HOSTNAME_STRICT=true\n"),
    env("24: both are false", "24.0.5", "KC_HOSTNAME_STRICT=false\nKC_HOSTNAME_STRICT_BACKCHANNEL=False\n"),
    env(
      "24: the last assignment holds",
      "24",
      "KC_HOSTNAME_STRICT_BACKCHANNEL=false\nexport KC_HOSTNAME_STRICT_BACKCHANNEL='true'\n",
    ),
    env("24: a setting of 25", "24", "KC_HOSTNAME_STRICT_BACKCHANNEL=true\nKC_HOSTNAME_BACKCHANNEL_DYNAMIC=true\n"),
    env("26: the name of 24", "26", "KC_HOSTNAME=https://idp.example.com\nKC_HOSTNAME_STRICT_BACKCHANNEL=true\n"),
    env("26: dynamic", "26", "KC_HOSTNAME=https://idp.example.com\nKC_HOSTNAME_BACKCHANNEL_DYNAMIC=TRUE\n"),
    env("25: no name, and not strict", "25", "KC_HOSTNAME_STRICT=false\n"),
    env(
      "26: a name, which strict does not matter beside",
      "26",
      "KC_HOSTNAME=https://idp.example.com\nKC_HOSTNAME_STRICT=false\n",
    ),
    env("a version without a number", "latest", "KC_HOSTNAME_BACKCHANNEL_DYNAMIC=true\nKC_HOSTNAME_STRICT_BACKCHANNEL=false\n"),
    env("another prefix", "24", "SSO_HOSTNAME_STRICT=false\nKC_HOSTNAME_STRICT=false\n", "envPrefix: SSO\n"),
    env("nothing of host names", "24", "KC_DB=postgres\n"),
    change("no sign-in"),
  ],
  "idp/uppercase-id": [
    ...ALIASED,
    users("one of three, in the middle of the id", ["jdoe", "mMuster", "abc"]),
    users("letters that only other languages have", ["Übel", "übel"]),
    users("an id with something unseen", ["A\u200bb"]),
    users("aliasing", ["MMuster"], "", "gateway: { aliasing: true }\n"),
    users("upper-case letters that lower-casing does not change", ["ab-12.x"]),
    sso("no list", realm()),
    change("no sign-in"),
  ],
  "idp/user-id-length": [
    ...ALIASED,
    users("one character, and an empty id", ["x", ""]),
    users("as long as it may be, and one more", ["a".repeat(255), "b".repeat(256)]),
    users("the realm's own limits", ["abc", "abcd", "abcdefg"], ", username: { min: 4, max: 6 }"),
    users("aliasing", ["x"], "", "gateway: { aliasing: true }\n"),
    users("two characters", ["ab"]),
    users("two characters where the realm asks for three", ["ab", "x"], ", username: { min: 3 }"),
    users("limits that exclude every name", ["abcde"], ", username: { min: 5, max: 4 }"),
    users("limits that are no numbers", ["x", "ab", "c".repeat(255), "d".repeat(256)], ", username: { min: two, max: many }"),
    change("no sign-in"),
  ],
  "idp/user-id-characters": [
    ...ALIASED,
    users("a space at the end, a tab and a no-break space", ["jdoe ", "j\tdoe", "j\u00a0doe"]),
    users("a byte order mark, and a zero-width space", ["\ufeffjdoe", "jd\u200boe"]),
    users("punctuation, and several of them", ["j/doe", "j:d*o'e", "j&#;d(o)e!"]),
    users("a letter of another script", ["jd\u043ee"]),
    users("unseen characters that are refused", ["jd\u200doe", "j\u034fdoe"]),
    users("what names may have", ["j.doe", "j-doe", "j_doe", "j@doe", "j+doe", "jörg", "00012"]),
    users("aliasing", ["j doe"], "", "gateway: { aliasing: true }\n"),
  ],
  "idp/user-id-encoding": [
    ...ALIASED,
    users("one id", ["jdoe", "jÃ¶rg"]),
    users("several, one of them twice wrong", ["mÃƒÂ¼ller", "weiÃŸ", "Ã©milie"]),
    users("names that have such letters", ["joão", "JOÃO", "ÉŠ", "jörg", "æøå"]),
    users("aliasing", ["jÃ¶rg"], "", "gateway: { aliasing: true }\n"),
  ],
  "idp/user-id-clash": [
    ...ALIASED,
    users("the case alone", ["jdoe", "abc", "JDOE"]),
    users("the same twice, and a third time", ["jdoe", "jdoe", "jdoe"]),
    users("an unseen character", ["jdoe", "jdoe\u200b"]),
    users("a letter of another script", ["jdoe", "jd\u043ee"]),
    users("composed and decomposed", ["j\u00f6rg", "jo\u0308rg"]),
    users("ids that differ", ["jdoe", "jdoe2", "j.doe", "", ""]),
    users("aliasing", ["jdoe", "JDOE"], "", "gateway: { aliasing: true }\n"),
  ],
  "idp/group-name": [
    groups("a space at its start and at its end", '" PLM", "Pilot "'),
    groups("two spaces inside", '"PLM  Pilot"'),
    groups("a carriage return, a line feed and a tab", '"A\\r", "B\\nC", "\\tD"'),
    groups("a byte order mark, a zero-width space and a soft hyphen", '"\\ufeffA", "B\\u200bC", "D\\u00adE"'),
    groups("control characters", '"A\\0B", "C\\x7f"'),
    groups("no-break spaces", '"PLM\\u00a0Pilot"'),
    groups("many at once", '" a\\u200bb\\u200cc\\r\\n"'),
    groups("two of them, and three", '" PLM ", " P\\u200bL "'),
    groups("a byte order mark between two letters", '"A\\ufeffB"'),
    groups("no name", '"", "  "'),
    groups("the case alone, and the same twice", "PLM, plm, PLM"),
    groups("a letter of another script", '"PLM", "\\u0420LM"'),
    groups("dots, single spaces, letters of other languages", "Systems.Engineering, PLM Pilot, PLMPilot, 設計, Ünder & Co"),
    sso("no groups", realm()),
  ],
  "idp/unknown-client": [
    sso("the case alone", `${realm()}oidc: { clientId: Plm }\n`),
    sso("a space at its end", `${realm()}oidc: { clientId: "plm " }\n`),
    sso("another name altogether", `${clients("{ id: plm }, { id: wiki }")}oidc: { clientId: something }\n`),
    sso("an empty one", `${realm()}oidc: { clientId: "" }\n`),
    sso("no clients", `${clients("")}oidc: { clientId: plm }\n`),
    sso("the second client", `${clients("{ id: wiki }, { id: plm }")}oidc: { clientId: plm }\n`),
    change("no sign-in"),
  ],
  "idp/shared-client": [
    shared("two owners", clients("{ id: plm, owner: demo }"), ["copy", clients("{ id: plm, owner: copy }")]),
    shared(
      "one of three names no owner",
      clients("{ id: plm, owner: demo }"),
      ["a", clients("{ id: plm, owner: demo }")],
      ["b", realm()],
    ),
    shared("an owner that does not have it", clients("{ id: plm, owner: elsewhere }"), [
      "copy",
      clients("{ id: plm, owner: elsewhere }"),
    ]),
    shared("the last one owns it", clients("{ id: plm, owner: copy }"), ["copy", clients("{ id: plm, owner: copy }")]),
    shared("one of two clients", clients("{ id: plm }, { id: wiki }"), ["copy", clients("{ id: erp }, { id: wiki }")]),
    shared("another realm", realm(), ["copy", realm().replace("engineering", "trial")]),
    sso("one id twice in one environment", clients("{ id: plm }, { id: plm }")),
  ],
  "idp/shared-realm": [
    shared("version, hostname, TLS and lengths", realm(), [
      "copy",
      realm('version: "24", hostname: { strict: false, strictBackchannel: false }, sslRequired: none, username: { max: 64 }'),
    ]),
    shared("one of three differs", realm("username: { min: 2 }"), ["a", realm("username: { min: 3 }")], ["b", realm()]),
    shared("the host in capitals, and a slash at the end", realm(), [
      "copy",
      realm("sslRequired: all").replace("https://idp.example.com:8443", "https://IDP.example.com:8443/"),
    ]),
    shared("one client id for two login services", `${installed}${LOGIN}`, ["copy", `${installed}${OTHER_LOGIN}`]),
    shared("the same addresses in another order", clients("{ id: a, redirectUris: [https://a/x, https://b/x] }"), [
      "copy",
      clients("{ id: a, redirectUris: [https://b/x, https://a/x] }"),
    ]),
    shared("an address after sign-out", clients("{ id: a, postLogoutRedirectUri: https://a/x }"), [
      "copy",
      clients("{ id: a, postLogoutRedirectUri: https://b/x }"),
    ]),
    shared("another environment's client, whose addresses are not written here", `${installed}${LOGIN}`, [
      "copy",
      `${clients("{ id: own, redirectUris: [] }, { id: plm }")}oidc: { clientId: own }\n`,
    ]),
    shared("a default written out", realm(), [
      "copy",
      realm('version: "26", sslRequired: external, username: { min: 2, max: 255 }'),
    ]),
    shared("another realm of the same server", realm(), ["copy", realm("sslRequired: none").replace("engineering", "trial")]),
    shared("no realm is named yet", realm().replace("realm: engineering, ", ""), ["copy", realm()]),
    shared("one of them has no redirect address", clients("{ id: a, redirectUris: [] }"), [
      "copy",
      clients("{ id: a, redirectUris: [https://a/x] }"),
    ]),
    shared("one of them has no address after sign-out", clients("{ id: a, postLogoutRedirectUri: https://a/x }"), [
      "copy",
      clients("{ id: a }"),
    ]),
    sso(
      "one environment alone, which has a client twice",
      clients("{ id: a, redirectUris: [] }, { id: a, redirectUris: [https://a/x] }"),
    ),
  ],
};
