import { type Cause, CONNECTOR_LOG } from "../cause.ts";
import { OURS } from "../evidence/speaker.ts";

/** Pattern of the beginning of a text that names no program of the PLM sign-in, up to the name of an application server or framework. */
const OTHER_SERVER = `(?<![\\s\\S])(?![\\s\\S]{0,4000}?(?:${OURS.source}|/tc/))[\\s\\S]{0,4000}?(?:\\btomcat\\b|apache-coyote|\\bjetty\\b|\\bwhitelabel error page|\\bHTTP Status 405\\b|\\bRequest method '\\w{3,8}' (?:is )?not supported)`;

/** Pattern of a file server, an HTTP method that the tier's services lack, and a lone first line of a response, which names no server. */
const STATIC = new RegExp(
  `^server: ?(?:nginx|caddy)|\\bcurl -X (?:DELETE|PUT|PATCH)|\\b405 (?:objects|rows|items|files|elements|ms)\\b|\\bstatic (?:file|content|site)s?\\b|^\\W{0,4}(?:HTTP/\\d\\S{0,3} )?405 (?:Method )?Not Allowed\\W{0,4}(?![\\s\\S])|${OTHER_SERVER}`,
  "im",
);

export const cause: Cause = {
  id: "tier/release-mismatch",
  title: "connector and tier are of different releases, or a page came where data was expected",
  signs: [
    {
      http: { status: [405], methods: ["POST"], path: /RestServices\/|[A-Z]\w{1,40}-\d{4}-\d\d-[A-Z]\w{1,40}\/\w/i },
      anchors: ["405"],
    },
    { http: { status: [200], methods: ["POST"], path: /RestServices\//i, type: /text\/html/i }, anchors: ["text/html"] },
    { page: { tier: true } },
    { page: { tier: false }, not: /json/i, confidence: "medium" },
    { page: { tier: false }, confidence: "low" },
    {
      types: ["UnmarshalException", "MarshalException"],
      like: /teamcenter|\bsoa\b|RestServices|\/tc\b|-20\d\d-\d\d-/i,
      not: /java\.rmi\.|\.xml\b(?!\.[a-z]|\/com\.sun\.)/,
    },
    { types: ["UnmarshalException"], not: /java\.rmi\.|\.xml\b(?!\.[a-z]|\/com\.sun\.)|file:\//, confidence: "low" },
    { http: { status: [405], bare: true }, anchors: ["405"], not: STATIC, confidence: "medium" },
    { http: { status: [405], bare: true }, anchors: ["405"], confidence: "low" },
    { http: { status: [405], methods: ["POST"], path: /\/tc(?:[/?]|$)/ }, anchors: ["405"], confidence: "medium" },
    {
      all: ["content is not allowed in prolog"],
      not: /\.(?:xml|xsd|xmi|mdzip|properties)\b(?!\.[a-z]|\/com\.sun\.)|systemId: file/i,
      confidence: "medium",
    },
    {
      anchors: ["prolog", "\u30d7\u30ed\u30ed\u30fc\u30b0", "\u524d\u8a00\u4e2d"],
      like: /nicht zul\u00e4ssig in Prolog|Prolog nicht zul|dans le prologue|\u30d7\u30ed\u30ed\u30fc\u30b0\u3067\u306f|\u524d\u8a00\u4e2d\u4e0d\u5141\u8bb8/i,
      not: /\.(?:xml|xsd|xmi|mdzip|properties)\b(?!\.[a-z]|\/com\.sun\.)|systemId: file/i,
      confidence: "medium",
    },
    {
      types: ["SAXParseException"],
      like: /(?:^|[:[] ?|\n)(?:[a-z]{1,20}\.){0,6}SAXParseException: \S/,
      not: /\.(?:xml|xsd|xmi|mdzip|properties|json|config)\b(?!\.[a-z]|\/com\.sun\.)|systemId: file|line(?:Number)?:? ?\d/i,
      confidence: "low",
    },
    { all: ["marshalling error"], not: /java\.rmi\.|\bgrpc\b|protobuf/i, confidence: "medium" },
  ],
  symptoms: [
    { says: "the tool gets 405", words: "405 get|gets|got|error|status|answer", not: STATIC },
    {
      says: "sign-in fails since the tier or the connector was upgraded",
      words: "sign|login|log fail|refus upgrad|updat|release",
    },
    {
      says: "the tier answers with a web page instead of data",
      words:
        "page|html instead|lieu|statt|anstatt|anstelle|invece|lugar|vez|plaats|zamiast|\u4ee3\u308f\u308a|\u800c\u4e0d\u662f|\ub300\uc2e0 data|xml",
    },
  ],
  states: "that a document is not XML, or that the method is not allowed: it reads as a wrong address",
  cause:
    "The connector speaks to a tier of another release than it is certified for, or a page of a proxy, portal or login answers in the tier's place.",
  why: "Connector 2506 against a tier of 2606 failed with HTTP 405 and a marshalling error. An XML reader that stops at line 1, column 1 was given no XML at all.",
  check: {
    does: "Read the tier's release from the answer to a sign-in (`tierwright probe ENV --only tier/release`) and ask `tierwright compat` for the pair.",
    control:
      "A path that cannot exist at the same address must give another answer: a server that answers every path with the same page is not the tier.",
  },
  action: [
    "Compare the connector's release with the tier's: serverInfo.DisplayVersion in the answer to the sign-in says the second.",
    "Where they differ, install the connector release that the matrix certifies for this tier.",
    "Where they agree, open the sign-in address in a browser: a page that is not the tier's shows which proxy, portal or login is in between.",
  ],
  evidence: [
    "the first 200 bytes of the answer with its status and Content-Type",
    "both releases",
    "TC_SERVER_URL as it is compiled",
  ],
  log: CONNECTOR_LOG,
  confidence: "high",
  excludes: [],
  deadEnds: [
    "Changing the address: it is right in most cases, and a wrong one hides the message.",
    "Looking for the ERROR tag: the line about the prolog has none.",
  ],
  matches: [
    "Content is not allowed in prolog.",
    "org.xml.sax.SAXParseException; lineNumber: 1; columnNumber: 1; Content ist nicht zulässig in Prolog.",
    "Server returned HTTP response code: 405 for URL: https://plm.example.com:8443/tc/RestServices/Core-2008-06-Session/login",
    'javax.xml.bind.UnmarshalException: unexpected element (uri:"", local:"html")',
    '192.0.2.7 - - [04/Mar/2026:10:12:13 +0100] "POST /tc/RestServices/Core-2008-06-Session/login HTTP/1.1" 405 312',
    "javax.xml.stream.XMLStreamException: ParseError at [row,col]:[1,1]\nMessage: プロログではコンテンツを指定できません。",
    'com.example.soa.Client: org.xml.sax.SAXParseException; lineNumber: 7; columnNumber: 3; Elementtyp "meta" muss mit dem entsprechenden Endtag "</meta>" beendet werden.',
  ],
  lookAlikes: [
    ["words", "405 elements were sent in 12 ms"],
    ["value", 'org.xml.sax.SAXParseException; lineNumber: 57; columnNumber: 12; The element type "row" must be terminated.'],
    ["speaker", "java.rmi.UnmarshalException: error unmarshalling return"],
    ["value", '"GET /tc/RestServices/Core-2008-06-Session HTTP/1.1" 200 405'],
    [
      "value",
      "org.xml.sax.SAXParseException; systemId: file:/C:/Tool/data/plugin.xml; lineNumber: 1; columnNumber: 1; Content is not allowed in prolog.",
    ],
    ["speaker", '"OPTIONS /api/items HTTP/1.1" 405 0'],
  ],
};
