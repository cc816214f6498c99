import { memoize } from "../../kernel/index.ts";

/** Returns a text in lower case without accents: "Menü" is "menu", "échoué" is "echoue". */
export const plainLetters = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll("\u00df", "ss")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");

/**
 * Rows of synonyms in several languages, each given by the beginning of the word. A beginning of up to three letters is a whole word; one
 * with a blank is a phrase; Japanese, Chinese and Korean words match anywhere in a text.
 */
const SYNONYMS: readonly (readonly string[])[] = [
  "blank|empty|white|grey|gray|leer|weiß|grau|vide|blanc|blanche|bianc|vacio|空白|真っ白|白いまま|vuot|vacía|vazi|branco|branca|leeg|lege|wit|witte|puste|pusty|biał|空っぽ|비어|빈|하얀",
  "fail|cannot|unable|impossible|refus|reject|denied|deny|error|problem|trouble|can t|won t|doesn t|does not|is not able|geht nicht|kann nicht|konnen nicht|konnte nicht|lasst sich nicht|funktioniert nicht|klappt nicht|nicht moglich|kann man sich nicht|kann sich nicht|kann ich mich nicht|fehl|scheiter|echou|echec|erreur|ne fonctionne|ne marche|ne peut|ne parvien|impossib|fallo|errore|失敗|失败|エラー|错误|できない|できません|无法|不能|報錯|报错|non riesc|non funziona|non va|rifiut|fallit|no funciona|no puedo|no se puede|no puede|imposible|rechaz|falla|falha|não consig|não funciona|não abre|recus|não é possível|kan niet|lukt niet|werkt niet|mislukt|weiger|geweiger|fout|nie działa|nie mogę|nie można|odrzuc|odmaw|błąd|błęd|拒否|拒绝|실패|오류|거부",
  "login|logon|signin|sign|log in|logging|logs in|logged|anmeld|einlog|angemeldet|connexion|se connecter|connecter a|authentif|iniciar sesion|accesso|ログイン|サインイン|登录|accedere|acceder|iniciar sessão|autentic|inlog|ingelogd|aanmeld|logowan|zalog|登入|登陆|ログオン|로그인|acced|loguj|zaloguj",
  "other|another|elsewhere|wrong|different|instead of|ander|falsch|fremd|autre|mauvais|otro|altro|別の|其他|错误的|sbagliat|diverso|diversa|equivocad|distint|otra|outro|outra|errado|errada|diferente|andere|verkeerd|inn|niewłaściw|別|다른|잘못",
  "hang|hung|stuck|freez|froze|unrespons|block|hängt|hängen|haengt|friert|eingefroren|reagiert nicht|antwortet nicht|bloqu|fige|ne repond|卡住|固まる|応答しない|bloccat|si blocca|colgad|congelad|travad|trava|vastgelopen|hangt|loopt vast|zawiesz|zawies|ハング|フリーズ|停止|멈춤|멈춰|固ま",
  "restart|reboot|relaunch|reopen|neustart|neu gestart|neu start|neugestart|starting again|start again|redemarr|relanc|reinici|再起動|重启|riavvi|reiniciar|herstart|opnieuw gestart|opnieuw opgestart|ponown|restartow|重新启动|재시작|다시",
  "missing|absent|lack|disappear|lost|gone|vanish|weg|fehlt|fehlen|verschwund|manqu|introuvable|disparu|falta|見つからない|缺少|不见|manca|scompars|faltan|desaparec|sumiu|sumid|ontbreek|ontbrek|verdwen|brakuje|brak|znikn|消え|없어|없습니다|사라",
  "lost|verloren|abgebrochen|abgerissen|unterbroch|perdu|interromp|失われ|丢失|断开|perdid|perso|persa|verbroken|utracon|切れ|切断|끊",
  "certificate|certificat|cert|zertifikat|certificado|証明書|证书|인증서|certyfikat",
  "licens|licenc|lizenz|licencia|ライセンス|许可证|licenz|licenç|licentie|licencj|라이선스",
  "window|fenster|frame|fenetre|ventana|finestra|ウィンドウ|窗口|janela|venster|okno|okna|창",
  "panel|pane|tab|view|page|panneau|onglet|bereich|ansicht|seite|vue|パネル|面板|riquadro|pannello|scheda|pestaña|painel|aba|paneel|tabblad|zakład|タブ|标签|탭|패널",
  "script|skript|macro|makro|automation|bridge|automatisier|automatis|スクリプト|脚本|robot|automatyz|automatizac|automazion|automação|스크립트|自动化|自動化",
  "border|frame|outline|rahmen|rand|umrand|bordure|cadre|encadr|contour|枠|边框|bordo|bordi|cornic|borde|bordes|marco|borda|bordas|kader|kaders|randen|ramk|obramow|枠線|边|테두리",
  "red|rot|rote|roten|roter|rotem|rouge|rouges|rojo|rosso|赤|红|roja|rojos|rojas|rossa|rossi|rosse|vermelh|rood|rode|czerwon|赤い|红色|빨간",
  "second|zweit|deuxieme|seconde|二つ目|第二|seconda|secondo|segunda|segundo|tweede|drug|二回|第二个|두번째|두",
  "instance|instanz|instancia|istanza|インスタンス|实例",
  "twice|doubled|double|two times|doppelt|zweimal|deux fois|二重|两次|重复|due volte|doppi|dos veces|doble|duplicad|duas vezes|tweemaal|twee keer|dubbel|dwa razy|dwukrotn|podwójn|重複|二つ|两个|두",
  "again|noch einmal|nochmal|erneut|wieder|encore|une nouvelle fois|もう一度|再次|di nuovo|ancora|otra vez|de nuevo|de novo|outra vez|novamente|nuevamente|opnieuw|weer|nogmaals|ponownie|znowu|再度|もう一回|다시|nog een keer|keer|一次|又启动|또",
  "upgrad|updat|migrat|new release|newer version|new version|aktualisier|umstell|umstieg|mise a jour|mis a jour|mise a niveau|アップグレード|更新|升级|aggiorna|actualiz|atualiz|bijgewerkt|bijwerk|aktualiz|zaktualiz|バージョンアップ|更新后|升級|업데이트|업그레이드",
  "expired|abgelaufen|outdated|out of date|expire|perime|caducad|scadut|期限切れ|过期|到期|vencid|expirad|verlopen|wygas|만료|切れ",
  "password|passwort|kennwort|mot de passe|contrasena|パスワード|密码|senha|wachtwoord|hasł|口令|비밀번호|암호",
  "tier|server|environment|umgebung|serveur|environnement|servidor|サーバ|环境|服务器|ambient|entorno|omgeving|serwer|środowisk|環境|서버|환경",
  "file|datei|model|document|modell|fichier|modele|ファイル|文件|模型|モデル|archivo|arquivo|bestand|plik|modello|modelo|파일|모델|ficheiro|archivio",
  "transfer|upload|stored|saved|land|check in|checked in|checkin|put|abgeleg|gespeichert|hochgeladen|eingecheckt|enregistr|depos|televers|保存|上传|caric|salvat|guardad|subid|enviad|salvo|carregad|opgeslagen|geüpload|zapisa|przesł|アップロード|업로드|저장",
  "not|no|none|nothing|nicht|kein|keine|keinen|keiner|pas|aucun|aucune|ない|没有|non|nessun|nessuna|ningún|ninguna|ningun|nada|não|nenhum|nenhuma|niet|geen|niets|nie|żaden|żadnej|żadna|없|않|ません|未|不",
  "all|every|alle|aller|samtliche|tous|toutes|すべて|全て|全部|所有|tutti|tutte|ogni|todos|todas|wszystk|wszyscy|모든|모두",
  "start|run|launch|gestart|demarr|lance|起動|启动|avvi|iniciad|inicia|arranc|executa|starten|opgestart|uruchom|実行|시작|실행",
  "since|depuis|seit|seitdem|nachdem|apres|以来|之后|dopo|da quando|desde|sinds|od kiedy|od czasu|から|自从|이후",
  "after|nach|nachdem|apres|depuis|seit|後|之后|dopo|después|desde|depois|após|sinds|nadat|od|po|から|以后|이후|후",
  "connect|verbind|verbunden|connexion|se connecter|接続|连接|conness|collega|conect|conexión|conexão|verbonden|połącz|连线|접속|연결",
  "open|offen|geöffnet|öffn|aufgeh|aufklapp|ouvert|ouvr|s ouvre|開|打开|aprir|apert|apre|abrir|abre|abiert|abert|otwart|otwier|otwór|打開|열|abrí|abro|apro",
  "draw|render|appear|show|shown|display|visib|invisib|anzeig|angezeigt|sichtbar|unsichtbar|erschein|affich|appara|visible|表示|显示|mostra|visibil|compar|aparece|muestra|visibl|getoond|zichtbaar|verschijn|toont|pojawi|wyświetl|widoczn|表示されない|보이|나타",
  "menu|メニュー|菜单|menù|메뉴",
  "front|vorn|vordergrund|premier plan|avant plan|最前面|前面|foreground|primo piano|primer plano|primeiro plano|voorgrond|bovenop|na wierzchu|na wierzch|pierwszy plan|置顶|前台|最上面|最前|手前|앞|맨앞|맨",
  "rais|hervorhol|hervorgehol|nach vorn|in den vordergrund|mettre devant|au premier plan|portare in primo|porta in primo|traer al frente|trazer para frente|naar voren|przywoł",
  "element|elemente|elementen|要素|元素|elementi|elementos|elementów|elementy|요소",
  "sync|synchron|abgeglich|同期|同步|sincron|gesynchron|zsynchron|동기",
  "user|benutzer|anwender|nutzer|utilisateur|usuario|ユーザ|用户|utent|usuári|gebruiker|użytkown|使用者|사용자|utilizador|utilisatrice",
  "account|konto|kontos|compte|cuenta|アカウント|账户|帐户|conta|kont|帐号|账号|계정",
  "lock|gesperr|verrouill|bloque|ロック|锁定|bloccat|bloquead|geblokkeerd|vergrendeld|zablokowan|锁住|잠김|잠겨|잠금|잠겼|잠긴",
  "deploy|ausgeroll|rollout|bereitstell|bereitgestell|deploi|déploy|デプロイ|部署|distribu|despleg|despliegue|implant|implement|uitgerold|uitrol|wdroż|デプロイメント|发布|배포",
  "success|succes|succeed|erfolg|erfolgreich|reussi|ohne fehler|fehlerfrei|without error|no error|sans erreur|成功|riuscit|successo|con éxito|éxito|correctamente|sucesso|geslaagd|succesvol|pomyśln|sukces|正常に|完了|성공",
  "service|dienst|サービス|服务|servizi|servicio|serviço|usług|서비스",
  "setting|key|property|einstellung|eigenschaft|schlüssel|parametre|propriete|reglage|設定|设置|impostazion|ajuste|configurac|configuração|instelling|ustawien|キー|설정|chave|clave|chiave|sleutel|klucz|변수",
  "first|erste|ersten|premier|premiere|最初|第一|prima|primo|primera|primeiro|primeira|eerste|pierwsz|一行目|首|첫",
  "unread|ignored|not read|nicht gelesen|ignoriert|uberlesen|ignore|無視|忽略|non letto|non letta|ignorat|no se lee|no lee|ignorad|não lê|genegeerd|niet gelezen|zignorowan|ignorowan|読まれ|読み込まれ|读取|읽",
  "folder|directory|ordner|verzeichnis|dossier|repertoire|carpeta|フォルダ|文件夹|目录|cartell|pasta|map|mappen|katalog|folderu|ディレクトリ|폴더",
  "path|pfad|chemin|パス|路径|percors|ruta|caminho|pad|ścież|路徑|경로",
  "find|found|finden|gefunden|findet|trouv|見つか|找到|找不到|trova|trovat|encuentra|encontr|gevonden|vinden|znalez|znajd|찾",
  "button|knopf|schaltfläche|button|bouton|ボタン|按钮|pulsante|botón|botão|knop|przycisk|按鈕|버튼",
  "dialog|dialog|meldung|dialogue|boite|ダイアログ|对话框|finestra di dialogo|cuadro|diálogo|caixa|dialoog|venster|okno|okienk|對話|弹窗|弹出|대화",
  "group|gruppe|groupe|グループ|组|grupp|grupo|groep|grup|組|그룹",
  "operation|vorgang|操作|operazion|operación|operação|bewerking|operacj|作业|작업",
  "answer|antwort|reponse|応答|rispost|respuesta|respost|antwoord|odpowied|响应|回答|응답|responde|risponde|répond|odpowiada",
  "trust|vertrau|confiance|信頼|信任|attendibil|fiducia|confianza|confiable|confiá|confiável|vertrouw|zaufan|不受信|신뢰",
  "browser|navigateur|ブラウザ|浏览器|navegador|przegląd|브라우저",
  "option|auswahl|möglichkeit|choix|選択|opzion|opción|opção|optie|keuze|opcj|옵션",
  "stack|stacktrace|stapel",
  "export|exportier|exporter|エクスポート|导出|esporta|exporta|exporteer|eksport|내보내",
  "timeout|time out|timed out|times out|zeitüberschreitung|bricht nach|delai|タイムアウト|超时|tempo scaduto|tiempo agotado|tempo esgotado|time-out|przekroczono|시간",
  "invalid|ungültig|invalide|non valide|無効|无效|non valid|inválid|no válid|ongeldig|nieprawidłow|무효|잘못된|不正|错误",
  "identity|identitat|identite|identità|identidad|identidade|identiteit|tożsamoś|身份|認証|인증",
  "used|in use|taken|vergeben|belegt|in benutzung|in verwendung|utilise|使用中|占用|in uso|en uso|em uso|in gebruik|używan|zajęt|사용|occupat|ocupad|bezet|besetzt",
  "tool|werkzeug|outil|strumento|herramienta|ferramenta|gereedschap|narzędzi|ツール|工具|도구",
  "line|zeile|ligne|riga|línea|linha|regel|wiersz|行|줄",
  "version|versão|versie|wersj|バージョン|版本|버전",
  "secret|geheim|segret|secreto|segredo|sekret|シークレット|密钥|비밀",
  "disabl|deaktivier|désactiv|disabilitat|deshabilit|desactivad|desativad|uitgeschakeld|wyłączon|無効|禁用|停用|비활성",
  "communicat|kommunikation|comunic|komunikac|通信|통신",
  "revok|widerruf|révoqu|revoc|ingetrokken|unieważn|失効|吊销|폐기",
  "hidden|verdeckt|verborgen|cach|masqu|nascost|ocult|escond|ukryt|隠|隐藏|가려",
  "reach|erreich|joignable|joindre|atteind|到達|访问|raggiung|alcanz|alcanç|bereik|osiągal|도달",
].map((words) => words.split("|").map(plainLetters));

const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
/** Shortest beginning that is also searched for inside a compound word, and how many letters longer the compound must be. */
const COMPOUND = 6;
const LONGER = 4;

/** Returns the beginning of a word of a symptom together with the beginnings of all its synonyms. */
export const synonymsOf = memoize((beginning: string): readonly string[] => {
  const same = SYNONYMS.filter((words) =>
    words.some((word) => word === beginning || (beginning.length > 3 && word.startsWith(beginning))),
  );
  return same.length === 0 ? [beginning] : [...new Set([beginning, ...same.flat()])];
});

const isPhrase = (text: string): boolean => text.includes(" ");

/** Returns whether a word starts with `beginning`, or is a compound that contains it, as "Lizenzdialog" contains "dialog". */
const isWord = (beginning: string, word: string): boolean =>
  word.startsWith(beginning) ||
  (beginning.length >= COMPOUND && word.length >= beginning.length + LONGER && word.includes(beginning));

/**
 * Returns whether one of the words starts with `beginning`; a beginning of up to three letters must be the whole word, so that 'red' does
 * not match 'reduced'.
 */
export function isSaid(beginning: string, words: readonly string[]): boolean {
  if (CJK.test(beginning)) return words.some((word) => word.includes(beginning));
  if (isPhrase(beginning)) return ` ${words.join(" ")} `.includes(` ${beginning}`);
  return beginning.length <= 3 ? words.includes(beginning) : words.some((word) => isWord(beginning, word));
}
