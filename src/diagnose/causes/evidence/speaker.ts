/** Pattern of programs that have nothing to do with the PLM sign-in, such as databases: their names, and words that only they log. */
const PROGRAMS =
  /\b(?:ora-\d{5}|oracle|mysql|mariadb|postgres\w{0,6}|mongo(?:db|d)?|redis\S{0,8}|sqlite|memcached|sshd?|sftp|sudo|pam_\w+|ldap\w{0,6}|smtp|imap|postfix|dovecot|samba|podman|sap(?:ui\d|gui|router)?|abap|s\/4 ?hana|fiori|salesforce|servicenow|dynamics|peoplesoft|navision|kubectl|kubelet|npm|yarn|pip3?|pypi|maven|gradle|git|gitlab|github|svn|jenkins|sonar\w{0,6}|nexus|artifactory|terraform|ansible|elasticsearch|kibana|grafana|prometheus|rabbitmq|kafka|jira|confluence|wordpress|phpbb|slack|outlook|thunderbird|gunicorn|uvicorn|wsgi\w*|werkzeug|django|laravel|composer|packagist|gradlew|maven2|nuget|helm|nextcloud|gitea|airflow|moodle|typo3|drupal|matlab|ansys|abaqus|catia|solidworks|autocad|altium|arcgis|cadence|synopsys)\b|\bdocker\d{0,2}(?::| (?:login|pull|push|build|run)\b)|error response from daemon|userland proxy|registry\.[\w.-]{3,80}\/v2|\bvirtual ethernet/i;
/** Pattern of products and everyday things that have nothing to do with the PLM sign-in. */
const EVERYDAY =
  /\b(?:bluetooth|ethernet|usb|teams|zoom|excel|word|powerpoint|office|windows update|onedrive|sharepoint|vpn|wi-?fi|wlan|printer|drucker|imprimante|adobe|photoshop|shop|webshop|onlineshop|bestellung|commande|order|invoice|rechnung|facture|bank|paypal|android|iphone|netflix|spotify|driving|f\u00fchrerschein|erste hilfe|urlaub|holiday|elster|steam|minecraft)\b|\u6ce8\u6587|\u8ba2\u5355/i;
/** Pattern of platforms and tools that a text about the PLM sign-in can mention as well. */
const PLATFORMS = /\b(?:docker\d*|kubernetes|phone|firefox|visual studio|vs ?code|eclipse)\b/i;
/** Pattern of words for the programs of the PLM sign-in, which the causes are about. */
export const OURS =
  /teamcenter|active workspace|\bawc\b|\bssc\b|tcss|security services|\bplm|keycloak|\brealms?\b|cameo|magicdraw|connector|konnektor|connecteur|deployment center|\bfms\b|\bvault\b|\bsso\b|single sign|\btier\b|\btools?\b|werkzeug|\boutil\b|\bmodel|modell|mod\u00e8le|check-(?:in|out)\b|identity provider|\bidp\b|oidc|pool manager|web panel|mdzip|RestServices|\u30b3\u30cd\u30af\u30bf|\u8fde\u63a5\u5668|\u30e2\u30c7\u30eb|\u6a21\u578b/i;

/** Pattern of a command or message of a package manager, a build tool or version control, whatever its packages are called. */
const MANAGER =
  /^\s{0,8}(?:[$>#] )?(?:pip3?|npm|yarn|pnpm|composer|gradlew?|mvn|cargo|helm|git|apt(?:-get)?|docker|brew|nuget) (?:install|ci|update|upgrade|push|pull|fetch|clone|build|publish)\b|^(?:npm (?:ERR!|error)|remote: |> Could not GET )|\[Composer\\|\bmaven2\/|\/simple\/|\/index\.yaml\b/m;
const SURELY_OURS = /teamcenter|keycloak|\/realms\/|RestServices|\bTC_[A-Z]|connector|konnektor|oidc|cameo|LoginService/i;
/** Pattern of the program name that begins a log line, as in "program: message". */
const LABEL = /^[^\w\n]{0,4}([\w-]{2,20}(?: [\w-]{2,20}){0,2}): /;

/** Returns whether a text comes from a program that has nothing to do with the PLM sign-in, and names no program of the PLM sign-in. */
export const isOtherProgram = (text: string): boolean =>
  (MANAGER.test(text) && !SURELY_OURS.test(text)) || (PROGRAMS.test(text) && !OURS.test(text));

/** Returns whether a text is about an everyday thing: its first word is one, or it names one and no program of the PLM sign-in. */
export const isEveryday = (text: string): boolean =>
  [EVERYDAY, PLATFORMS].some((one) => one.test(LABEL.exec(text)?.[1] ?? "")) || (EVERYDAY.test(text) && !OURS.test(text));

/**
 * Returns whether a description is about the PLM sign-in: it names a program of it, or is a question (`asked`) that names no other product.
 */
export const isOurs = (text: string, asked: boolean): boolean =>
  (OURS.test(text) && (asked || !isEveryday(text))) || (asked && ![PROGRAMS, PLATFORMS, EVERYDAY].some((one) => one.test(text)));
