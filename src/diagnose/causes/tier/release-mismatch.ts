import { type Cause, CONNECTOR_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "tier/release-mismatch",
  title: "connector and tier are of different releases, or a page came where data was expected",
  signs: [
    { all: ["content is not allowed in prolog"] },
    { types: ["SAXParseException"], like: /lineNumber: 1; columnNumber: 1\b/ },
    {
      all: ["405"],
      like: /\bHTTP(?:\/\d(?:\.\d)?)?\W{1,3}(?:\w{1,12}\W{1,3}){0,2}405\b|\b405\W{1,4}Method Not Allowed|status\W?code\W{1,4}405\b/i,
    },
    { types: ["UnmarshalException", "MarshalException"], not: /java\.rmi\./ },
    { all: ["marshalling error"], confidence: "medium" },
  ],
  symptoms: [
    { says: "the tool gets 405", words: "405 get|gets|got|error|status|answer" },
    {
      says: "sign-in fails since the tier or the connector was upgraded",
      words: "sign|login|log fail|refus upgrad|updat|release",
    },
    { says: "the tier answers with a web page instead of data", words: "page|html instead data|xml" },
  ],
  states: "that a document is not XML, or that the method is not allowed: it reads as a wrong address",
  cause:
    "The connector speaks to a tier of another release than it is certified for, or a page of a proxy, portal or login answers in the tier's place.",
  why: "Connector 2506 against a tier of 2606 failed with HTTP 405 and a marshalling error. An XML reader that stops at line 1, column 1 was given no XML at all.",
  check: {
    does: "Read the tier's release from the answer to a sign-in (`tierwright probe ENV --only tier/release`) and ask `tierwright compat` for the pair.",
    control:
      "The same address with a path that cannot exist must be answered otherwise: what answers every path with one page is no tier.",
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
  ],
  lookAlikes: [
    "405 elements were sent in 12 ms",
    'org.xml.sax.SAXParseException; lineNumber: 57; columnNumber: 12; The element type "row" must be terminated.',
    "java.rmi.UnmarshalException: error unmarshalling return",
  ],
};
