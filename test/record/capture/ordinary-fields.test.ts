import { describe, expect, test } from "vitest";
import { learnHeader, shownHeader } from "../../../src/record/capture/redact/headers.ts";
import { type Kind, Redactor } from "../../../src/record/capture/redact/redactor.ts";

const shownOf = (text: string, kind: Kind): string => {
  const redactor = new Redactor();
  redactor.learn(text, kind);
  return redactor.hide(text, kind);
};

const SOAP = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd">
  <soap:Header><wsse:Security soap:mustUnderstand="1">
    <wsu:Timestamp wsu:Id="TS-1"><wsu:Created>2026-11-22T12:00:00Z</wsu:Created><wsu:Expires>2026-11-22T12:05:00Z</wsu:Expires></wsu:Timestamp>
    <wsse:UsernameToken wsu:Id="UsernameToken-7">
      <wsse:Username>infodba-ed</wsse:Username>
      <wsse:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText">hunter2hunter2</wsse:Password>
      <wsse:Nonce EncodingType="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary">bm9uY2Ugbm9uY2Ugbm9uY2U=</wsse:Nonce>
      <wsu:Created>2026-11-22T12:00:00Z</wsu:Created>
    </wsse:UsernameToken></wsse:Security></soap:Header>
  <soap:Body><order id="4711" state="In Progress" code="InternalServerException"><key>PROJ-1234</key><description>The password of the order was changed</description></order></soap:Body>
</soap:Envelope>`;

/** Messages in which nothing opens anything. */
const ORDINARY: readonly (readonly [string, Kind, string])[] = [
  [
    "a sign-in by attributes, without its password",
    "xml",
    '<LoginInput xmlns="http://teamcenter.com/Schemas/Core/2008-06/Session" group="dba" locale="en_US" role="DBA" sessionDiscriminator="TCMEClient" username="infodba"/>',
  ],
  [
    "an answer to a sign-in",
    "xml",
    '<LoginResponse xmlns="x"><user uid="QxRAAAAAqd$DyB" type="User" className="User" objectID="QxRAAAAAqd$DyB" cParamID="" isHistorical="false"/><groupMember uid="gYQ"/><session><userID>infodba</userID></session><serverInfo Version="V2506.0.0.20250615.00" DisplayVersion="2506" HostName="plm01.example.com" LogFile="/tmp/tcserver.exe4711.syslog" Locale="en_US" TcServerID="pool_1@plm01@4711@22-Nov-2026"/></LoginResponse>',
  ],
  [
    "a fault",
    "xml",
    '<InternalServerException xmlns="x"><code>1003</code><level>3</level><messages code="1003" level="3" message="Communication with the server was lost while an operation was in progress. The server has probably terminated abnormally."/></InternalServerException>',
  ],
  [
    "a fault of JSON",
    "json",
    '{".QName":"http://teamcenter.com/Schemas/Soa/2006-03/Exceptions.InternalServerException","code":515143,"level":3,"messages":[{"code":515143,"level":3,"message":"Invalid account values"}]}',
  ],
  [
    "the frame of a request",
    "json",
    '{"header":{"state":{"clientVersion":"10000.1.2","clientID":"TCMEClient-2506.01","formatProperties":true,"stateless":true,"unloadObjects":false,"enableServerStateHeaders":true},"policy":{"types":[{"name":"ItemRevision","properties":[{"name":"item_id"},{"name":"object_name"},{"name":"owning_user","modifiers":[{"name":"withProperties","Value":"true"}]}]}]}},"body":{}}',
  ],
  [
    "types and their fields",
    "json",
    '{"types":[{"name":"PasswordPolicy","className":"PasswordPolicy"},{"name":"Token_Definition","description":"token definition"}]}',
  ],
  [
    "properties of an object",
    "json",
    '{"objects":[{"uid":"AbCdEfGhIjKlMn","type":"Item","props":{"object_name":{"dbValues":["Session notes"],"uiValues":["Session notes"]},"checked_out":{"dbValues":["Y"]},"creation_date":{"dbValues":["2026-11-22T12:00:00+01:00"]}}}]}',
  ],
  [
    "a list of orders",
    "json",
    '{"orders":[{"id":4711,"key":"PROJ-1234","state":"In Progress","code":"ORD-2026-0001","hash":"short","sortKey":"name","keyColumn":"ITEM_ID","primaryKey":"id"}]}',
  ],
  [
    "an error",
    "json",
    '{"error":"invalid_grant","error_description":"Code not valid: it was used or is too old","code":"InternalServerException","state":"COMPLETED_WITH_ERRORS"}',
  ],
  [
    "an error of a token endpoint",
    "json",
    '{"error":"unauthorized_client","error_description":"Invalid client or Invalid client credentials"}',
  ],
  [
    "what an identity provider says of itself",
    "json",
    '{"issuer":"https://idp/realms/plm","token_endpoint":"https://idp/realms/plm/protocol/openid-connect/token","grant_types_supported":["authorization_code","password","client_credentials"],"token_endpoint_auth_methods_supported":["client_secret_basic","client_secret_post","private_key_jwt"],"response_types_supported":["code","id_token","code id_token"],"id_token_signing_alg_values_supported":["RS256"],"claims_supported":["sub","iss","auth_time","name"]}',
  ],
  [
    "settings of a realm",
    "json",
    '{"realm":"plm","accessTokenLifespan":300,"ssoSessionIdleTimeout":1800,"passwordPolicy":"length(8) and digits(1)","resetPasswordAllowed":true,"accessCodeLifespanLogin":1800,"bruteForceProtected":true,"otpPolicyType":"totp","otpPolicyAlgorithm":"HmacSHA1","requiredActions":["UPDATE_PASSWORD","VERIFY_EMAIL","CONFIGURE_TOTP"],"defaultSignatureAlgorithm":"RS256"}',
  ],
  [
    "token types and expiry",
    "json",
    '{"token_type":"Bearer","expires_in":300,"refresh_expires_in":1800,"not-before-policy":0,"scope":"openid profile","tokenType":"urn:ietf:params:oauth:token-type:access_token","passwordExpired":true,"password":null,"maxTokens":4096}',
  ],
  [
    "credentials without a secret",
    "json",
    '{"credentials":{"user":"infodba","group":"dba","role":"DBA","locale":"en_US","descrimator":"x"}}'.replace(
      ',"descrimator":"x"',
      ',"sessionDiscriminator":"TCMEClient"',
    ),
  ],
  [
    "a name that is no secret's",
    "json",
    '[{"name":"user","value":"infodba-ed"},{"key":"passwordPolicy","value":"length(8)"},{"name":"token_endpoint","value":"https://idp/token"}]',
  ],
  [
    "requested claims",
    "xml",
    '<wst:RequestSecurityToken xmlns:wst="http://docs.oasis-open.org/ws-sx/ws-trust/200512"><wst:TokenType>http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#SAMLV2.0</wst:TokenType><wst:RequestType>http://docs.oasis-open.org/ws-sx/ws-trust/200512/Issue</wst:RequestType></wst:RequestSecurityToken>',
  ],
  [
    "a form",
    "form",
    "user=infodba&group=dba&role=DBA&locale=en_US&key=PROJ-1234&state=open&code=214086&sort_key=name&grant_type=password&response_type=code&token_type_hint=access_token",
  ],
  ["an address", "address", "/tc/RestServices/Core-2008-06-Session/login?user=ed&key=PROJ-1234&code=214086&version=2506"],
  ["an address of a token endpoint", "address", "/realms/plm/protocol/openid-connect/token"],
  [
    "a page",
    "text",
    '<html><head><meta name="viewport" content="width=device-width"><title>Sign in to plm</title></head><body><form id="kc-form-login" action="/login" method="post"><label for="username">Username</label><input id="username" name="username" value="infodba-ed" type="text"><label for="password">Password</label><input id="password" name="password" type="password" value=""><a href="/reset">Forgot Password?</a></form></body></html>',
  ],
  [
    "a log",
    "text",
    "2026-11-22 12:00:00,123 INFO [main] loginToTeamcenter(): Finished\n2026-11-22 12:00:01 ERROR Login Unsuccessfull: the login attempt failed: either the user ID or the password is invalid.\nuser=infodba group=dba status=500 took 35 ms",
  ],
  ["a table", "text", "id,key,name,state\n4711,PROJ-1234,Wheel,released\n4712,PROJ-1235,Hub,in work\n"],
  [
    "YAML",
    "text",
    "sign_in:\n  user: infodba\n  token_endpoint: https://idp/token\n  password_policy: length(8)\n  session_timeout: 30\nkeys:\n  - name: sort_key\n    value: name\n",
  ],
  ["prose", "text", "Your password has expired. Enter user, password and group.\nThe key is the item id; its code is 1003.\n"],
];

const HEADERS: readonly (readonly [string, string])[] = [
  ["User-Agent", "Apache-HttpClient/4.5.13 (Java/17.0.9)"],
  ["Content-Type", "application/x-www-form-urlencoded; charset=UTF-8"],
  ["Accept-Encoding", "gzip, deflate, br"],
  ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
  ["Idempotency-Key", "8e03978e-40d5-43e8-bc93-6894a57f9324"],
  ["WWW-Authenticate", 'Basic realm="plm"'],
  ["WWW-Authenticate", 'Bearer realm="plm", error="invalid_token", error_description="Token is not active"'],
  ["Keep-Alive", "timeout=5, max=100"],
  ["Date", "Sun, 22 Nov 2026 12:00:00 GMT"],
  ["Server", "WebLogic Server 14.1.1.0 Thu Mar 26 03:15:09 GMT 2020"],
  ["X-Request-Id", "4711"],
  ["X-Siemens-Session-ID", ""],
  ["Cache-Control", "no-cache, no-store, max-age=0, must-revalidate"],
  ["Strict-Transport-Security", "max-age=31536000; includeSubDomains"],
  ["Content-Disposition", 'attachment; filename="session notes.txt"'],
  ["X-Frame-Options", "SAMEORIGIN"],
  ["Content-Security-Policy", "frame-src 'self'; frame-ancestors 'self'; object-src 'none';"],
];

describe("ordinary fields remain visible", () => {
  test("all of a WS-Security header but its password and nonce", () => {
    const shown = shownOf(SOAP, "xml");
    expect(shown).not.toContain("hunter2");
    expect(
      shown.replace(/>\(value not shown\)</, ">hunter2hunter2<").replace(/>\(value not shown\)</, ">bm9uY2Ugbm9uY2Ugbm9uY2U=<"),
    ).toBe(SOAP);
  });

  test.each(ORDINARY)("%s (%s)", (_, kind, text) => {
    expect(shownOf(text, kind)).toBe(text);
  });

  test.each(HEADERS)("header %s: %s", (name, value) => {
    const redactor = new Redactor();
    const header = { name, value, at: { offset: 0, length: value.length } };
    learnHeader(header, redactor);
    expect(shownHeader(header, redactor)).toBe(value);
  });
});
