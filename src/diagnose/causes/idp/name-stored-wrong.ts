import { type Cause, IDP_LOG } from "../cause.ts";

/** Pattern of words for a meeting: with them, "group" means a group of people and not a group of the realm. */
const MEETING = /\b(?:meets?|meeting|trifft|treffen|se r\u00e9unit|si riunisce|se re\u00fane)\b/i;

export const cause: Cause = {
  id: "idp/name-stored-wrong",
  title: "names were stored with an invisible carriage return at their end",
  signs: [
    {
      anchors: ["groups"],
      like: /groups?\b[^\s]{0,300}%0D(?:%0A)?(?=["'\s&/?,]|$)/i,
      field: true,
      confidence: "medium",
      anyLevel: true,
    },
    {
      all: ["/admin/realms/"],
      like: /\/admin\/realms\/[^\s"]{1,300}%0D(?:%0A)?(?=["'\s&/?,]|$)/i,
      field: true,
      confidence: "medium",
      anyLevel: true,
    },
    {
      all: ["\\r"],
      anchors: ['"name"', "resourceType"],
      like: /"name\\{0,3}"\s?:\s?\\{0,3}"[^"\n]{1,200}\\r(?:\\{1,3}n)?\\{0,3}"/i,
      near: [/\b(?:sub)?groups?\b|"path\\{0,3}"\s?:\s?\\{0,3}"\//i],
      field: true,
      confidence: "high",
      anyLevel: true,
    },
    {
      all: ["\\r"],
      anchors: ["groups"],
      like: /\[\s?["'][^"'\n]{1,80}\\r["']|,\s?["'][^"'\n]{1,80}\\r["']\s?[,\]]|^\s{0,8}"[^"\n]{1,80}\\r",?$/m,
      near: [
        /groups?\b/i,
        /keycloak|realm|\bkc\b|kcadm|\bidp\b|identity|\badmin\.(?:get|create)_groups?|create_?status|\bPOST\b[^\n]{0,60}\b201\b|\bmembers? not (?:matched|found)/i,
      ],
      not: /wire <<|\[\\r\]/,
      field: true,
      confidence: "medium",
      anyLevel: true,
    },
    {
      anchors: ["%0D", "\\u000d", "&#13;", "&#xD;"],
      like: /%0D(?:%0A)?(?![\dA-F])|\\[u]000d|&#(?:13|x0{0,3}d);/i,
      near: [
        /\bgr[ou]u?pp?[aeisoy]?\w{0,3}\b|\bgroup|\bgroep|\u30b0\u30eb\u30fc\u30d7|\u7ec4|\u7d44|\uadf8\ub8f9/i,
        /keycloak|realm|kcadm|\bidp\b/i,
      ],
      not: /redirect_uri|Set-Cookie|response splitting|injection/i,
      field: true,
      confidence: "medium",
      anyLevel: true,
    },
    {
      anchors: ["groups"],
      like: /\S\^M\$?\s{0,4}$/m,
      near: [/\bgroups?\b/i, /keycloak|realm|kcadm|\bidp\b|identity/i],
      confidence: "medium",
      anyLevel: true,
    },
  ],
  symptoms: [
    { says: "a group appears twice in the realm", words: "group twice|duplicat idp|identity|keycloak|realm", not: MEETING },
    {
      says: "a write to the identity provider returns 201 and stores the wrong thing",
      words: "201|created stor|wrong|name|different",
      not: /read back: name "[^"\\\n]{1,200}", \d|\b(?:correct|as sent|identical|unchanged)\b/i,
    },
    {
      says: "a group exists twice or is not found by its name",
      words: "group twice|duplicat|not|invisible|carriage found|name|return",
    },
  ],
  states: "nothing: the create call answers 201",
  cause:
    "The names came from a file with Windows line ends and kept a carriage return at their end; 201 says that something was stored, not what.",
  why: "A name with a carriage return looks like the same name without it, and compares as another one.",
  check: {
    does: "Read the realm back and compare every name with its source, byte by byte.",
    control: "A name that was written by hand must be equal in the same comparison, and one with an added space must not.",
  },
  action: [
    "Check the source for spaces at the ends and for control characters.",
    "Delete what was stored wrong.",
    "Write it again, and read the realm back against the source.",
  ],
  evidence: ["the source file's bytes", "the realm's names in hexadecimal"],
  log: IDP_LOG,
  confidence: "high",
  excludes: [],
  deadEnds: ["Trusting the status 201.", "Comparing by eye."],
  matches: [
    "GET /admin/realms/plm/groups?search=Engineering%0D 200 []",
    "POST /admin/realms/plm/groups/Design%0D%0A 404",
    'POST /admin/realms/plm/groups 201 {"name":"Engineering\\r"}',
  ],
  lookAlikes: [
    ["value", "GET /admin/realms/plm/groups?search=Engineering 200"],
    ["words", "GET /files/report%0Dold.txt 404"],
    ["value", 'POST /admin/realms/plm/groups 201 {"name":"Engineering"}'],
    ["words", 'POST /notes 201 {"text":"first line\\r\\nsecond line"}'],
  ],
};
