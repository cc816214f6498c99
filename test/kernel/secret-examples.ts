/*
 * Secrets that no output may show, and honest settings that none may hide. Each list is run through the judgement of both runners
 * (secrets.test.ts) and through every command that shows or writes values (test/commands/secrets-everywhere.test.ts).
 */

/** A value that a password could have; it stands in no other text. */
export const PLANTED = "hunter2-Geheim";

const joined = (words: readonly string[], sign: string): string => words.join(sign);
const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
const camel = (words: readonly string[]): string => words.map((word, i) => (i === 0 ? word : capital(word))).join("");

/** One name as people write it. */
export const spellingsOf = (words: readonly string[]): readonly string[] => [
  joined(words, "_").toUpperCase(),
  joined(words, "_"),
  joined(words, "-"),
  joined(words, "."),
  camel(words),
  capital(camel(words)),
];

const WORDS =
  "password,passwd,passphrase,pwd,secret,token,credential,credentials,api key,secret key,access key,private key,client secret,access token,refresh token,encryption key,signing key,user pass,db pass,pass word,pass phrase,vault secret id,kennwort";

/** Every word alone, behind another one, before a number and before an unknown word. */
export const SECRET_NAMES: readonly string[] = [
  ...new Set([
    ...WORDS.split(",").flatMap((word) => {
      const words = word.split(" ");
      return [words, ["db", ...words], ["tc", "sso", ...words], [...words, "2"], [...words, "prod"], [...words, "old"]].flatMap(
        spellingsOf,
      );
    }),
    ..."apikey,DBPASSWORD,DBPASSWD,dbpassword,userPwd,truststorepassword,X-Api-Key,privateKeyPem,APIKey,OAuth2Token,LICENSE_KEY,keyStorePassword,identityServicePassword,tcsso.oidc.client_secret,storepass,accesstoken,passwordConfirm,newPasswordAgain,PASSWORDS,dbpasswordold,spring.datasource.password".split(
      ",",
    ),
  ]),
];

/** Keys of settings that hold no secret, whatever word is in them. */
export const HONEST_NAMES: readonly string[] =
  "SORT_KEY,PARTITION_KEY_COLUMN,PASSWORD_POLICY_URL,PASSWORD_POLICY,passwordPolicyUrl,passwordpolicyurl,LAST_KEY,PRIMARY_KEY,PUBLIC_KEY,KEY,key,PINNED_VERSION,PIN,PIN_TIMEOUT,COOKIE_POLICY,COOKIE,session.cookie,TOKENIZER,SECRETARY,KEYBOARD_LAYOUT,TC_SSO_SESSION_FLAG,TC_SSO_LOGIN_URL,TC_SSO_APP_ID,PASS,FIRST_PASS,BYPASS,bypass.proxy,COMPASS,monkey,PASSIVE_MODE,TOKEN_ENDPOINT,token_endpoint,tokenEndpoint,TOKEN_URL,SECRET_NAME,PASSWORD_FILE,CREDENTIALS_FILE,PASSWORD_EXPIRY_DAYS,TOKEN_LIFETIME,MAX_TOKENS,maxTokens,maxtokens,CREDENTIAL_HELPER,PRIVATE_KEY_ALIAS,PRIVATE_KEY_FILE,ACCESS_KEY_ID,API_KEY_HEADER,TOKEN_TYPE,TOKEN_ISSUER,TOKEN_AUDIENCE,token_sig_alg,tokenSigAlg,client_auth_method,PASSWORD_MIN_LENGTH,PASSWORD_MAX_AGE,PASSWORD_ENCODER,PASSWORD_HINT,PASSWORD_VALIDATOR,SECRET_STORE,SECRETS_DIR,SECRET_PROVIDER,CREDENTIAL_TYPE,CREDENTIAL_STORE,TOKEN_CACHE_SIZE,TOKEN_PREFIX,TOKEN_COUNT,TOKEN_SERVICE,TOKEN_BUCKET,KEYSTORE,keystore.type,TRUSTSTORE_PATH,AUTHORIZATION_MODE,AUTHENTICATION,AUTHOR,OAUTH_URL,SAS_EXPIRY_DAYS,JWT_ISSUER,VERIFY_SIGNATURE,SESSION_TIMEOUT,TICKET_SYSTEM,CODE_PAGE,STAGING_DIR,TC_SERVER_URL,DISK_SASEBO,SIGNAL,OTPAD,PASSWORDLESS,NO_PASSWORD,URLs,A,".split(
    ",",
  );

/** A name and a value in every way in which a text can hold them; `name` is in snake case. */
export const SYNTAXES: Readonly<Record<string, (name: string, value: string) => string>> = {
  "a Java option": (name, value) => `-Xmx1g -Dapp.${name}=${value} -Dother=1`,
  "a Java option in quotes": (name, value) => `-Dapp.${name}="${value}"`,
  "an option with a space": (name, value) => `run --${name.replaceAll("_", "-")} ${value} --verbose`,
  "an option with one dash": (name, value) => `run -${name} ${value}`,
  "an option with a sign": (name, value) => `run --${name}=${value}`,
  "a switch of Windows": (name, value) => `run /${name}:${value}`,
  JSON: (name, value) => `{"user":"jane","${name}":"${value}"}`,
  "JSON with spaces": (name, value) => `{ "${name}" : "${value}" }`,
  "JSON over lines": (name, value) => `{\n  "${name}":\n    "${value}"\n}`,
  "JSON in JSON": (name, value) => `{"body":"{\\"${name}\\":\\"${value}\\"}"}`,
  "JSON with single quotes": (name, value) => `{'${name}': '${value}'}`,
  "a named JSON value": (name, value) => `[{"name":"${name}","value":"${value}"}]`,
  "a value before its name": (name, value) => `{"value":"${value}","name":"${name}"}`,
  "an XML element": (name, value) => `<a><${name}>${value}</${name}></a>`,
  "an XML element with a prefix": (name, value) => `<wsse:${name} Type="text">${value}</wsse:${name}>`,
  CDATA: (name, value) => `<${name}><![CDATA[${value}]]></${name}>`,
  "an XML attribute": (name, value) => `<a user="jane" ${name}="${value}"/>`,
  "an attribute with single quotes": (name, value) => `<a ${name} = '${value}'/>`,
  "a named property": (name, value) => `<property name="${name}" value="${value}"/>`,
  "a named property, value first": (name, value) => `<property value="${value}" name="${name}"/>`,
  "a named entry": (name, value) => `<entry key="${name}">${value}</entry>`,
  "elements side by side": (name, value) => `<name>${name}</name>\n<value>${value}</value>`,
  "parameters of a servlet": (name, value) => `<param-name>${name}</param-name><param-value>${value}</param-value>`,
  "XML in entities": (name, value) => `&lt;${name}&gt;${value}&lt;/${name}&gt;`,
  "a header": (name, value) => `X-Tc-${name.replaceAll("_", "-")}: ${value}`,
  "a query": (name, value) => `https://plm.example.com/tc?a=1&${name}=${value}`,
  "a form": (name, value) => `user=jane&${name}=${value}`,
  "an encoded query": (name, value) => encodeURIComponent(`https://plm.example.com/tc?${name}=${value}`),
  "a connection text": (name, value) => `Server=db;User=sa;${name}=${value};Timeout=30`,
  "a connection text with spaces": (name, value) => `Server = db; ${name} = ${value}`,
  YAML: (name, value) => `user: jane\n${name}: ${value}`,
  "YAML with quotes": (name, value) => `${name}: "${value}"`,
  "a list of variables": (name, value) => `- name: ${name}\n  value: ${value}`,
  properties: (name, value) => `a=1\n${name}=${value}\nb=2`,
  "escaped properties": (name, value) => `${name}\\=${value}`,
  "a variable of a shell": (name, value) => `export ${name}='${value}'; run`,
  "a variable of PowerShell": (name, value) => `$${name} = "${value}"`,
  "a map of Ruby": (name, value) => `${name} => ${value}`,
  base64: (name, value) => Buffer.from(`${name}=${value}`).toString("base64"),
};

/** Texts that carry a secret whatever their key is called. */
export const SECRET_VALUES: readonly string[] = [
  "http://user:password@host/path",
  "https://:pw@host",
  "see jdbc:postgresql://u:p@ss@db:5432/x",
  "jdbc:sqlserver://db;user=sa;password=S3cret",
  "Server=x;Pwd = a",
  "https://host/cb?access_token=abc",
  "https://ghp_0123456789abcdef@host/x",
  "jdbc:oracle:thin:scott/tiger@db:1521/x",
  "Bearer abc.def",
  "-----BEGIN RSA PRIVATE KEY-----",
  "https://a.blob.example.net/c/f?sv=2022-11-02&sr=b&sig=abc%2Fd%3D",
  "sig=abc&sv=2022",
  "?sv=1&SIG=x1",
  "https://h/x?oauth_signature=abc",
  "https://b.example.com/k?X-Amz-Credential=AKIA%2F1&X-Amz-Signature=0f",
  "https://h/f?code=0123456789abcdefgh==",
  "https://h/maps?key=AIzaSy0123456789abc",
  "GET /oidc_callback?code=gEh31m-wort&state=x",
  "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=abc==",
  "Endpoint=sb://h/;SharedAccessKeyName=x;SharedAccessKey=abc",
  "SharedAccessSignature sr=x&sig=y",
  "https://h/cb?id_token=abc",
  "https://h/cb#access_token=abc",
  "-H Authorization: Basic YTpi",
  'curl -H "Authorization: Bearer abc"',
  "token is Bearer a1b2c3",
  "x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc",
  "ghp_0123456789abcdef0123",
  "glpat-0123456789abcdefgh",
  "u:PASS@h",
  "scott:tiger@db.example.com:1521",
  "proxy=jane:pw@proxy.example.com",
  "jane:p%40ss@host/path",
  "(u:p@h)",
  "a;u:p@h;b",
  "curl -u x u:p@10.0.0.1",
  "curl -u jane:pw https://host",
  "Cookie: JSESSIONID=A1B2C3",
  "Set-Cookie: s=1; Path=/",
  "JSESSIONID=A1B2C3D4",
  "x;jsessionid=A1B2C3D4",
  "SAMLResponse=PHNhbWxwOlJlc3BvbnNlIHhtbG5z",
  "keytool -storepass changeit -keypass changeit",
  "Driver={x};UID=sa;PWD={a;b}",
  "PASSWORD=1234",
  `password="'quoted'"`,
  "https://h:8443/a?x=1&db_pass=abc",
  "login?secret_id=abc-1",
];

/** Texts that carry none, although a word in them sounds so. */
export const HONEST_VALUES: readonly string[] = [
  "https://host:8443/tc",
  "http://host/a:b@c",
  "mailto:jane@example.com",
  "C:\\password\\dir",
  "",
  "a=b",
  "https://jane@host/x",
  "https://firstname.lastname@host/x",
  "https://host:8443/users/jane@example.com",
  "basic",
  "27000@lic.example.com",
  "27000@a.example.com;27001@b.example.com",
  "27000@a:27001@b",
  "git@github.com:org/repo.git",
  "jane@example.com",
  "sip:jane@example.com",
  "C:\\Tool\\x@y",
  "12:30 @ noon",
  "to: jane@example.com",
  "https://h/awc?site=production#home",
  "https://h/x?code=de&key=main",
  "Signature",
  "sigma=1",
  "monkey:banana",
  "eyJ.a",
  "%d{ISO8601} [%t] %X{token}: %m%n",
  "ghp_short",
  "jdbc:oracle:thin:@db:1521:x",
  "urn:a@b",
  "https://h/x?signature_version=2",
  "BYPASS=1",
  "Password: ask the administrator",
  "token-host:8443",
  "https://vault-secret:8200/x",
  "key=partition_column_long_name",
  "grant_types=password",
  '["id_token","token"]',
  '{"token_endpoint":"https://idp.example.com/token"}',
  "password=${DB_PASSWORD}",
  "password=%DB_PASSWORD%",
  "password=***",
  "authorization: required",
  "object_type=StockItem;active=true",
  "-Dpassword.policy=strict",
  "-Dtoken.cache.size=100000",
  "--max-tokens 128000",
  "run --password-file C:\\x",
  "signature=SHA256withRSA",
  "ticket=ABC-123",
  "client_secret_basic",
  "private_key_jwt",
  "userIdField=userId",
  '<input type="password" name="x">Your password',
  "SORT_KEY=a;LAST_KEY=b",
  "Teamcenter.Securityservice",
];
