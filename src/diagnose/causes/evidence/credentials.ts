/** Pattern of the tier's message that refuses a user name and password, in its languages; it has other words for an SSO ticket. */
export const NAMES_PASSWORD =
  /(?:\buser|\bbenutzer|\butilisateur|\bidentifiant|\busuario|\butente|\busu\u00e1rio|\butilizador|\bgebruiker|\bu\u017cytkown|\uc0ac\uc6a9\uc790|\u30e6\u30fc\u30b6|\u7528\u6237)[^\n]{0,60}(?:password|kennwort|passwort|mot de passe|contrase|senha|wachtwoord|has\u0142|\ube44\ubc00\ubc88\ud638|\u30d1\u30b9\u30ef\u30fc\u30c9|\u5bc6\u7801|\u53e3\u4ee4)/i;

/** Pattern of an identity provider's page or log that names redirect_uri as an invalid parameter, in the languages of its pages. */
export const NAMES_REDIRECT =
  /invalid[ _](?:parameter ?: ?)?redirect_uri|(?:Ung\u00fcltige\w{0,2} Parameter|Param\u00e8tres? (?:non valides?|invalides?)|Parametro non valido|Par\u00e1metro (?:no v\u00e1lido|inv\u00e1lido)|Par\u00e2metro inv\u00e1lido|Ongeldige parameter|Nieprawid\u0142owy parametr|\uc798\ubabb\ub41c (?:\ub9e4\uac1c\ubcc0\uc218|\ud30c\ub77c\ubbf8\ud130)|\u7121\u52b9\u306a\u30d1\u30e9\u30e1\u30fc\u30bf\u30fc?|\u65e0\u6548\u7684?\u53c2\u6570) ?[:\uff1a] ?redirect_uri/i;

/** Pattern of the redirect address (oidc_callback) to which an identity provider sends a browser back, also encoded in a query. */
export const CALLBACK = /https?(?:%3A%2F%2F|:\/\/)[^\s"'<>]{1,300}oidc_callback/i;

/** Pattern of a sentence in which a person says that single sign-on is not used. */
export const NO_SSO =
  /(?:single sign-?on|\bSSO\b)[^.!?\n]{0,40}\b(?:nicht|not|isn't|aren't|never|pas|aus(?:geschaltet)?|off|disabled|d\u00e9sactiv\w{1,3})\b|\b(?:no|not|without|don't|never|geen|zonder|senza|sin|sem|bez|ohne|kein\w{0,2}|nicht|sans|pas)\b[^.!?\n]{0,30}(?:single sign-?on|\bSSO\b)|(?:single sign-?on|SSO|\u30b7\u30f3\u30b0\u30eb\u30b5\u30a4\u30f3\u30aa\u30f3)[^\u3002\n]{0,20}(?:\u4f7f\u3063\u3066\u3044\u307e\u305b\u3093|\u4f7f\u308f\u306a\u3044|\u672a\u4f7f\u7528)/i;
