import type { Positive } from "./records.ts";

const lines = (...all: readonly string[]): string => all.join("\n");

/** Answers, event logs and pages of sign-in services, in several layouts and languages. */
export const SERVICES: readonly Positive[] = [
  [
    "idp/wrong-password",
    lines(
      "Protokollname: Security",
      "Quelle:        AD FS Auditing",
      "Ereignis-ID:   411",
      "Fehlermeldung: EXAMPLE\\kneu-Der Benutzername oder das Kennwort ist falsch",
    ),
  ],
  [
    "idp/wrong-password",
    "Microsoft.IdentityServer.Service.SecurityTokenService.FederatedAuthenticationSystemException: anna@example.com ---> System.ComponentModel.Win32Exception (1326): Le nom d'utilisateur ou le mot de passe est incorrect",
  ],
  [
    "idp/wrong-password",
    '{"time":"2026-11-20T07:00:00Z","level":"ERROR","logger":"tcss.oidc","msg":"token call failed: AADSTS50034: The user account does not exist in the directory."}',
  ],
  [
    "idp/wrong-password",
    lines(
      "Ungültiger Benutzername oder Passwort.",
      "Adresse: https://sso.example.com/auth/realms/cad/login-actions/authenticate?tab_id=4",
    ),
  ],
  [
    "idp/wrong-password",
    lines("https://idp.example.com/realms/plm/login-actions/authenticate?execution=9f", "> Nome utente o password non validi."),
  ],
  [
    "idp/wrong-password",
    lines(
      "Incorrect user ID or password. Type the correct user ID and password.",
      "https://sts.example.com/adfs/ls/?client-request-id=7",
    ),
  ],
  [
    "idp/wrong-password",
    "usuario o contraseña incorrectos, en https://idp.example.com/realms/plm/protocol/openid-connect/auth?client_id=awc",
  ],
  [
    "idp/user-locked",
    lines(
      "Source: AD FS",
      "Event ID: 364",
      "System.ComponentModel.Win32Exception: This user can't sign in because this account is currently disabled",
    ),
  ],
  [
    "idp/user-locked",
    lines(
      "Quelle: AD FS/Admin",
      "Ereignis-ID: 364",
      "Win32Exception: Das Konto, auf das verwiesen wird, ist derzeit gesperrt und kann nicht für die Anmeldung verwendet werden",
    ),
  ],
  [
    "idp/user-locked",
    "tcss login service: AADSTS50053: The account is locked, you've tried to sign in too many times with an incorrect user ID or password.",
  ],
  [
    "idp/client-refused",
    "2026-11-20 07:12:00 ERROR OidcClient - AADSTS700016: Application with identifier 'awc' was not found in the directory 'Example'.",
  ],
  [
    "idp/client-refused",
    "MSIS9223: Received invalid OAuth authorization request. The received 'client_id' is invalid as no registered client was found with this client identifier.",
  ],
  [
    "idp/client-refused",
    '{"level":"error","msg":"callback error=unauthorized_client error_description=\\"Client is not allowed to initiate browser login with given response_type\\"","time":"2026-11-20T07:12:00Z"}',
  ],
  ["idp/client-secret-wrong", '{"error":"invalid_client","error_codes":[7000222],"trace_id":"7a"}'],
  ["idp/client-secret-wrong", "SSC: token request answered 401 AADSTS7000215: Invalid client secret provided."],
  [
    "idp/redirect-not-registered",
    "AADSTS50011: The redirect URI 'https://plm.example.com/cb' specified in the request does not match the redirect URIs configured for the application 'tcss'.",
  ],
  [
    "idp/redirect-not-registered",
    "AD FS Admin 364: Microsoft.IdentityServer.Web.Protocols.OAuth.Exceptions.OAuthInvalidRedirectUriException: MSIS9224: Der empfangene Parameter 'redirect_uri' ist ungültig.",
  ],
  [
    "idp/pkce-mismatch",
    "AADSTS501481: The Code_Verifier does not match the code_challenge supplied in the authorization request.",
  ],
  ["idp/pkce-mismatch", "tcss callback: AADSTS9002325: Proof Key for Code Exchange is required for cross-origin redemption."],
  [
    "idp/client-secret-wrong",
    lines(
      "Source: AD FS",
      "Event ID: 1021",
      "Microsoft.IdentityServer.Web.Protocols.OAuth.Exceptions.OAuthInvalidClientCredentialsException: MSIS9622: La autenticación del cliente no se pudo realizar.",
    ),
  ],
  [
    "idp/client-refused",
    '{"error":"invalid_client","error_description":"MSIS9607: The client_id parameter in the request is invalid. No registered client is found with this identifier."}',
  ],
  [
    "idp/redirect-not-registered",
    '{"error":"invalid_request","error_description":"MSIS9609: The redirect_uri parameter is invalid."}',
  ],
  ["idp/wrong-password", '{"error":"invalid_grant","error_description":"MSIS9659: Invalid username or password."}'],
  [
    "idp/scope-missing",
    '{"error":"invalid_client","error_description":"AADSTS650053: The application \'plm\' asked for scope \'plm.read\' that doesn\'t exist on the resource.","error_codes":[650053]}',
  ],
  [
    "idp/wrong-password",
    "Entra ID, registros de inicio de sesión, aplicación PLM: código de error 50126, usuario anna@example.com",
  ],
  ["idp/user-locked", '{"category":"SigninLogs","properties":{"status":{"errorCode":50144}},"app":"tcss"}'],
  ["sso/reply-url-empty", "tcss: AADSTS900971: No reply address provided."],
];

/** Records of the same services, and texts about them, that no cause explains with more than low confidence. */
export const OTHER_SERVICES: readonly string[] = [
  "AADSTS50126 at the Timesheet application, one user, closed",
  "AADSTS500011: The resource principal named https://graph.example.com was not found in the tenant.",
  '{"error":"interaction_required","error_codes":[50076]}',
  "AADSTS501261 is not a code that we know of (tcss)",
  "Entra sign-in log of the PLM application: error code 50105, the user is not assigned to a role",
  "Entra ID: 50126 users of the PLM application were synchronized",
  '{"error":"invalid_resource","error_description":"MSIS9602: The received resource parameter is invalid."}',
  "AADSTS700025: Client is public so neither client_assertion nor client_secret should be presented. (tcss)",
  "Prezada Anna, sua conta PLM foi desbloqueada.",
  lines("Source: AD FS", "Event ID: 100", "The Federation Service started successfully."),
  lines("Source: AD FS Auditing", "Event ID: 1202", "The Federation Service validated a new credential for anna@example.com."),
  lines("Source: AD FS", "Event ID: 344", "There was an error accessing the configuration database."),
  lines("Source: Microsoft-Windows-Security-Auditing", "Event ID: 4625", "Failure Reason: Unknown user name or bad password."),
  "GET https://idp.example.com/realms/plm/login-actions/authenticate?execution=7a 200",
  "https://idp.example.com/realms/plm/login-actions/authenticate?execution=7a : the page is slow",
  "await expect(page.locator('#input-error')).toHaveText('Invalid username or password.'); // https://idp.example.com/realms/plm/login-actions/authenticate",
  "Documentation: on https://idp.example.com/realms/plm/login-actions/authenticate a wrong password shows 'Invalid username or password.'",
  "messages_de.properties: invalidUserMessage=Ungültiger Benutzername oder Passwort. (https://idp.example.com/realms/plm/login-actions/authenticate)",
  '{"error":"invalid_grant","error_description":"Account is not fully set up"}',
];
