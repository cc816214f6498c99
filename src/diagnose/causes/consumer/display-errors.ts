import type { Cause } from "../cause.ts";

export const cause: Cause = {
  id: "consumer/display-errors",
  title: "PHP prints its warnings into the answers of the application",
  signs: [
    {
      anchors: ["<b>Warning", "<b>Notice", "<b>Deprecated", "<b>Fatal error", "<br />", "PHP Warning"],
      like: /<br \/>|<b>(?:Warning|Notice|Deprecated|Fatal error)\b|\bWarning: /,
      near: [
        /<b>(?:Warning|Notice|Deprecated|Fatal error)\b|\.php on line \d{1,6}\s{0,3}\{"|Unexpected token '<', "<br \/>/,
        /JSON|json|on line <b>\d{1,6}<\/b>[\s\S]{0,20}\{"|\.php on line \d{1,6}\s{0,3}\{"/,
      ],
      field: true,
    },
    { all: ["action listener failed to authenticate"] },
    {
      all: ["display_errors"],
      like: /display_errors\s{0,3}(?:=>?|:)\s{0,3}(?:on|1|true|stdout)\b(?!\s{0,3}=>\s{0,3}(?:off|0)\b)/i,
      confidence: "medium",
    },
  ],
  symptoms: [
    {
      says: "a PHP application restarts again and again and says that authentication failed",
      words: "php crash|restart|loop|standig|dauernd",
    },
  ],
  states: "that authentication failed",
  cause:
    "display_errors is on: PHP prints warnings into JSON bodies, so that the client cannot parse them. The credentials are not at fault.",
  why: "A body that begins with a warning instead of a brace is not valid JSON.",
  check: {
    does: "Fetch one answer of the application: it must begin with { or [, not with text or markup.",
    control: "With display_errors off the same answer must be JSON.",
  },
  action: [
    "Turn display_errors off first, and log errors to a file instead.",
    "Restart the application.",
    "Only then look at authentication, if anything is left.",
  ],
  evidence: ["the first 200 bytes of one answer", "the effective PHP settings"],
  log: "the PHP error log of the application",
  confidence: "high",
  excludes: [],
  deadEnds: ["Renewing the application's credentials."],
  matches: [
    "Action listener failed to authenticate",
    "display_errors = On",
    "SyntaxError: Unexpected token '<', \"<br />\n<b>Warning</b>:  Undefined variable $user in <b>/var/www/a.php</b> on line <b>12</b>\" is not valid JSON",
  ],
  lookAlikes: [
    ["success", "Action listener authenticated"],
    ["value", "display_errors = Off"],
    ["words", "PHP Warning:  Undefined variable $user in /var/www/a.php on line 12"],
    ["speaker", "SyntaxError: Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON"],
  ],
};
