import type { Sign } from "../cause.ts";
import { OURS } from "./speaker.ts";

/** Pattern of Microsoft Entra ID: its names, its sign-in log, or a host of its sign-in pages. */
const ENTRA =
  /\bEntra\b|\bAzure ?A(?:D\b|ctive Directory)|\bSign-?in ?Logs?\b|\bappDisplayName\b|\b(?:Sign-?in error code|Anmeldefehlercode|Code d.erreur de connexion|C\u00f3digo de error de inicio de sesi\u00f3n)\b|\u30b5\u30a4\u30f3\u30a4\u30f3 ?\u30a8\u30e9\u30fc ?\u30b3\u30fc\u30c9|\buserPrincipalName\b|microsoftonline\.|sts\.windows\.net/i;

/**
 * Returns the signs of Microsoft Entra ID error codes, in a message, in a response's list of codes or in a field of the sign-in log. Many
 * programs sign in with Entra ID, so only a record that names a program of the PLM sign-in gets more than low confidence. The codes are
 * from Microsoft Learn, "Microsoft Entra authentication and authorization error codes".
 */
export function entraSigns(codes: readonly number[]): readonly Sign[] {
  const any = codes.join("|");
  const like = new RegExp(
    `\\bAADSTS(?:${any})(?!\\d)|"?\\berror_codes\\b"?\\s?[:=]\\s?\\[(?:\\d{4,8},\\s?){0,4}(?:${any})[,\\]]`,
  );
  const logged = new RegExp(
    `(?:\\b(?:error|result|status|failure|fehler)[ _-]?(?:code|type|number)?|code d.erreur|c\u00f3digo de error|codice di errore|\u30b3\u30fc\u30c9|\u4ee3\u7801)["']?(?:\\s?[:=\uff1a]?\\s?|\\s{2,40})["']?(?:${any})(?!\\d)`,
    "i",
  );
  const column = new RegExp(`(?:\\t|\\s{2,40}|[;,|]\\s?)"?(?:${any})"?(?=\\t|\\s{2,40}|\\s?[;,|])`);
  const one: Sign = { anchors: ["AADSTS", "error_codes"], like, field: true };
  const other: Sign = {
    anchors: [
      "Entra ",
      "Entra,",
      "Entra:",
      "(Entra)",
      "Entra ID",
      "Azure AD",
      "AzureAD",
      "sign-in log",
      "SigninLogs",
      "microsoftonline",
      "appDisplayName",
      "in error code",
      "Anmeldefehlercode",
      "\u30b5\u30a4\u30f3\u30a4\u30f3",
    ],
    like: logged,
    field: true,
  };
  return [
    { ...one, near: [OURS], confidence: "medium" },
    { ...one, confidence: "low" },
    { ...other, near: [ENTRA, OURS], confidence: "medium" },
    // a table of the sign-in log, in which the code stands below its heading
    { ...other, like: column, near: [ENTRA, OURS], confidence: "medium" },
    { ...other, near: [ENTRA], confidence: "low" },
  ];
}

/**
 * Returns the signs of an event in the System Log of Okta: its type and the reason of its outcome, as Okta's reference of the System Log
 * API names them. Okta serves many programs, so only a record that names a program of the PLM sign-in gets more than low confidence.
 */
export function oktaSigns(reason: string): readonly Sign[] {
  const one: Sign = {
    anchors: ["user.session.start", "user.authentication.", "user.account.lock"],
    like: /\beventType\\{0,3}"?\s?[:=]\s?\\{0,3}"?user\.(?:session\.start|authentication\.\w{3,40}|account\.lock)\b/,
    field: true,
  };
  const told = new RegExp(`\\breason\\\\{0,3}"?\\s?[:=]\\s?\\\\{0,3}"?${reason}\\b`);
  return [
    { ...one, near: [told, OURS], confidence: "medium" },
    { ...one, near: [told], confidence: "low" },
  ];
}

/** Pattern of a log record of AD FS: its log, its source, its types or its numbered messages. */
const AD_FS =
  /\bAD FS\b|\badfs[\w-]{0,30}\.[a-z]|\/adfs\/(?:ls|oauth2)|\bMicrosoft\.IdentityServer\.|\bMSIS\d{4}:|Active Directory Federation Services/i;

/** Returns a sign of an AD FS error. AD FS writes to the Windows event log, which translates the message but not the source. */
export const adFsSign = (like: RegExp): Sign => ({
  anchors: [" AD FS", "AD FS ", "AD FS/", "/adfs/", "IdentityServer", "MSIS92", "MSIS96", "Federation Services"],
  like,
  near: [AD_FS],
  confidence: "medium",
});

/**
 * Returns a sign of Active Directory's refusal of a sign-in over LDAP, as the identity provider logs it. The data codes are from
 * Microsoft's list of LDAP bind errors, such as 52e for wrong credentials and 775 for a locked account.
 */
export const directorySign = (codes: string): Sign => ({
  anchors: ["AcceptSecurityContext"],
  like: new RegExp(`\\bAcceptSecurityContext error, data (?:${codes})\\b`),
  near: [/shibboleth|keycloak|springframework\.security|\bidp\b/i],
  field: true,
  confidence: "medium",
});

/** Pattern of the address of an identity provider's sign-in page. */
const PAGE =
  /https?:\/\/[^\s"'<>/]{1,255}\/[^\s"'<>]{0,200}(?:\/login-actions\/authenticate\b|openid-connect\/auth\?)|https?:\/\/[^\s"'<>/]{1,255}\/adfs\/(?:ls|oauth2)\b|\b\/?realms\/[\w-]{1,60}\/login-actions\/authenticate\b/i;

/** Pattern of the message about a wrong user name or password on an identity provider's sign-in page, in its languages. */
const REFUSED =
  /invalid (?:user ?name|username|user|email|e-mail)(?: address)?(?: or |\/)(?:e?-?mail(?: address)? or )?password|(?:incorrect|wrong) user (?:id|name) or password|user ?(?:id|name) or password is (?:incorrect|wrong|invalid)|Ung\u00fcltige\w{0,2} (?:Benutzername|Benutzer|E-Mail)[^\n.]{0,20} oder (?:ung\u00fcltiges )?(?:Passwort|Kennwort)|(?:Benutzername|Benutzer-?ID|Kennung) oder (?:das )?(?:Passwort|Kennwort) (?:ist )?(?:falsch|ung\u00fcltig)|(?:nom d.utilisateur|identifiant|courriel) ou (?:le )?mot de passe (?:est )?(?:invalide|incorrect)|(?:nome utente|username) o (?:la )?password (?:non (?:valid|corrett)|errat)\w?|(?:usuario|nombre de usuario) o (?:la )?contrase\u00f1a (?:es |son )?(?:inv\u00e1lid|incorrect|no v\u00e1lid)\w{1,3}|(?:nome de usu\u00e1rio|usu\u00e1rio) ou senha (?:inv\u00e1lid|incorret)\w{1,3}|(?:ongeldige|onjuiste) gebruikersnaam of (?:ongeldig )?wachtwoord|\u7121\u52b9\u306a\u30e6\u30fc\u30b6\u30fc?\u540d(?:\u307e\u305f\u306f|\u3001)\u30d1\u30b9\u30ef\u30fc\u30c9|\u30e6\u30fc\u30b6\u30fc?\u540d\u307e\u305f\u306f\u30d1\u30b9\u30ef\u30fc\u30c9\u304c(?:\u7121\u52b9|\u6b63\u3057\u304f|\u9593\u9055)|\u65e0\u6548\u7684?\u7528\u6237\u540d\u6216\u5bc6\u7801|\u7528\u6237\u540d\u6216\u5bc6\u7801(?:\u65e0\u6548|\u9519\u8bef|\u4e0d\u6b63\u786e)/i;

/** The sign that an identity provider's sign-in page refused a user name and password. */
export const PAGE_REFUSED: Sign = {
  anchors: ["login-actions/authenticate", "openid-connect/auth", "/adfs/"],
  like: PAGE,
  near: [REFUSED],
  // themes, tests and translations of the sign-in page contain the message, too, without anybody being refused
  not: /messages_\w{2}\.properties|\binvalidUserMessage\b|\blocator\(|toHaveText|getByText|contains\(/,
  field: true,
  confidence: "medium",
};
