/** A fault that names the user and the password as what was refused, in the languages of the tier; a refused ticket is not named like that. */
export const NAMES_PASSWORD =
  /(?:\buser|\bbenutzer|\butilisateur|\bidentifiant|\busuario|\butente|\u30e6\u30fc\u30b6|\u7528\u6237)[^\n]{0,60}(?:password|kennwort|passwort|mot de passe|contrase|\u30d1\u30b9\u30ef\u30fc\u30c9|\u5bc6\u7801|\u53e3\u4ee4)/i;
