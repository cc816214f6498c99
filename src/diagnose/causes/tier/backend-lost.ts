import { meaningOfCode } from "../../../live/index.ts";
import { type Cause, TIER_LOG } from "../cause.ts";

export const cause: Cause = {
  id: "tier/backend-lost",
  title: "the web tier lost its own server process; the connector only relays the message",
  signs: [
    { types: ["InternalServerException", "InternalServerFault", "ServiceException"], code: 1003 },
    {
      all: ["communication with the server was lost while an operation was in progress"],
      confidence: "high",
      like: /InternalServer(?:Exception|Fault)|getTypeDescriptions|\bHTTP\W{0,3}500/i,
      field: true,
    },
    { all: ["communication with the server was lost while an operation was in progress"] },
    { all: ["the server has probably terminated abnormally"] },
    {
      code: 1003,
      like: /teamcenter|\bsoa\b|RestServices|getTypeDescriptions|web ?tier|\/tc\b/i,
      not: /websocket|close(?:d)? (?:code|with)/i,
    },
    { code: 1003, not: /websocket|closed?\b|mysql|mariadb|\bdns\b|oauth|\bjs\b|MSI|installer/i, confidence: "low" },
  ],
  symptoms: [
    {
      says: "communication with the server is lost right after a successful login",
      words: "communicat|connection server|tier lost|lose|terminat after login|sign",
    },
  ],
  states: "that communication with the server was lost, as if the network or the address were at fault",
  cause: `By its code (1003) ${meaningOfCode(1003)}.`,
  why: "InternalServerException with code 1003 is the web tier's own answer (HTTP 500), so the server was reached. It was observed right after the login, at getTypeDescriptions.",
  check: {
    does: "Read the body of the HTTP 500: a fault with code 1003 proves that the web tier was reached and answered.",
    control: "A network fault has no body at all: a connect to a port where nothing listens shows what that looks like.",
  },
  action: [
    "Open the tier's logs at the time of the message: the web tier's first, then the syslog of the server process.",
    "Look whether the pool manager runs and has server processes available.",
    "If a server process ended, let the tier's administrator start it again, then sign in.",
  ],
  evidence: [
    "time of the message to the second",
    "the fault body",
    "the user id, so that the server process is found in the pool manager's list",
  ],
  log: TIER_LOG,
  confidence: "high",
  excludes: ["tier/release-mismatch"],
  deadEnds: [
    "Looking at network, firewall, address, transport or connector settings: a fault body is a successful conversation.",
    "Swapping the connector's release.",
  ],
  matches: [
    "Communication with the server was lost while an operation was in progress. The server has probably terminated abnormally.",
    '<ns:InternalServerException xmlns:ns="http://example.com/Exceptions"><ns:messages code="1003" level="3">Die Verbindung zum Server ist abgebrochen.</ns:messages></ns:InternalServerException>',
    '{".QName":"http://example.com/Exceptions.InternalServerException","messages":[{"code":1003,"level":3,"message":"Server weg"}]}',
    "com.example.soa.InternalServerException [1003]: サーバーとの通信が失われました。",
  ],
  lookAlikes: [
    ["words", "WebSocket closed with code 1003"],
    ["value", '<InternalServerException><messages code="1009" level="3">Something else</messages></InternalServerException>'],
    ["speaker", "Communication with the printer was lost"],
    [
      "speaker",
      "server closed the connection unexpectedly. This probably means the server terminated abnormally before or while processing the request.",
    ],
  ],
};
