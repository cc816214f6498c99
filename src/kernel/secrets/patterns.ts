/**
 * Patterns for names with values, and for texts that are recognizable as secrets. No pattern contains a word for a secret: names.ts decides
 * which names mark one. `deploy.ps1` contains the same patterns (scripts/powershell.mjs prints them), so the patterns use only syntax that
 * JavaScript and .NET read alike: no flag but g, no \w, \s, \d. Every repetition is bounded, and a match starts only where no name can
 * continue, so each pattern is linear.
 */
export const SECRET_PATTERNS = {
  /** One word of a name: `SAMLResponse` is SAML and Response, `URLs` is one word. */
  word: /[0-9]{1,256}|[A-Z]{1,256}s(?![a-z])|[A-Z]{1,256}(?![a-z])|[A-Z]?[a-z]{1,256}/g,
  /** Words for a password in other scripts, unless letters follow: the longer word then names a policy, a length or a page of passwords. */
  foreign:
    /(?:[\u041f\u043f](?:\u0430\u0440\u043e\u043b\u044c|\u0410\u0420\u041e\u041b\u042c)|\u5bc6[\u7801\u78bc]|\u53e3\u4ee4|\u30d1\u30b9\u30ef\u30fc\u30c9|\u6697\u8a3c\u756a\u53f7|\ube44\ubc00\ubc88\ud638|\uc554\ud638|\u05e1\u05d9\u05e1\u05de[\u05d0\u05d4]|\u0643\u0644\u0645\u0629[_-]?\u0627\u0644(?:\u0645\u0631\u0648\u0631|\u0633\u0631)|\u092a\u093e\u0938\u0935\u0930\u094d\u0921|\u0e23\u0e2b\u0e31\u0e2a\u0e1c\u0e48\u0e32\u0e19|[Hh]as\u0142o|HAS\u0141O)(?![\u0400-\ud7ff])/g,
  /** Words in which digits replace letters: PASSW0RD, P4SSWORD. */
  leetPassword: /(?=[A-Za-z]{0,7}[0-9$@])[Pp][Aa4@][Ss5$][Ss5$][Ww](?:[Oo0][Rr])?[DdTt]/g,
  leetSecret: /(?=[A-Za-z]{0,5}[0-9$@])[Ss5$][Ee3][Cc][Rr][Ee3][Tt7]/g,
  leetToken: /(?=[A-Za-z]{0,4}[0-9$@])[Tt7][Oo0][Kk][Ee3][Nn]/g,
  /** The beginning of a placeholder such as `your-password`, which a person must replace. */
  your: /^your[-_ ]/g,
  /**
   * NAME=value, NAME: value, "NAME": "value", NAME="value". Groups: 1 name, 2 separator, 3 value, 4 start of a following word, 5 quote, 6
   * quoted value.
   */
  pair: /(?<![A-Za-z0-9_.$%[\]\u00c0-\u1fff\u3040-\ud7ff\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uff9f-])((?:[Mm](?:ots?|OTS?) (?:de|DE) )?[A-Za-z0-9_.$%[\]\u00c0-\u1fff\u3040-\ud7ff\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uff9f-]{1,256})(?:\\{0,8}["'])?[ \t\u00a0\u202f]{0,40}\\{0,8}(=>?|:=?|[\uff1a\uff1d])(?:[ \t]{0,40}(?!\\{1,8}["']|--?[A-Za-z][A-Za-z0-9_.-]{0,100}[= \t])(?=([^ \t\r\n"'&;,<>][^ \t\r\n"'&;,<>]{0,79})([ \t]{1,8}[A-Za-z\u00c0-\ud7ff])?)|[ \t\r\n]{0,40}\\{0,8}("'|'"|["'])(?=((?:(?!\\{1,8}["'])[^"'\r\n]){1,80})))/g,
  /** An option of a command and its value, --name value, also on the next line of a file of arguments. Groups: 1 name, 2 value. */
  option:
    /(?<![A-Za-z0-9_.-])--?([A-Za-z][A-Za-z0-9_.-]{0,100})(?:[ \t]{1,8}|[ \t]{0,8}\r?\n)["']?(?=([^ \t\r\n"'-][^ \t\r\n"']{0,79}))/g,
  /** ["name", "value"]. Groups: 1 bracket before them, 2 name, 3 value, 4 bracket after them. */
  listed:
    /(?:([[({])[ \t]{0,8})?\\{0,8}["']([A-Za-z0-9_.-]{1,100})\\{0,8}["'][ \t\r\n]{0,40},[ \t\r\n]{0,40}\\{0,8}["'](?=([^"'\\\r\n]{1,80})\\{0,8}["'][ \t]{0,8}([\])}])?)/g,
  /** A command with a password option: mysql -pX, sshpass -p X, docker login -p X, curl -suUSER:X. Group 1: password. */
  program:
    /(?:-pass(?:in|out)?[ \t]{1,8}["']?pass:|(?<![A-Za-z0-9_.-])(?:(?:(?:mysql|mariadb)[a-z_-]{0,12}|7za?)(?:\.exe)?(?=[ \t])[^\r\n|;&]{0,200}?[ \t]["']?-p|rar(?:\.exe)?(?=[ \t])[^\r\n|;&]{0,200}?[ \t]-h?p|sshpass[ \t]{1,8}(?:-v[ \t]{1,8})?-p[ \t]{0,8}|(?<!\/)login(?=[ \t])[^\r\n|;&]{0,200}?[ \t]-p[= \t]{1,8}|zip(?:\.exe)?(?=[ \t])[^\r\n|;&]{0,200}?[ \t]-P[ \t]{0,8}|unzip(?:\.exe)?(?=[ \t])[^\r\n|;&]{0,200}?[ \t]-P[ \t]{0,8}|redis-cli(?=[ \t])[^\r\n|;&]{0,200}?[ \t]-a[ \t]{1,8}|smbclient(?=[ \t])[^\r\n|;&]{0,200}?[ \t]-U[ \t]{0,8}["']?[^ \t\r\n%"']{1,64}%|curl(?:\.exe)?(?=[ \t])[^\r\n|;&]{0,200}?[ \t]-[A-Za-z]{0,8}[uU][ \t]{0,8}["']?[^ \t\r\n:"']{1,64}:(?!\/\/)))["']?(?=([^ \t\r\n"'@-][^ \t\r\n"']{0,79}))/g,
  /** The password in the command `sqlplus USER/password`. Group 1: password. */
  oracle:
    /(?<![A-Za-z0-9_.-])(?:sqlplus|sqlldr|expdp|impdp|rman)(?:\.exe)?(?:[ \t]{1,8}-[A-Za-z]{1,12}){0,4}[ \t]{1,8}(?:target[= \t]{1,8}|userid=)?["']?[A-Za-z][A-Za-z0-9_$#]{0,60}\/["']?(?=([^ \t\r\n"'@]{1,64}))/g,
  /** net use SHARE password, net use SHARE /user:NAME password, net user NAME password, schtasks /rp password. Group 1: password. */
  windows:
    /(?<![A-Za-z0-9_.-])(?:(?:net|NET)(?:\.exe)?[ \t]{1,8}(?:(?:use|USE)[ \t]{1,8}(?:(?:[A-Za-z]:|\*)[ \t]{1,8})?(?:["']?\\{2,4}[^ \t\r\n"']{1,200}["']?[ \t]{1,8}|[^\r\n|;&]{0,200}?\/[uU][A-Za-z]{3}:[^ \t\r\n]{1,100}[ \t]{1,8})|(?:user|USER)[ \t]{1,8}[^ \t\r\n/]{1,64}[ \t]{1,8}(?=[^ \t\r\n]{1,80}[ \t]{1,8}\/))|schtasks(?:\.exe)?(?=[ \t])[^\r\n|;&]{0,200}?\/[rR][pP][ \t]{1,8})["']?(?=([^ \t\r\n"'/&|<>;][^ \t\r\n"']{0,79}))/g,
  /**
   * USER/PASSWORD@SERVICE of Oracle. Excludes CI actions and packages, which have a version or a branch after the @, and principals, which
   * begin with a service class (HTTP/, ldap/). Groups: 1 user, 2 password.
   */
  connect:
    /(?<![^ \t\r\n"'=,;(])(?!(?:HTTP|host|ldap|cifs|nfs|MSSQLSvc|krbtgt|kadmin|kafka|hdfs)\/)([A-Za-z][A-Za-z0-9_$#]{0,29})\/(?=([^ \t\r\n/@\\"'=:?]{1,30})@(?!v?[0-9]{1,6}(?:\.[0-9]{1,6}){0,2}(?![0-9A-Za-z.])|[0-9a-f]{7,64}(?![A-Za-z0-9_])|(?:main|master|develop|latest|next|stable|head|HEAD|trunk|canary|beta|alpha|feature|release|hotfix|bugfix|refs|heads|tags)(?![A-Za-z0-9_]))(?:\(|\/\/[A-Za-z0-9[]|[A-Za-z0-9][A-Za-z0-9_$#-]{0,60}(?![^ \t\r\n"',;)])|[A-Za-z0-9][A-Za-z0-9.-]{0,100}(?:\/[A-Za-z]|:[0-9]{2,5}(?![0-9A-Za-z]))))/g,
  /** A webhook address: everybody who knows it can post to its channel. Group 1: the part that must stay secret. */
  webhook:
    /(?:hooks\.slack\.com\/[a-z]{1,20}\/[^ \t\r\n/"'<>]{1,40}\/[^ \t\r\n/"'<>]{1,40}\/|webhook\.office\.com\/webhookb2\/|outlook\.office(?:365)?\.com\/webhook\/|discord(?:app)?\.com\/api\/(?:v[0-9]{1,2}\/)?webhooks\/[0-9]{1,30}\/|hooks\.zapier\.com\/hooks\/catch\/|api\.telegram\.org\/bot[0-9]{1,30}:)(?=([^ \t\r\n"'<>?#]{1,200}))/g,
  /** The password in the command-line option `-u user:password`. Group 1: password. */
  user: /(?<![A-Za-z0-9_.-])(?:-u|--(?:proxy-)?user)[ \t=]{1,8}["']?[^ \t\r\n:"']{1,100}:(?=([^ \t\r\n"']{1,80}))/g,
  /** -u=user -p=password, as programs of the PLM system read them; -D name -w password. Group 1: password. */
  login:
    /(?<![A-Za-z0-9_.-])(?:-[uUD]|--user(?:name)?)[= ]["']?[^ \t\r\n"']{1,100}["']?[ \t]{1,8}(?:["']?-[A-Za-z]{1,20}(?:[= ][^ \t\r\n-][^ \t\r\n]{0,100})?[ \t]{1,8}){0,3}?["']?-[pPw][= ]["']?(?=([^ \t\r\n"'-][^ \t\r\n"']{0,79}))/g,
  /** The password in the command-line options `-p=password -u=user`. Group 1: password. */
  loginBefore: /(?<![A-Za-z0-9_.-])-[pP]=["']?(?=([^ \t\r\n"'-][^ \t\r\n"']{0,79})["']?[ \t]{1,8}["']?-[uU]=)/g,
  /** An XML element whose name can be that of a secret, `<name ...>value`. Groups: 1 name, 2 value. */
  element:
    /<([A-Za-z_\u00c0-\u1fff\u3040-\ud7ff][A-Za-z0-9_.:\u00c0-\u1fff\u3040-\ud7ff-]{0,100})(?:[ \t\r\n][^<>]{0,400})?>[ \t\r\n]{0,40}(?:<!\[CDATA\[)?(?!\]\]>)(?=([^< \t\r\n](?:(?!\]\]>)[^<]){0,79}))/g,
  /**
   * The value that follows a name which is itself a value (name="password" value="x"): as an attribute, a member or a line. Group 1: value.
   */
  valueAfter:
    /^[^<>{}[\]]{0,200}?[^A-Za-z0-9_](?:[A-Za-z-]{0,20}[Vv]alue|[Cc]ontent)\\{0,8}["']?[ \t]{0,8}[=:][ \t]{0,8}\\{0,8}["']?([^"' \t\r\n<>&\\][^"'\r\n<>&\\]{0,79})/g,
  /**
   * The value that follows a name in an attribute (<x name="password">): the element's text, or that of a value element in it. Group 1:
   * value.
   */
  textAfter:
    /^[^<>]{0,200}[^</>]>[ \t\r\n]{0,40}(?:<[A-Za-z0-9:_-]{0,20}[Vv]alue[^<>]{0,40}>[ \t\r\n]{0,40})?([^< \t\r\n][^<]{0,79})/g,
  /** The value that follows a name in an element (<name>password</name>): the text of the next element. Group 1: value. */
  elementAfter:
    /^[^<]{0,80}<\/[^<>]{1,100}>[ \t\r\n]{0,40}<[A-Za-z:_-]{0,20}(?:[Vv]alue|[Ss]tring)[^<>]{0,40}>[ \t\r\n]{0,40}(?:<[A-Za-z0-9:_-]{1,20}>[ \t\r\n]{0,40})?([^< \t\r\n][^<]{0,79})/g,
  /** The value that precedes a name which is itself a value (value="x" name="password"). Group 1: value. */
  valueBefore:
    /[^A-Za-z0-9_](?:[A-Za-z-]{0,20}[Vv]alue|[Cc]ontent)\\{0,8}["']?[ \t]{0,8}[=:][ \t]{0,8}\\{0,8}["']([^"'<>{}\\]{1,80})\\{0,8}["'][ \t\r\n,]{0,40}["']?(?![\s\S])/g,
  /** An HTTP authentication scheme with its credentials. Group 1: credentials. */
  scheme:
    /(?<![A-Za-z0-9_.-])(?:[Bb]earer|[Bb]asic|BEARER|BASIC|[Nn]egotiate|NTLM)[ ]{1,8}(?=([A-Za-z_~+/-]{0,64}[0-9.=][^ \t\r\n"',;]{0,80}|[A-Za-z]{1,64}[A-Z]|[A-Za-z]{20}))/g,
  /** The credentials in an Authorization header with any scheme. Group 1: credentials. */
  authorization:
    /(?:[Aa]uthorization|AUTHORIZATION)\\{0,8}["']?[ \t]{0,8}[:=][ \t]{0,8}\\{0,8}["']?[A-Za-z]{1,16}[ ]{1,8}(?=([^ \t\r\n"',;]{1,80}))/g,
  /** The password in an address, ://user:password@. Excludes a port that is followed by a path. Group 1: password. */
  userInfo: /[A-Za-z0-9+.-]:\/\/[^ \t\r\n/?#@]{0,256}:(?![0-9]{1,5}[/?#])(?=([^ \t\r\n@]{1,256})@)/g,
  /** A token in an address, ://token@: a long user name with a digit. Group 1: token. */
  userToken: /[A-Za-z0-9+.-]:\/\/(?=[^ \t\r\n/?#@:0-9]{0,255}[0-9])(?=([^ \t\r\n/?#@:]{16,256})@)/g,
  /** The password in Oracle's JDBC address, jdbc:oracle:thin:user/password@. Group 1: password. */
  thin: /:(?:thin|oci8?):[^ \t\r\n/@]{1,64}\/(?=([^ \t\r\n@]{1,64})@)/g,
  /** user:password@host without a scheme. A mail address has no password, and 27000@host is a port. Groups: 1 user, 2 password. */
  short:
    /(?<![^ \t\r\n,;=("'<])([^ \t\r\n/:@\\,;=("'<]{1,64}):(?=([^ \t\r\n/:@\\]{1,64})@[A-Za-z0-9[][^ \t\r\n/:@\\,;)"'>]{0,253}(?![^ \t\r\n/:,;)"'>]))/g,
  /** A signed JSON token (RFC 7519); it begins with the base64 text of '{"'. Group 1: token. */
  jwt: /(?<![A-Za-z0-9_-])(?=(eyJ[A-Za-z0-9_-]{8,2048}\.[A-Za-z0-9_-]{8}))/g,
  /** Tokens with a prefix of the service that made them, such as ghp_ of GitHub. Group 1: token. */
  maker:
    /(?<![A-Za-z0-9_-])(?=((?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|xapp-|sk_live_|rk_live_|sk-proj-|sk-ant-|SG\.|hvs\.|dop_v1_|AIza|(?:npm|hf)_(?=[A-Za-z]{0,40}[0-9]))[A-Za-z0-9_-]{16}))/g,
  /** Password digests of crypt(3), directories and frameworks: short passwords can be found from them by trying. Group 1: digest. */
  hash: /(?<![A-Za-z0-9_$.{])(?=(\$(?:[156]|apr1|md5|sha1|7|g?y|(?:bcrypt-)?(?:sha|SHA)(?:256|512)|2[abxy]?|argon2(?:id?|d)|scrypt|pbkdf2[a-z0-9-]{0,16})\$[A-Za-z0-9./,=+_-]{0,64}\$[A-Za-z0-9./,=+$_-]{8}|\{(?:[Ss]?(?:[Ss][Hh][Aa]|[Mm][Dd])[0-9-]{0,4}|[Cc][Rr][Yy][Pp][Tt]|[Bb][Cc][Rr][Yy][Pp][Tt]|[Ss][Cc][Rr][Yy][Pp][Tt]|[Aa][Rr][Gg][Oo][Nn]2[id]{0,2}|[Pp][Bb][Kk][Dd][Ff]2[A-Za-z0-9_@-]{0,24}|[Nn][Oo]{2}[Pp])\}[A-Za-z0-9./+$=*!_-]{4}))/g,
  /** A private key in PEM form. Group 1: its first line. */
  pem: /(?=(-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----))/g,
  /** A placeholder that a person or a program replaces by a secret. */
  standIn:
    /^(?:[*\u2022_-]{1,80}|[.xX\u2026]{2,80}|<[^<>]{0,78}>|\{\{[^\r\n]{0,200}|\$\{[^{}]{0,78}\}?|\$\([^()]{0,78}\)?|\$[A-Za-z_][A-Za-z0-9_]{0,77}|%[^% \t\r\n]{1,77}%|@secret\([^\r\n]{0,200}|@[A-Za-z_.]{1,77}@|#\{[^{}]{0,78}\}?|\((?:hidden|not shown)\)|\((?:sensitive(?: value)?|known(?: after apply)?)\)?)(?![\s\S])/g,
  /** A text of quotes and invisible characters only, which is no password. */
  noText:
    /^[ \t\u00a0\u00ad\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0"'\u2018\u2019\u201c-\u201e\u00ab\u00bb]{1,80}(?![\s\S])/g,
  /**
   * A placeholder between template marks, also in quotes: {PASSWORD}, <<password>>, __DB_TOKEN__, "%VAULT%". Group 1: the text between the
   * marks.
   */
  token:
    /^["']?(?:<{1,3}|[#$]?\{{1,2}|%{1,2}|__|@@|##|\$\$|\[\[|&lt;)[ ]?([A-Za-z][A-Za-z0-9_.: -]{0,60}?)[ ]?(?:>{1,3}|\}{1,2}#?|%{1,2}|__|@@|##|\$\$|\]\]|&gt;)["']?(?![\s\S])/g,
  /** A placeholder in brackets: [your password]. Group 1: the text in the brackets. */
  bracketed: /^\[([^[\]]{0,78})\](?![\s\S])/g,
  /** A path, absolute or in a person's own folder: not a password. */
  path: /^(?:[A-Za-z]:[\\/]{1,2}[^"<>|*?\r\n]{0,256}|\\{2,4}[A-Za-z0-9.-]{1,64}\\{1,2}[^"<>|*?\r\n]{1,256}|(?:~|\.\.?)\/[^\r\n]{0,256}|\/(?:(?:bin|boot|data|dev|etc|home|lib|mnt|media|opt|proc|root|run|sbin|srv|sys|tmp|usr|var|Users|Applications|Library|Volumes|private|secrets|vault|work|workspace|app|apps|[a-z])(?:\/[^\r\n]{0,256})?)?)(?![\s\S])/g,
  /** A word or number after "pass" that is a test's result ("pass: ok", "pass 3/4") and no password. */
  passed: /^(?:[A-Za-z]{1,15}|[0-9]{1,6}(?:[./][0-9]{1,6})?)[.!?)]?(?![\s\S])/g,
  /** A name and a value in a sentence, without ':' or '=' between them: the password is hunter2. Groups: 1 name, 2 value. */
  said: /(?<![A-Za-z0-9_.-])([A-Za-z0-9_-]{3,64})[ \t]{1,8}(?:(?:is|was|now|still|ist|war|lautet|est)[ \t]{1,8}){0,3}["'`]?(?=([^ \t\r\n"'`]{6,80}))/g,
  /** A text with a letter and a digit: it is no word of a sentence. */
  mixed: /^(?=[^0-9]{0,80}[0-9])(?=[^A-Za-z]{0,80}[A-Za-z])/g,
  /** One word of a sentence, which is no password. */
  proseWord: /^[A-Za-z][a-z]{0,30}[.!?]?(?![\s\S])/g,
  port: /^[0-9]{1,5}(?![0-9A-Za-z])/g,
} as const;
