import type { Cause } from "../cause.ts";

export const cause: Cause = {
  id: "tool/modal-blocks-bridge",
  title: "a hidden dialog blocks the tool's event thread",
  signs: [
    {
      anchors: ["AWT-EventQueue"],
      like: /"AWT-EventQueue/,
      near: [/java\.awt\.Dialog\.show|pumpEventsForFilter|WaitDispatchSupport\.enter/, /JOptionPane|JDialog|Dialog/],
      field: true,
    },
    {
      all: ["project merge plug"],
      like: /project merge plug-?in is not avail\w{2,8} or loaded/i,
      after: ({ startupDialogs }) => !startupDialogs,
      confidence: "medium",
    },
    {
      anchors: ["timed out", "timeout", "time-out"],
      like: /bridge.{0,200}\b180(?:[.,]?000| ?s|\.0)|\b180(?:[.,]?000| ?s|\.0).{0,200}bridge/i,
      near: [/script|\btool|cameo|magicdraw|\bcall|\bUI\b|macro|event thread/i],
      not: /docker|network bridge|\bbr-|\bjms\b|kafka|\bssh\b|\bcan bridge|zigbee|mqtt|ethernet|bluetooth|wireless/i,
      confidence: "medium",
    },
  ],
  symptoms: [
    { says: "the script bridge to the tool times out after 180 seconds", words: "bridge timeout|time|hang|hung|stuck" },
    {
      says: "a script waits for the tool, and a dialog is open behind its window",
      words:
        "script answer|hang|wait|wart|attend|wacht|aspett|esper dialog behind|background|hinter|hintergrund|derriere|dietro|detras|atras|achter|hidden|open",
    },
    { says: "scripts hang although the tool is open", words: "script hang|hung|stuck|freez tool|window" },
  ],
  states: "that the bridge between script and tool is broken",
  cause:
    "A modal dialog waits for an answer and blocks the event thread; scripts run inside the dialog's event pump, or wait until they time out. In the observed case it was the warning 'Project Merge plugin is not available or loaded'.",
  why: "180 seconds were observed as the limit on the user interface's thread, and the bridge answered immediately after the dialog was closed.",
  check: {
    does: "Bring the tool to the front and look for a dialog behind its window, then send the smallest script again.",
    control: "The same script must answer at once in a tool without any dialog.",
  },
  action: ["Dismiss the dialog.", "Run the script again before you draw conclusions about the bridge."],
  evidence: [
    "a picture of the tool with its dialog",
    "a thread dump of the tool: the event thread is in the dialog's event pump",
  ],
  log: "the script's own log for the time, and the tool's screen for the dialog",
  confidence: "high",
  excludes: ["tool/startup-modals"],
  deadEnds: ["Raising the timeout: the dialog waits longer.", "Installing the bridge again."],
  matches: [
    "Project Merge plugin is not available or loaded",
    "bridge call timed out after 180 s",
    "Timeout of 180000 ms while waiting for the tool's bridge",
    '"AWT-EventQueue-0" #23 prio=6 in Object.wait()\n\tat java.awt.WaitDispatchSupport.enter(WaitDispatchSupport.java:170)\n\tat java.awt.Dialog.show(Dialog.java:1070)\n\tat javax.swing.JOptionPane.showOptionDialog(JOptionPane.java:874)',
  ],
  lookAlikes: [
    ["words", "Merging of the project is available"],
    ["speaker", "HTTP request timed out after 180 s"],
    ["speaker", "docker0: network bridge timed out after 180 s"],
    [
      "success",
      "INFO the Project Merge plugin is available again, warning 'Project Merge plugin is not available or loaded' resolved",
    ],
  ],
};
