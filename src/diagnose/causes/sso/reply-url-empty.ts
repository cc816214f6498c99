import { type Cause, IDP_LOG } from "../cause.ts";
import { CALLBACK } from "../evidence/credentials.ts";
import { entraSigns } from "../evidence/sign-in-service.ts";

export const cause: Cause = {
  id: "sso/reply-url-empty",
  title: "Federation Reply URL was left empty",
  signs: [
    { event: { types: ["LOGIN_ERROR"], errors: ["invalid_redirect_uri"], lacks: "redirect_uri" } },
    {
      all: ["redirect_uri"],
      like: /^(?=[\s\S]{0,4000}?(?:invalid.{0,40}redirect_uri|openid-connect\/auth))[\s\S]{0,4000}?[?&]redirect_uri=(?:null)?(?=[&\s,;"')]|$)/i,
      field: true,
      anyLevel: true,
    },
    // low confidence: if the error page does not show the redirect address, an unregistered address leads to an equal page
    {
      anchors: ["redirect_uri"],
      like: /(?:Ung\u00fcltige\w{0,2} Parameter|Param\u00e8tre (?:non valide|invalide)|\u7121\u52b9\u306a\u30d1\u30e9\u30e1\u30fc\u30bf\u30fc?|\u65e0\u6548\u7684?\u53c2\u6570) ?[:\uff1a] ?redirect_uri/i,
      not: new RegExp(`redirect_uri=["']?(?!null\\b)[^&\\s,;"']|${CALLBACK.source}`, "i"),
      confidence: "low",
    },
    { all: ["empty redirect_uri"], confidence: "medium" },
    ...entraSigns([900971]),
    {
      anchors: ["redirect_uri"],
      like: /invalid(?:_redirect_uri\b|[ _]parameter: redirect_uri)/i,
      not: /redirect_uri=["']?(?!null\b)[^&\s,;"']|realm(?:Id|Name)=|"details"|LOGOUT|CODE_TO_TOKEN|post_logout|did not match|https?(?:%3A%2F%2F|:\/\/)[^\s"'<>]{1,300}oidc_callback/i,
      confidence: "low",
    },
  ],
  symptoms: [
    {
      says: "the identity provider refuses the redirect address, which is empty",
      words: "redirect|reply|callback empty|blank|without",
    },
  ],
  states: "that redirect_uri is an invalid parameter, as if the client at the identity provider were wrong",
  cause:
    "Federation Reply URL was left empty in the deployment tool. It is not derived, so that the login service sends an empty redirect_uri.",
  why: "An identity provider refuses a redirect_uri that is not registered, and the one in the query is empty.",
  check: {
    does: "Look at redirect_uri in the address of the page with the error: empty is this cause.",
    control: "Where it has a value, compare it character by character with the client's redirectUris: that is another mistake.",
  },
  action: [
    "Set Federation Reply URL to https://<tcss-host>:<port>/<LoginServiceName>/weblogin/oidc_callback.",
    "Deploy the SSC again, and read tcsso.federation_reply_url in login.xml.",
    "Register the same address as the client's redirect URI.",
  ],
  evidence: ["the whole address of the page with the error", "login.xml as it is deployed", "the client's redirectUris"],
  log: IDP_LOG,
  confidence: "high",
  excludes: [],
  deadEnds: ["Allowing '*' as a redirect URI: the empty one stays refused, and everything else is let in."],
  matches: [
    "Invalid parameter: redirect_uri (https://idp.example.com/realms/plm/protocol/openid-connect/auth?client_id=plm&redirect_uri=&scope=openid)",
    'type="LOGIN_ERROR", realmId="plm", clientId="plm", userId="null", error="invalid_redirect_uri", redirect_uri="null"',
    "Invalid parameter: redirect_uri",
    'type="LOGIN_ERROR", realmId="9f2790b3", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="invalid_redirect_uri"',
  ],
  lookAlikes: [
    [
      "value",
      "Invalid parameter: redirect_uri (auth?client_id=plm&redirect_uri=https%3A%2F%2Fother.example.com%2Fcb&scope=openid)",
    ],
    ["success", "redirect_uri was accepted"],
    [
      "reason",
      'type="CODE_TO_TOKEN_ERROR", realmId="plm", clientId="plm", error="invalid_redirect_uri", grant_type="authorization_code"',
    ],
    [
      "value",
      'type="LOGOUT_ERROR", realmId="plm", clientId="plm", error="invalid_redirect_uri", redirect_uri="https://plm.example.com:3000/awc"',
    ],
  ],
};
