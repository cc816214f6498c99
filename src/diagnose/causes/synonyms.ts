/** Returns a text in small letters without the marks of its letters: "Menü" is "menu", "échoué" is "echoue". */
export const plainLetters = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll("\u00df", "ss")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");

/**
 * Beginnings of words, in several languages, that people use for the same thing. A beginning of up to three letters is a whole word; one with a
 * blank is a phrase; Japanese and Chinese words are found anywhere.
 */
const SYNONYMS: readonly (readonly string[])[] = [
  "blank|empty|white|grey|gray|leer|weiß|grau|vide|blanc|blanche|bianc|vacio|空白|真っ白|白いまま",
  "fail|cannot|unable|impossible|refus|reject|denied|deny|error|problem|trouble|can t|won t|doesn t|does not|is not able|geht nicht|kann nicht|konnen nicht|konnte nicht|lasst sich nicht|funktioniert nicht|klappt nicht|nicht moglich|kann man sich nicht|kann sich nicht|kann ich mich nicht|fehl|scheiter|echou|echec|erreur|ne fonctionne|ne marche|ne peut|ne parvien|impossib|fallo|errore|失敗|失败|エラー|错误|できない|できません|无法|不能|報錯|报错",
  "login|logon|signin|sign|log in|logging|logs in|logged|anmeld|einlog|angemeldet|connexion|se connecter|connecter a|authentif|iniciar sesion|accesso|ログイン|サインイン|登录",
  "other|another|elsewhere|wrong|different|instead of|ander|falsch|fremd|autre|mauvais|otro|altro|別の|其他|错误的",
  "hang|hung|stuck|freez|froze|unrespons|block|hängt|hängen|haengt|friert|eingefroren|reagiert nicht|antwortet nicht|bloqu|fige|ne repond|卡住|固まる|応答しない",
  "restart|reboot|relaunch|reopen|neustart|neu gestart|neu start|neugestart|starting again|start again|redemarr|relanc|reinici|再起動|重启",
  "missing|absent|lack|disappear|lost|gone|vanish|weg|fehlt|fehlen|verschwund|manqu|introuvable|disparu|falta|見つからない|缺少|不见",
  "lost|verloren|abgebrochen|abgerissen|unterbroch|perdu|interromp|失われ|丢失|断开",
  "certificate|certificat|cert|zertifikat|certificado|証明書|证书",
  "licens|licenc|lizenz|licencia|ライセンス|许可证",
  "window|fenster|frame|fenetre|ventana|finestra|ウィンドウ|窗口",
  "panel|pane|tab|view|page|panneau|onglet|bereich|ansicht|seite|vue|パネル|面板",
  "script|skript|macro|makro|automation|bridge|automatisier|automatis|スクリプト|脚本",
  "border|frame|outline|rahmen|rand|umrand|bordure|cadre|encadr|contour|枠|边框",
  "red|rot|rote|roten|roter|rotem|rouge|rouges|rojo|rosso|赤|红",
  "second|zweit|deuxieme|seconde|二つ目|第二",
  "instance|instanz|instancia|istanza|インスタンス|实例",
  "twice|doubled|double|two times|doppelt|zweimal|deux fois|二重|两次|重复",
  "again|noch einmal|nochmal|erneut|wieder|encore|une nouvelle fois|もう一度|再次",
  "upgrad|updat|migrat|new release|newer version|new version|aktualisier|umstell|umstieg|mise a jour|mis a jour|mise a niveau|アップグレード|更新|升级",
  "expired|abgelaufen|outdated|out of date|expire|perime|caducad|scadut|期限切れ|过期|到期",
  "password|passwort|kennwort|mot de passe|contrasena|パスワード|密码",
  "tier|server|environment|umgebung|serveur|environnement|servidor|サーバ|环境|服务器",
  "file|datei|model|document|modell|fichier|modele|ファイル|文件|模型|モデル",
  "transfer|upload|stored|saved|land|check in|checked in|checkin|put|abgeleg|gespeichert|hochgeladen|eingecheckt|enregistr|depos|televers|保存|上传",
  "not|no|none|nothing|nicht|kein|keine|keinen|keiner|pas|aucun|aucune|ない|没有",
  "all|every|alle|aller|samtliche|tous|toutes|すべて|全て|全部|所有",
  "start|run|launch|gestart|demarr|lance|起動|启动",
  "since|depuis|seit|seitdem|nachdem|apres|以来|之后",
  "after|nach|nachdem|apres|depuis|seit|後|之后",
  "connect|verbind|verbunden|connexion|se connecter|接続|连接",
  "open|offen|geöffnet|öffn|aufgeh|aufklapp|ouvert|ouvr|s ouvre|開|打开",
  "draw|render|appear|show|shown|display|visib|invisib|anzeig|angezeigt|sichtbar|unsichtbar|erschein|affich|appara|visible|表示|显示",
  "menu|メニュー|菜单",
  "front|vordergrund|premier plan|avant plan|最前面|前面",
  "rais|hervorhol|hervorgehol|nach vorn|in den vordergrund|mettre devant|au premier plan",
  "element|elemente|elementen|要素|元素",
  "sync|synchron|abgeglich|同期|同步",
  "user|benutzer|anwender|nutzer|utilisateur|usuario|ユーザ|用户",
  "account|konto|kontos|compte|cuenta|アカウント|账户|帐户",
  "lock|gesperr|verrouill|bloque|ロック|锁定",
  "deploy|ausgeroll|rollout|bereitstell|bereitgestell|deploi|déploy|デプロイ|部署",
  "success|succeed|erfolg|erfolgreich|reussi|ohne fehler|fehlerfrei|without error|no error|sans erreur|成功",
  "service|dienst|サービス|服务",
  "setting|key|property|einstellung|eigenschaft|schlüssel|parametre|propriete|reglage|設定|设置",
  "first|erste|ersten|premier|premiere|最初|第一",
  "unread|ignored|not read|nicht gelesen|ignoriert|uberlesen|ignore|無視|忽略",
  "folder|directory|ordner|verzeichnis|dossier|repertoire|carpeta|フォルダ|文件夹|目录",
  "path|pfad|chemin|パス|路径",
  "find|found|finden|gefunden|findet|trouv|見つか|找到|找不到",
  "button|knopf|schaltfläche|button|bouton|ボタン|按钮",
  "dialog|dialog|meldung|dialogue|boite|ダイアログ|对话框",
  "group|gruppe|groupe|グループ|组",
  "operation|vorgang|操作",
  "answer|antwort|reponse|応答",
  "trust|vertrau|confiance|信頼|信任",
  "browser|navigateur|ブラウザ|浏览器",
  "option|auswahl|möglichkeit|choix|選択",
  "stack|stacktrace|stapel",
  "export|exportier|exporter|エクスポート|导出",
  "timeout|time out|timed out|times out|zeitüberschreitung|bricht nach|delai|タイムアウト|超时",
  "invalid|ungültig|invalide|non valide|無効|无效",
  "identity|identitat|identite",
  "used|in use|taken|vergeben|belegt|in benutzung|in verwendung|utilise|使用中|占用",
  "reach|erreich|joignable|joindre|atteind|到達|访问",
].map((words) => words.split("|").map(plainLetters));

const CJK = /[\u3040-\u30ff\u3400-\u9fff]/;
/** Shortest beginning that is also found inside of a compound, and how much longer the compound is. */
const COMPOUND = 6;
const LONGER = 4;

/** Returns a beginning with all beginnings that mean the same. */
export function synonymsOf(beginning: string): readonly string[] {
  const same = SYNONYMS.filter((words) =>
    words.some((word) => word === beginning || (beginning.length > 3 && word.startsWith(beginning))),
  );
  return same.length === 0 ? [beginning] : [...new Set([beginning, ...same.flat()])];
}

const isPhrase = (text: string): boolean => text.includes(" ");

/** Returns whether a word starts with `beginning`, or is a compound that contains it, as "Lizenzdialog" contains "dialog". */
const isWord = (beginning: string, word: string): boolean =>
  word.startsWith(beginning) ||
  (beginning.length >= COMPOUND && word.length >= beginning.length + LONGER && word.includes(beginning));

/** Returns whether words begin with a beginning; one of up to three letters must be the whole word, so that 'red' does not match 'reduced'. */
export function isSaid(beginning: string, words: readonly string[]): boolean {
  if (CJK.test(beginning)) return words.some((word) => word.includes(beginning));
  if (isPhrase(beginning)) return ` ${words.join(" ")} `.includes(` ${beginning}`);
  return beginning.length <= 3 ? words.includes(beginning) : words.some((word) => isWord(beginning, word));
}
