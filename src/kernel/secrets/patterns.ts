/**
 * Where a name and its value stand in a text, and what tells itself. No pattern holds a word of a secret: names are judged by names.ts.
 * `deploy.ps1` holds the same patterns (scripts/powershell.mjs prints them there), so they use only what JavaScript and .NET read alike:
 * no flag but g, no \w, \s, \d. Every repetition has a bound, and a match starts where no name can go on, so each is linear.
 */
export const SECRET_PATTERNS = {
  /** One word of a name: `SAMLResponse` is SAML and Response, `URLs` is one. */
  word: /[0-9]{1,256}|[A-Z]{1,256}s(?![a-z])|[A-Z]{1,256}(?![a-z])|[A-Z]?[a-z]{1,256}/g,
  /** Begins a text in which somebody is to write his own. */
  your: /^your[-_ ]/g,
  /** NAME=value, NAME: value, "NAME": "value", NAME="value". 1: name, 2: sign, 3: value, 4: more words follow it, 5: quote, 6: quoted value. */
  pair: /(?<![A-Za-z0-9_.$%[\]-])([A-Za-z0-9_.$%[\]-]{1,256})(?:\\{0,8}["'])?[ \t]{0,40}\\{0,8}(=>?|:=?)(?:[ \t]{0,40}(?!\\{1,8}["']|--?[A-Za-z][A-Za-z0-9_.-]{0,100}[= \t])(?=([^ \t\r\n"'&;,<>][^ \t\r\n"'&;,<>]{0,79})([ \t]{1,8}[A-Za-z])?)|[ \t\r\n]{0,40}\\{0,8}("'|'"|["'])(?=((?:(?!\\{1,8}["'])[^"'\r\n]){1,80})))/g,
  /** --name value. 1: name, 2: value. */
  option: /(?<![A-Za-z0-9_.-])--?([A-Za-z][A-Za-z0-9_.-]{0,100})[ \t]{1,8}["']?(?=([^ \t\r\n"'-][^ \t\r\n"']{0,79}))/g,
  /** -u user:password. 1: password. */
  user: /(?<![A-Za-z0-9_.-])(?:-u|--(?:proxy-)?user)[ \t=]{1,8}["']?[^ \t\r\n:"']{1,100}:(?=([^ \t\r\n"']{1,80}))/g,
  /** -u=user -p=password, as the programs of the product take them; -D name -w password. 1: password. */
  login:
    /(?<![A-Za-z0-9_.-])(?:-[uUD]|--user(?:name)?)[= ]["']?[^ \t\r\n"']{1,100}["']?[ \t]{1,8}(?:["']?-[A-Za-z]{1,20}(?:[= ][^ \t\r\n-][^ \t\r\n]{0,100})?[ \t]{1,8}){0,3}?["']?-[pPw][= ]["']?(?=([^ \t\r\n"'-][^ \t\r\n"']{0,79}))/g,
  /** -p=password -u=user. 1: password. */
  loginBefore: /(?<![A-Za-z0-9_.-])-[pP]=["']?(?=([^ \t\r\n"'-][^ \t\r\n"']{0,79})["']?[ \t]{1,8}["']?-[uU]=)/g,
  /** <name ...>value. 1: name, 2: value. */
  element:
    /<([A-Za-z_][A-Za-z0-9_.:-]{0,100})(?:[ \t\r\n][^<>]{0,400})?>[ \t\r\n]{0,40}(?:<!\[CDATA\[)?(?!\]\]>)(?=([^< \t\r\n](?:(?!\]\]>)[^<]){0,79}))/g,
  /** After the name of a value, as text: its value as an attribute, a member or a line. 1: value. */
  valueAfter:
    /^[^<>{}[\]]{0,200}?[^A-Za-z0-9_](?:[A-Za-z-]{0,20}[Vv]alue|[Cc]ontent)\\{0,8}["']?[ \t]{0,8}[=:][ \t]{0,8}\\{0,8}["']?([^"' \t\r\n<>&\\][^"'\r\n<>&\\]{0,79})/g,
  /** After the name of a value, in an attribute: the text of the element. 1: value. */
  textAfter: /^[^<>]{0,200}[^</>]>[ \t\r\n]{0,40}([^< \t\r\n][^<]{0,79})/g,
  /** After the name of a value, in an element: the element beside it. 1: value. */
  elementAfter:
    /^[^<]{0,80}<\/[^<>]{1,100}>[ \t\r\n]{0,40}<[A-Za-z:_-]{0,20}[Vv]alue[^<>]{0,40}>[ \t\r\n]{0,40}([^< \t\r\n][^<]{0,79})/g,
  /** Before the name of a value: its value. 1: value. */
  valueBefore:
    /[^A-Za-z0-9_](?:[A-Za-z-]{0,20}[Vv]alue|[Cc]ontent)\\{0,8}["']?[ \t]{0,8}[=:][ \t]{0,8}\\{0,8}["']([^"'<>{}\\]{1,80})\\{0,8}["'][ \t\r\n,]{0,40}["']?(?![\s\S])/g,
  /** A scheme of HTTP with what it sends. 1: what is sent. */
  scheme:
    /(?<![A-Za-z0-9_.-])(?:[Bb]earer|[Bb]asic|BEARER|BASIC|[Nn]egotiate|NTLM)[ ]{1,8}(?=([A-Za-z_~+/-]{0,64}[0-9.=][^ \t\r\n"',;]{0,80}|[A-Za-z]{1,64}[A-Z]|[A-Za-z]{20}))/g,
  /** Authorization: SCHEME anything. 1: what is sent. */
  authorization:
    /(?:[Aa]uthorization|AUTHORIZATION)\\{0,8}["']?[ \t]{0,8}[:=][ \t]{0,8}\\{0,8}["']?[A-Za-z]{1,16}[ ]{1,8}(?=([^ \t\r\n"',;]{1,80}))/g,
  /** ://user:password@, and a password that begins like a port and goes on as a path is none. 1: password. */
  userInfo: /[A-Za-z0-9+.-]:\/\/[^ \t\r\n/?#@]{0,256}:(?![0-9]{1,5}[/?#])(?=([^ \t\r\n@]{1,256})@)/g,
  /** ://token@: a user name with a digit, and long. 1: token. */
  userToken: /[A-Za-z0-9+.-]:\/\/(?=[^ \t\r\n/?#@:0-9]{0,255}[0-9])(?=([^ \t\r\n/?#@:]{16,256})@)/g,
  /** jdbc:oracle:thin:user/password@. 1: password. */
  thin: /:(?:thin|oci8?):[^ \t\r\n/@]{1,64}\/(?=([^ \t\r\n@]{1,64})@)/g,
  /** user:password@host without a scheme. A mail address has no password, and 27000@host is a port. 1: user, 2: password. */
  short:
    /(?<![^ \t\r\n,;=("'<])([^ \t\r\n/:@\\,;=("'<]{1,64}):(?=([^ \t\r\n/:@\\]{1,64})@[A-Za-z0-9[][^ \t\r\n/:@\\,;)"'>]{0,253}(?![^ \t\r\n/:,;)"'>]))/g,
  /** A signed JSON token (RFC 7519) begins with the letters of '{"'. 1: the token. */
  jwt: /(?<![A-Za-z0-9_-])(?=(eyJ[A-Za-z0-9_-]{8,2048}\.[A-Za-z0-9_-]{8}))/g,
  /** Tokens that begin with the name of their maker. 1: the token. */
  maker:
    /(?<![A-Za-z0-9_-])(?=((?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|xapp-|sk_live_|rk_live_|sk-proj-|sk-ant-|SG\.|hvs\.|dop_v1_|AIza|(?:npm|hf)_(?=[A-Za-z]{0,40}[0-9]))[A-Za-z0-9_-]{16}))/g,
  /** Digests of passwords, as crypt(3), directories and frameworks write them: short passwords are found in them by trying. 1: the digest. */
  hash: /(?<![A-Za-z0-9_$.{])(?=(\$(?:[156]|apr1|md5|sha1|7|g?y|(?:bcrypt-)?(?:sha|SHA)(?:256|512)|2[abxy]?|argon2(?:id?|d)|scrypt|pbkdf2[a-z0-9-]{0,16})\$[A-Za-z0-9./,=+_-]{0,64}\$[A-Za-z0-9./,=+$_-]{8}|\{(?:[Ss]?(?:[Ss][Hh][Aa]|[Mm][Dd])[0-9-]{0,4}|[Cc][Rr][Yy][Pp][Tt]|[Bb][Cc][Rr][Yy][Pp][Tt]|[Ss][Cc][Rr][Yy][Pp][Tt]|[Aa][Rr][Gg][Oo][Nn]2[id]{0,2}|[Pp][Bb][Kk][Dd][Ff]2[A-Za-z0-9_@-]{0,24}|[Nn][Oo]{2}[Pp])\}[A-Za-z0-9./+$=*!_-]{4}))/g,
  /** A private key in PEM form. 1: its first line. */
  pem: /(?=(-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----))/g,
  /** What stands in place of a secret, where somebody or something fills it in. */
  standIn:
    /^(?:[*\u2022_-]{1,80}|[.xX\u2026]{2,80}|<[^<>]{0,78}>|\{\{[^\r\n]{0,200}|\$\{[^{}]{0,78}\}?|\$\([^()]{0,78}\)?|\$[A-Za-z_][A-Za-z0-9_]{0,77}|%[^% \t\r\n]{1,77}%|@secret\([^\r\n]{0,200}|@[A-Za-z_.]{1,77}@|\[[^\]]{0,78}\]|#\{[^{}]{0,78}\}?|\((?:hidden|not shown)\))(?![\s\S])/g,
  /** A name and a value without a sign between them, in a sentence: the password is hunter2. 1: name, 2: value. */
  said: /(?<![A-Za-z0-9_.-])([A-Za-z0-9_-]{3,64})[ \t]{1,8}(?:(?:is|was|now|still|ist|war|lautet|est)[ \t]{1,8}){0,3}["'`]?(?=([^ \t\r\n"'`]{6,80}))/g,
  /** A letter and a digit: no word of a sentence. */
  mixed: /^(?=[^0-9]{0,80}[0-9])(?=[^A-Za-z]{0,80}[A-Za-z])/g,
  /** One word of a sentence. */
  proseWord: /^[A-Za-z][a-z]{0,30}[.!?]?(?![\s\S])/g,
  port: /^[0-9]{1,5}(?![0-9A-Za-z])/g,
} as const;
