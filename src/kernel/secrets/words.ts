/**
 * The words that mark a name as that of a secret, by the context in which they count. `deploy.ps1` contains the same table
 * (scripts/powershell.mjs prints it), so that Tierwright and the script redact alike. All words are in lower case and without separators:
 * `api key` is `apikey`.
 */
export const SECRET_WORDS = {
  /** Endings of the name of a password, whose value can be four digits or the word `none`. */
  password:
    "password passwords passwd pwd passphrase passphrases passwort kennwort pswd psswd passcode masterpass storepass keypass trustpass userpass dbpass databasepass adminpass rootpass loginpass proxypass mailpass smtppass ftppass sshpass ldappass bindpass jdbcpass httppass svnpass gitpass tcpass ssopass keystorepass truststorepass cardpin userpin securitypin tokenpin keystorepin motdepasse contrasena wachtwoord losenord zugangscode motsdepasse matkhau palavrapasse adgangskode salasana passord",
  /**
   * Words that mark a password's name only as a separate word, such as LDAP_BIND_PW. At the end of a longer word they mean something else.
   */
  passwordWord: "pw bindpw dbpw userpw adminpw rootpw mdp senha haslo heslo geslo jelszo sifre parola lozinka ssword",
  /** Endings of a secret's name in settings files and in HTTP traffic. */
  secret:
    "secret secrets secretid token tokens credential credentials apikey apikeys secretkey secretkeys accesskey accesskeys privatekey privatekeys privkey signingkey encryptionkey decryptionkey authkey masterkey hmackey licensekey licencekey secretvalue tokenvalue geheimnis zugangsdaten productkey activationkey lizenzschluessel lizenzschlussel apischluessel apischlussel",
  /** Endings of a secret's name, if the value looks like a key that a program made. */
  long: "accountkey sharedkey subscriptionkey storagekey aeskey cryptkey cipherkey jwtkey sessionkey sshkey deploykey consumerkey appkey jsessionid phpsessid smsession samlresponse bearer authorization sas",
  /**
   * The last words of a secret's name in HTTP traffic: a header, a form field, a cookie, a parameter of an address, a member of a message.
   */
  wire: "pass pw pin otp totp ticket tickets cred creds assertion authorization signature sig sessionid phpsessid jsession smsession samlresponse samlassertion samlart saml csrf xsrf jwt sas bearer codeverifier accountkey sharedkey subscriptionkey storagekey devicecode authcode authorizationcode verificationcode recoverycode securitycode accesscode mfacode",
  /**
   * Whole names of fields in HTTP traffic whose value gives access if it is long; a short value of `code` is, for example, an error code.
   */
  wireLong: "code sid session sessionstate key auth nonce state relaystate clientdata hash",
  /** Words of `wire` that also occur in ordinary assignments (name=value) of a text: in those, the value must be long. */
  wireWeak: "ticket tickets assertion authorization signature saml sas bearer pin cred creds",
  /** Words for a name, as in name="password" value="x": the value of `name` is the name of the value beside it. */
  naming: "name key id type property param parameter field",
  /** Words after a secret's word that make the name that of another thing: PASSWORD_POLICY, TOKEN_ENDPOINT, SECRET_NAME. */
  other:
    "policy policies rule rules url urls uri uris endpoint endpoints address addresses host hosts hostname port ports path paths file files filename dir dirs directory folder location locations store stores storage name names alias aliases id ids ref refs reference references label labels title tooltip hint prompt message messages msg description desc help display placeholder link type types kind format formats encoding encoder encoders decoder codec charset alg algorithm algorithms algo cipher ciphers scheme schemes mode modes method methods class classes provider providers factory service services server servers handler handlers helper helpers manager resolver generator validator validators validation verifier filter filters interceptor listener adapter plugin module bean backend backends engine source sources strategy impl implementation callback command stdin env initializer expiry expiration expires expire expired ttl lifetime lifespan life age days day hours minutes seconds secs millis ms timeout interval period duration delay date time timestamp validity skew grace warn length size len count counts limit limits quota budget number num max min maximum minimum total retries attempts tries iterations rounds strength complexity depth history version versions required require requires optional enabled enable disabled disable allowed allow supported visible show shown masked mask flag enforced issuer audience scope scopes realm claim claims header headers prefix suffix separator delimiter delimiters field fields column columns attribute attributes parameter parameters param params property properties pattern patterns regex regexp chars characters alphabet charset table rotation rotate error errors fail failed failure invalid missing success match mismatch not notification mail email template page screen form dialog view button icon cache caching bucket ring per usage domain namespace region vault less monitor definition username used flow flows reset recovery recover forgotten authentication hashing level cmd arn button checkbox helpdesk variable variables reuse refresh renew renewal change changed digits uppercase lowercase chiave onlogin onlogon onfirst onnext atlogin atlogon atfirst atnext afterlogin afterreset richtlinie richtlinien laenge lange mindestlaenge mindestlange gueltigkeit gultigkeit ablauf datei pfad hinweis regel regeln vergessen aendern andern zuruecksetzen zurucksetzen",
  /** Words of `other` that also name a place (PASSWORD_MAIL): whether the value is a secret depends on its form. */
  place: "mail email server servers service host hosts domain",
  /** Words that stand beside "password" in lists of kinds of credentials or fields: ["password", "implicit"]. */
  kinds:
    "user users username email mail login userid type name text hidden string input required reset forgot implicit oauth oauth2 ldap saml oidc kerberos webauthn cert certificate publickey plain authorizationcode",
  /** Whole values that mean that no secret is set, or that a person must enter one. */
  standIn: "none null nil undefined empty todo tbd redacted hidden masked placeholder unused",
  /**
   * Whole values, in letters and digits only, that are placeholders in a file of a machine, where a person should have replaced it. In
   * other files they can be a (bad) password.
   */
  toBeSet:
    "changeme changemeplease changemenow changethis changethispassword changepassword pleasechange pleasechangeme na fixme fillinhere enterhere inserthere replaceme replacewithpassword replacethis fillme fillin fillmein setme editme enterme tobeset tobefilled tobedone tobedefined tobeprovided notset unset missing enterpassword enterpasswordhere insertpassword insertpasswordhere passwordhere secrethere tokenhere yourpassword yoursecret yourtoken",
  /** Words before a secret's word that make the name that of another thing: MAX_TOKENS, NO_PASSWORD. */
  before:
    "max maximum min minimum num number count total no not non without show hide remember require requires forgot use uses has enable disable label lbl msg error",
} as const;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

export const WORD_SETS: Readonly<Record<keyof typeof SECRET_WORDS, ReadonlySet<string>>> = {
  password: setOf(SECRET_WORDS.password),
  passwordWord: setOf(SECRET_WORDS.passwordWord),
  secret: setOf(SECRET_WORDS.secret),
  long: setOf(SECRET_WORDS.long),
  wire: setOf(SECRET_WORDS.wire),
  wireLong: setOf(SECRET_WORDS.wireLong),
  wireWeak: setOf(SECRET_WORDS.wireWeak),
  naming: setOf(SECRET_WORDS.naming),
  kinds: setOf(SECRET_WORDS.kinds),
  standIn: setOf(SECRET_WORDS.standIn),
  toBeSet: setOf(SECRET_WORDS.toBeSet),
  other: setOf(SECRET_WORDS.other),
  place: setOf(SECRET_WORDS.place),
  before: setOf(SECRET_WORDS.before),
};
