import type { Positive } from "./records.ts";

const lines = (...all: readonly string[]): string => all.join("\n");

/** Texts that quote messages and report no fault: tables of codes, changes, tests, closed tickets, plans, statistics, source code, training. */
export const QUOTING: readonly string[] = [
  lines(
    "Code\tMeaning",
    "-4,132\tLicensed number of users already reached",
    "-10,32\tFeature has expired",
    "-15,570\tCannot connect to license server system",
    "-97,121\tThe desired vendor daemon is down",
  ),
  lines(
    "Tabella dei messaggi del connettore",
    '"Connection object is null"          : manca il contesto nell\'indirizzo',
    '"Content is not allowed in prolog."  : è arrivata una pagina HTML',
    '"Session Agent could not be started" : variabile d\'ambiente non impostata',
    '"invalid_client_credentials"         : segreto del client sbagliato',
  ),
  lines(
    "错误代码对照表",
    "1003:与服务器的通信中断",
    "214086:操作不存在",
    "515143:用户名或密码无效",
    "-15,570:无法连接许可证服务器",
    "-4,132:许可证数量已达上限",
  ),
  lines(
    "エラーコード一覧(運用マニュアル 付録B)",
    "・CERT_HAS_EXPIRED … 証明書の有効期限切れ",
    "・UNABLE_TO_VERIFY_LEAF_SIGNATURE … 中間証明書が不足",
    "・ERR_TLS_CERT_ALTNAME_INVALID … ホスト名不一致",
    "・DEPTH_ZERO_SELF_SIGNED_CERT … 自己署名証明書",
  ),
  lines(
    "<table>",
    "<tr><th>error</th><th>meaning</th></tr>",
    "<tr><td>invalid_redirect_uri</td><td>the redirect address is not registered at the client</td></tr>",
    "<tr><td>invalid_client_credentials</td><td>the secret does not match</td></tr>",
    "<tr><td>user_temporarily_disabled</td><td>locked by brute force detection</td></tr>",
    "</table>",
  ),
  lines(
    "Keycloak event types, cheat sheet",
    "=================================",
    "LOGIN_ERROR / invalid_user_credentials   wrong password typed",
    "LOGIN_ERROR / user_not_found             no such account",
    "CODE_TO_TOKEN_ERROR / invalid_code       code used twice",
    "LOGIN_ERROR / invalid_redirect_uri       callback not registered",
  ),
  lines(
    "Foutcodes van de connector (bijlage C)",
    "code 1003    verbinding met de server verbroken",
    "code 515143  gebruiker of wachtwoord onjuist",
    "code 214086  onbekende bewerking",
  ),
  lines(
    "severity;id;text",
    'E;MSG0012;"The user account is locked."',
    'E;MSG0013;"Invalid user ID or password."',
    'E;MSG0014;"The SSO ticket is not valid."',
    'W;MSG0021;"The certificate of the server will expire soon."',
  ),
  lines(
    "msg.session.agent=Session Agent could not be started.",
    "msg.no.license=No license is available. All licenses are in use.",
    "msg.cert.expired=The certificate has expired.",
    "msg.account.locked=The account is locked.",
  ),
  lines(
    "오류 코드 안내",
    "1003: 서버와의 통신이 끊어졌습니다",
    "515143: 사용자 이름 또는 암호가 잘못되었습니다",
    "PKIX path building failed: 인증서를 신뢰할 수 없음",
  ),
  "Patch 12 fixes the following problems: (1) red borders around synchronized elements after a release swap, (2) a second instance of the tool stops on a license dialog, (3) script bridge times out after 180 seconds.",
  lines(
    "TC-17 Sign-in with a locked account",
    "Precondition: account test07 is locked in Keycloak",
    "Steps: 1. open AWC 2. enter user and password",
    'Expected result: page says "Your account is locked", event user_temporarily_disabled is written',
    "Status: not run",
  ),
  lines(
    "Testfall 4.2: Anmeldung mit falschem Kennwort",
    "Vorbedingung: Benutzer im Realm angelegt",
    "Schritte: Anmeldeseite öffnen, Benutzer eingeben, falsches Kennwort eingeben",
    'Erwartetes Ergebnis: "Ungültiger Benutzername oder Passwort", Ereignis LOGIN_ERROR invalid_user_credentials',
  ),
  lines(
    "Cas de test n°12 – licence épuisée",
    "Étapes : ouvrir le connecteur sur 11 postes",
    "Résultat attendu : au 11e poste « Licensed number of users already reached (-4,132) »",
    "Résultat obtenu : conforme",
  ),
  lines(
    "Caso di prova CP-09",
    "Passi: impostare la data del server al 2028, aprire la pagina di accesso",
    "Risultato atteso: il connettore rifiuta il certificato (CertificateExpiredException)",
    "Esito: superato",
  ),
  lines(
    "Scenario: redirect URI is not registered",
    '  Given a client "tcss" without a redirect URI',
    "  When the user opens the login page",
    '  Then the page shows "Invalid parameter: redirect_uri"',
    '  And the event "invalid_redirect_uri" is logged',
  ),
  lines(
    "测试用例 TC-031",
    "步骤:停止许可证服务器,启动连接器",
    '预期结果:提示"无法连接许可证服务器 (-15,570)"',
    "实际结果:与预期一致,通过",
  ),
  lines(
    "UAT script, sheet 3",
    '7. Stop the pool manager, wait, sign in -> "account values invalid" is expected',
    "8. Start it again, sign in -> works",
    "9. Enter a wrong password three times -> account locked message is expected",
    "10. Unlock -> works",
  ),
  lines(
    "Caso de teste CT-22: licença expirada",
    "Passos: alterar a data, abrir a ferramenta",
    'Resultado esperado: mensagem "Feature has expired (-10,32)"',
    "Resultado obtido: aprovado",
  ),
  lines(
    "Testgeval 5: verlopen certificaat",
    "Stappen: zet de klok vooruit, open de aanmeldpagina",
    "Verwacht resultaat: browser toont ERR_CERT_DATE_INVALID voor https://plm.scheldewerf.example",
    "Resultaat: geslaagd",
  ),
  lines(
    "Status: Solved",
    'Symptom: AWC showed "Invalid parameter: redirect_uri" for all users on Monday morning.',
    "Fix: callback address registered at the client.",
    "Closed by: M. Hale",
  ),
  lines(
    'Tom: remember the "Connection object is null" from last week?',
    "Ana: yes",
    "Tom: was the missing /tc, I added it and since then it logs in fine",
    "Ana: great, thx for the update",
  ),
  "Bonjour, le souci de certificat expiré sur plm.helvion.example est réglé depuis hier soir, le nouveau certificat est en place et tout le monde se connecte. Vous pouvez clore le ticket. Merci !",
  lines(
    "件名: Re: ライセンスエラー (-4,132) の件",
    "お世話になっております。ご指摘のとおり使用していない端末を終了したところ、無事に起動できるようになりました。ありがとうございました。本件はクローズで問題ございません。",
  ),
  "Problem z wygasłym certyfikatem (CERT_HAS_EXPIRED) został rozwiązany w piątek, wszystko działa. Zgłoszenie można zamknąć.",
  lines(
    "PROBLEM RECORD PRB0011 | State: Closed | Closed code: Fixed",
    "Description: after the reboot of sso01 the SSC did not work until it was restarted (vault not ready)",
    "Permanent fix: service dependency set on 2026-10-20",
  ),
  "Lessons learned 2026-10: half the site could not sign in because the secret of the client had been rotated without telling the SSC team (invalid_client_credentials). We now rotate together. Incident closed 2026-10-09.",
  'Question for the architecture board: should we let the connector trust the Windows root store, or import our root into cacerts? With cacerts each JDK update would bring back "PKIX path building failed". Opinions?',
  "Was passiert eigentlich, wenn der Lizenzserver mal nicht erreichbar ist - geht das Tool dann sofort zu oder gibt es eine Frist? Frage nur für die Notfallplanung.",
  "Que se passerait-il si un utilisateur tapait cinq fois un mauvais mot de passe : le compte serait-il verrouillé dans Keycloak ou dans Teamcenter ? Je prépare la FAQ.",
  'Is it possible to hide the "Select Edition" dialog at start for our automation? Nothing urgent, we are planning the rollout for January.',
  "将来如果证书到期,连接器会提示什么?我们正在写应急预案,目前一切正常。",
  "Wie lange dauert es, bis ein wegen falscher Passwörter gesperrtes Konto von Keycloak automatisch wieder entsperrt wird? Ich möchte das in die Schulungsunterlagen aufnehmen.",
  'Feature request: when the license is expired, the connector should say so instead of "login failed". Also please add a setting for the timeout of the script bridge.',
  lines(
    "Helpdesk top 5, October",
    "1. forgotten or wrong password (Keycloak)      212",
    "2. no license available (-4,132)                57",
    "3. red borders after profile swap               31",
    "4. certificate not trusted (PKIX)               12",
    "5. session agent could not be started            9",
  ),
  lines(
    "error class,count_2026_w46,count_2026_w47",
    "PKIX path building failed,3,0",
    "Connection object is null,11,9",
    "Session Agent could not be started,2,1",
    "code 1003,5,4",
  ),
  lines(
    "ERRORS = {",
    '    "invalid_client_credentials": "The client secret is wrong",',
    '    "invalid_redirect_uri": "The redirect address is not registered",',
    '    "user_temporarily_disabled": "The account is locked",',
    "}",
  ),
  lines(
    'if ($LASTEXITCODE -eq 7) { throw "the certificate of $server has expired" }',
    "if ($log -match 'Connection object is null') { Send-Mail -Subject 'context root missing' }",
  ),
  lines(
    "- alert: KeycloakWrongPasswords",
    '  expr: rate(keycloak_failed_login_attempts_total{error="invalid_user_credentials"}[5m]) > 3',
    "  annotations:",
    '    summary: "many wrong passwords in realm {{ $labels.realm }}"',
    "- alert: CertificateExpired",
    "  expr: probe_ssl_earliest_cert_expiry - time() < 0",
  ),
  lines(
    'msgid "The account is locked."',
    'msgstr "Das Konto ist gesperrt."',
    "",
    'msgid "Session Agent could not be started."',
    'msgstr "Der Session Agent konnte nicht gestartet werden."',
  ),
  lines(
    "OIDC_ISSUER=https://idp.example.com/realms/plm",
    "OIDC_CLIENT_ID=review",
    "# replace with the secret of your client",
    "OIDC_CLIENT_SECRET=changeme",
  ),
  lines(
    "Lesson 3 – reading errors",
    "Goal: tell a message from its cause.",
    'Example 1: "PKIX path building failed" – who does not trust whom?',
    'Example 2: "Licensed number of users already reached (-4,132)" – whose number?',
    "Homework: find three more.",
  ),
  lines(
    'Search results for "PKIX path building failed" (about 214,000)',
    "How to fix PKIX path building failed - forum.example",
    "unable to find valid certification path to requested target - stack.example",
    "PKIX error in Java explained - blog.example",
  ),
  lines(
    "Quiz",
    'Q4. The log says "-15,570". What is the most likely cause?',
    " a) the license is expired",
    " b) the license server cannot be reached",
    " c) all licenses are in use",
    "Answer: b",
  ),
  lines(
    "Folie 7: Typische Stolpersteine",
    "→ UTF-8 mit BOM: erste Zeile wird nicht gelesen",
    "→ einfacher Backslash: D:plmstage",
    "→ /tc/tc in der Adresse",
    "→ rote Rahmen nach Profiltausch",
  ),
  lines(
    "Table of contents",
    "1 Installation .............. 3",
    "2 Session Agent could not be started .............. 9",
    "3 The account is locked .............. 11",
    "4 Feature has expired (-10,32) .............. 14",
  ),
  lines(
    "Forum » Keycloak » Getting started",
    "Topics                                         Replies  Last post",
    "Invalid parameter: redirect_uri                     14  2 days ago",
    "Account is locked after import                       3  1 week ago",
    "invalid_client_credentials with Spring               9  3 weeks ago",
  ),
  lines(
    "研修スライド 12",
    "「エラーは嘘をつく」",
    "・Content is not allowed in prolog → 実際に届いたのは何か",
    "・Connection object is null → どのアドレスか",
    "演習: ペアで5分間話し合ってください",
  ),
  lines(
    "PASS  wrong password is refused (invalid_user_credentials)",
    "PASS  locked account is refused (user_disabled)",
    "PASS  expired certificate is refused (CERT_HAS_EXPIRED)",
    "3 of 3",
  ),
  'Aviso: el próximo lunes se renovará el secreto del cliente "tcss". Quien tenga el valor antiguo recibirá invalid_client_credentials; actualicen su configuración antes de las 8:00.',
  lines(
    'Draft for the intranet page "Common questions"',
    "My account is locked, what do I do? Wait 15 minutes or call 4711.",
    "I have no license. Ask a colleague to close the tool.",
    "The window is always on top. Restart the tool.",
  ),
  "Definition of done for story PLM-88: user with two-character id can be created; user with wrong password is refused; error is shown in German and English.",
  lines(
    "Backlog",
    "[ ] warn before certificate expires",
    '[ ] explain "Session Agent could not be started"',
    '[x] explain "Connection object is null"',
    "[x] explain code 1003",
  ),
  lines(
    "Message | Likely reason",
    "Connection object is null | address without context root",
    "PKIX path building failed | issuing CA not in the truststore",
    "Licensed number of users already reached | all seats taken",
  ),
  lines(
    "Glossar",
    'Sitzungsagent: Programm, das die Anmeldung am Arbeitsplatz vermittelt. "Session Agent could not be started" heißt, dass es fehlt.',
    "Redirect-URI: Adresse, an die Keycloak zurückleitet.",
  ),
  lines(
    "1. -15,570: the license server is down or blocked",
    "2. -4,132: no free license",
    "3. -10,32: expired",
    "4. -5,357: unknown feature",
    "(from the admin course, page 8)",
  ),
  lines(
    "What's new in 2606.3",
    "- Fixes an issue where the embedded panel stayed blank (chrome_elf.dll)",
    "- Fixes an issue where check-in ended with code 1003",
    '- Improves the text of "Connection object is null"',
  ),
  lines(
    "版本 2606.2 发行说明",
    "已修复问题:",
    "1. 会话代理无法启动 (Session Agent could not be started)",
    "2. 许可证到期 (-10,32) 未提示",
  ),
  lines(
    "Test 14 | wrong client secret | expect CODE_TO_TOKEN_ERROR invalid_client_credentials | pass",
    'Test 15 | unregistered redirect | expect "Invalid parameter: redirect_uri" | pass',
    "Test 16 | locked account | expect user_temporarily_disabled | pass",
  ),
  'Abnahmeprotokoll Punkt 9: Lizenzserver abgeschaltet, Meldung "Cannot connect to license server system (-15,570)" erscheint wie gefordert. Abgenommen.',
  'Hi Klaus, just to let you know: the thing with "Session Agent could not be started" went away after I cleared the three keys. All good now, no need to come over.',
  "Le problème de licence (-15,570) a disparu après le redémarrage du serveur. Merci de votre aide, bonne journée.",
  lines("鈴木: 昨日の「Connection object is null」、URLに /tc を付けたら直りました。お騒がせしました。", "佐藤: よかったです"),
  "zgłoszenie zamknięte: licencja (-10,32) odnowiona 20.11, użytkownik potwierdził",
  "Opgelost: certificaat vernieuwd, CERT_HAS_EXPIRED komt niet meer voor. Bedankt allemaal.",
  "Would a user whose password is wrong five times be locked in Keycloak for good, or only for a while? I ask because we are writing the concept.",
  "Wir überlegen, den Tool-Start zu automatisieren. Welche Dialoge (Edition, Lizenzserver) kommen beim ersten Start, und wie beantwortet man sie am besten?",
  lines(
    "Top error messages this month (Splunk)",
    "count  message",
    "1204   Invalid user ID or password",
    " 311   Licensed number of users already reached",
    "  87   PKIX path building failed",
    "  12   Session Agent could not be started",
  ),
  'Exercise 3: Find out why "Feature has expired (-10,32)" can appear although the license file is new. Time: 15 minutes.',
  lines(
    'How to fix "PKIX path building failed" in five steps',
    "Published 3 March 2025 · 6 min read",
    "In this post we look at the most common reason and import the certificate.",
  ),
  lines(
    "People also ask",
    "What does PKIX path building failed mean?",
    "How do I fix Invalid parameter: redirect_uri?",
    "Why is my Keycloak account locked?",
  ),
];

/** Complaints that look like such texts, or that quote one. */
export const COMPLAINTS: readonly Positive[] = [
  [
    "conf/no-context-root",
    'Since this morning every search ends in "Connection object is null". I looked into the table of messages in the handbook, it says "1003 = lost, 515143 = password", but nothing about this one. TC_SERVER_URL=https://plm.helvion.example:8443/',
  ],
  [
    "trust/pkix",
    lines(
      "| time | who | what |",
      "|---|---|---|",
      "| 08:02 | Anna | cannot sign in |",
      "| 08:05 | me | javax.net.ssl.SSLHandshakeException: PKIX path building failed: unable to find valid certification path to requested target |",
      "Since the JDK update of yesterday it happens for everybody.",
    ),
  ],
  [
    "license/all-in-use",
    'Heute früh startet bei mir nichts: "Licensed number of users already reached (-4,132)". Laut Liste im Wiki heißt -4 "alle vergeben", aber es sind doch nur drei Leute da?',
  ],
  [
    "idp/user-locked",
    "Bonjour, depuis ce matin je ne peux plus me connecter. Keycloak affiche « Le compte est temporairement désactivé ». J'ai pourtant suivi la procédure du guide. user_temporarily_disabled dans le journal.",
  ],
  [
    "trust/expired",
    lines(
      "2026-11-27 08:00:01,100 ERROR [main] Client - sun.security.validator.ValidatorException: PKIX path validation failed: java.security.cert.CertPathValidatorException: validity check failed",
      "Caused by: java.security.cert.CertificateExpiredException: NotAfter: Thu Nov 26 23:59:59 UTC 2026",
    ),
  ],
  [
    "sso/session-agent-missing",
    'Guten Morgen, seit dem Update meldet der Konnektor "Der Session Agent konnte nicht gestartet werden". Gibt es dafür einen Eintrag im Handbuch? TCSSO_SESSION_AGENT_PATH ist leer.',
  ],
  [
    "idp/client-secret-wrong",
    '2026-11-21 11:08:40,219 WARN  [org.keycloak.events] type="CODE_TO_TOKEN_ERROR", realmId="eng", realmName="eng", clientId="tcss", error="invalid_client_credentials", grant_type="authorization_code"',
  ],
  [
    "tool/always-on-top",
    "Das Fenster des Modellierungswerkzeugs ist seit gestern immer im Vordergrund, ich sehe keine Menüs mehr.",
  ],
  [
    "tool/modal-blocks-bridge",
    "The script bridge to the tool times out after 180 seconds on every run since Monday, although the tool is open.",
  ],
  [
    "license/expired",
    "起動すると「Feature has expired. Feature: TC_INTEG (-10,32)」と表示され、今朝から誰も使えません。どうすればよいでしょうか。",
  ],
  [
    "trust/wrong-name",
    lines(
      "curl: (60) SSL: no alternative certificate subject name matches target host name 'plm.helvion.example'",
      "That is what I get since they moved the server. In the browser NET::ERR_CERT_COMMON_NAME_INVALID https://plm.helvion.example/",
    ),
  ],
  [
    "consumer/secret-in-log",
    lines(
      "I noticed while reading our start-up log that it prints the secret in clear:",
      "OIDC_CLIENT_SECRET=Zk7qP2vUu94mAs0LxN5TeR",
      "Should it do that?",
    ),
  ],
  [
    "sso/userid-claim-empty",
    "After the installation of the SSC the browser lands on https://sso.helvion.example/LoginService/weblogin/null?csrf_form=77aa and the page is white.",
  ],
  [
    "tier/stale-pool-manager",
    "SSO went through (ticket issued), and then the tier says account values are invalid. It began right after we changed the SSO settings of the tier.",
  ],
  [
    "idp/pkce-mismatch",
    "https://sso.helvion.example:7443/LoginService/weblogin/oidc_callback?error=invalid_request&error_description=Missing+parameter%3A+code_challenge_method&state=x1",
  ],
  [
    "tier/wrong-operation",
    'Our interface gets {"code":214086,"level":3,"message":"unknown operation"} for executeSavedQuerys. It worked before we renamed it?',
  ],
  [
    "idp/username-too-short",
    'Keycloak refuses to create the user "ma": error-invalid-length, ["username",3,255]. His id has had two letters for 20 years.',
  ],
  [
    "conf/bom",
    lines(
      "Tom: the log says unknown key 'ï»¿TC_SERVER_URL' is ignored",
      "Ana: did you save it with Notepad?",
      "Tom: yes, today",
      "Ana: then the address is missing now?",
      "Tom: exactly, nothing works",
    ),
  ],
  [
    "idp/user-locked",
    'Olá, minha conta está bloqueada no Keycloak desde ontem ("Account is temporarily disabled"). Já esperei uma hora. Alguém pode desbloquear?',
  ],
  [
    "license/all-in-use",
    'Release notes say the connector shares licenses now, yet we still get "Licensed number of users already reached. (-4,132)" every morning with 28000@lic02. Any idea?',
  ],
  ["idp/wrong-password", '{"error":"invalid_grant","error_description":"Invalid user credentials"}'],
  [
    "sso/vault-not-ready",
    "Every time the machine is restarted the security services do not work until we restart the SSC itself.",
  ],
  [
    "tier/half-switch",
    lines(
      "TC_SERVER_URL=https://plm-test.example.com/tc",
      "BOOTSTRAP_URLS=https://fms-prod.example.com:4544",
      "We sign in to the test tier and our files turn up in production.",
    ),
  ],
  [
    "cutover/old-address",
    "Since TLS was switched on, none of our scripts can connect: curl: (52) Empty reply from server for http://awc.helvion.example:3000/",
  ],
  ["tool/second-instance", "The robot starts the tool twice. The second instance stops on the license dialog."],
  [
    "conf/doubled-context-root",
    'POST https://plm.helvion.example/tc/tc/RestServices/Core-2011-06-Session/login -> 404. We copied the address from the manual: "add /tc to the address".',
  ],
  [
    "sso/reply-url-empty",
    'Login redirects to .../auth?client_id=tcss&redirect_uri=&scope=openid and Keycloak says "Invalid parameter: redirect_uri". Deployment finished with success.',
  ],
  [
    "kit/java-floor",
    "The plug-in was compiled by a more recent version: UnsupportedClassVersionError: com/vendor/connector/Plugin has been compiled by a more recent version of the Java Runtime (class file version 65.0), this version recognizes class file versions up to 61.0. Checked the release notes, no hint.",
  ],
  [
    "idp/issuer-loopback",
    "The container cannot reach the realm: Error: connect ECONNREFUSED 127.0.0.1:8443 for https://idp.example.com/realms/plm, and no SSO button is shown. Outside of docker it works.",
  ],
  [
    "trust/not-yet-valid",
    lines(
      "java.security.cert.CertificateNotYetValidException: NotBefore: Mon Nov 30 00:00:00 UTC 2026",
      "The clock of the VM seems fine to me?",
    ),
  ],
  [
    "license/all-in-use",
    'Hallo Team, seit heute Mittag bekomme ich "Licensed number of users already reached (-4,132)". Anbei die Liste der Codes aus dem Kurs, da steht -4 = belegt. Könnt ihr jemanden abmelden?',
  ],
  [
    "conf/no-context-root",
    "Quoi que je fasse, le connecteur répond « Connection object is null ». TC_SERVER_URL=https://plm.helvion.example:8443",
  ],
  [
    "idp/user-locked",
    "Your account is temporarily locked - that is the page I get from Keycloak since 9:00, with the right password.",
  ],
  ["sso/session-agent-missing", 'Al iniciar sesión aparece "Session Agent could not be started". ¿Qué hago? Ayer funcionaba.'],
  [
    "license/expired",
    lines(
      "Feature has expired.",
      "Feature: TC_INTEG",
      "Expire date: 31-oct-2026",
      "License path: 28000@lic01",
      "FlexNet Licensing error: -10,32",
    ),
  ],
  [
    "tier/wrong-password",
    "<ns1:faultcode>InvalidCredentialsException</ns1:faultcode> code 515143: Invalid user ID or password. I typed it three times, and the web client takes it.",
  ],
  [
    "idp/client-secret-wrong",
    '{"error":"unauthorized_client","error_description":"Invalid client or Invalid client credentials"}',
  ],
  [
    "consumer/display-errors",
    lines(
      "<br />",
      '<b>Warning</b>:  Undefined array key "picture" in <b>/var/www/req/lib/OIDC/Session.php</b> on line <b>88</b><br />',
      '{"error":"x"}',
    ),
  ],
  [
    "trust/expired",
    "Der Browser sagt NET::ERR_CERT_DATE_INVALID bei https://plm.nordwerk.example, und der Konnektor seit heute CertificateExpiredException.",
  ],
  [
    "license/no-server",
    "連接器無法啟動: Cannot connect to license server system. License path: 28000@lic01 FlexNet Licensing error:-15,570. System Error: 10060",
  ],
  [
    "tool/second-instance",
    "Our nightly job found the tool open already and started it a second time; now there is only a license dialog. Happens every night.",
  ],
  ["conf/doubled-context-root", "GET https://plm.nordwerk.example/tc/tc/ 404 (Not Found). Was ist hier falsch?"],
  [
    "trust/wrong-name",
    lines(
      "javax.net.ssl.SSLHandshakeException: No subject alternative DNS name matching plm.helvion.example found.",
      "\tat java.base/sun.security.ssl.Alert.createSSLException(Alert.java:131)",
    ),
  ],
  [
    "idp/scope-missing",
    "https://sso.helvion.example/LoginService/weblogin/oidc_callback?error=invalid_scope&error_description=Invalid+scopes%3A+openid+tc-groups&state=9",
  ],
  [
    "license/port-reserved",
    lines(
      "(lmgrd) Failed to open the TCP port number in the license: 28000",
      "(lmgrd) (bind: An attempt was made to access a socket in a way forbidden by its access permissions. 10013)",
    ),
  ],
];
