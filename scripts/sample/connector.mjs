// Makes plugin/conf/connector.properties: the vendor's working file, not neutral defaults. Some values are spelt as
// java.util.Properties.store writes them (\: \= \#), because the vendor's own tool saved them.
import { valuePropertyConfig } from "./valueproperties.mjs";

/**
 * Groups of the file: title, comment lines and pairs. A pair has a key, its value in 2506 and, if different, its value in 2606; null if the
 * release has no such key.
 */
const GROUPS = [
  {
    title: "Sign-in and web client",
    notes: ["TC_SERVER_URL ends at the context root; the connector appends the service path itself."],
    pairs: [
      ["TC_SERVER_URL", "https\\://vendor-tier.invalid\\:7002/tc"],
      ["AWC_WEBLOGIC_HOST_URL", "https\\://vendor-tier.invalid\\:3000/awc?ah\\=true"],
      ["Transport", "http"],
      ["TRANSPORT", "http"],
      ["IS_TCCS", "false"],
      ["TC_SSO_LOGIN_URL", ""],
      ["TC_SSO_APP_ID", ""],
      ["TC_SSO_SESSION_FLAG", ""],
    ],
  },
  {
    title: "License server, as port@host",
    notes: [],
    pairs: [["LicenseDir", "28000@vendor-license.invalid"]],
  },
  {
    title: "Directories",
    notes: ["Every separator is written as two backslashes."],
    pairs: [
      ["STAGING_DIR", "E\\:\\\\VendorBuild\\\\connector\\\\staging"],
      ["CAMEOTCIntImportWorkingDir", ""],
    ],
  },
  {
    title: "Embedded web panel",
    notes: ["true: the bundled browser; false: the web view of the operating system."],
    pairs: [
      ["USE_JCEF_BROWSER", "true"],
      ["PANEL_START_PAGE", "\\#/com.example.showHome"],
      ["PANEL_ZOOM_PERCENT", "100", "110"],
      ["PANEL_OPEN_ON_SELECTION", null, "false"],
    ],
  },
  {
    title: "Requests",
    notes: [],
    pairs: [
      ["CONNECT_TIMEOUT_SECONDS", "30"],
      ["READ_TIMEOUT_SECONDS", "600", "900"],
      ["RETRY_COUNT", "2"],
      ["MAX_PARALLEL_TRANSFERS", "4", "6"],
      ["TRANSFER_CHUNK_KB", "512"],
      ["REQUEST_BATCH_SIZE", null, "200"],
      ["KEEP_SESSION_ALIVE", "true"],
      ["SESSION_IDLE_MINUTES", "120"],
    ],
  },
  {
    title: "Model exchange",
    notes: [],
    pairs: [
      ["LOCK_ON_CHECK_OUT", "true"],
      ["KEEP_LOCAL_COPY", "true"],
      ["CHECK_IN_COMMENT_REQUIRED", "false"],
      ["VALIDATE_BEFORE_CHECK_IN", null, "true"],
      ["AUTO_UPDATE_ON_OPEN", "false", null],
      ["EXPORT_DIAGRAM_IMAGES", "true"],
      ["DIAGRAM_IMAGE_FORMAT", "png", "svg"],
      ["LEGACY_XMI_EXPORT", "false", null],
      ["COMPARE_IGNORE_LAYOUT", "true"],
    ],
  },
  {
    title: "Names and types",
    notes: ["SteretypeNameTrucationLimit is spelled so in the code that reads it."],
    pairs: [
      ["SteretypeNameTrucationLimit", "64", "128"],
      ["DEFAULT_ITEM_TYPE", "StockItem"],
      ["DEFAULT_DATASET_TYPE", "StockModelData"],
      ["TRACE_LINK_RELATION", "StockTraceLink"],
      ["REVISION_RULE", "Latest Working"],
      ["ID_NAME_SEPARATOR", "\\:"],
      ["TIMESTAMP_FORMAT", "yyyy-MM-dd HH\\:mm\\:ss"],
      ["QUERY_FILTER", "object_type\\=StockItem;active\\=true"],
      ["ICON_OVERLAY_STYLE", "classic", null],
      ["MAPPING_FILE_NAME", "mapping.xml"],
    ],
  },
  {
    title: "Value properties to create: kind.name|type|unit",
    notes: ["One value over many lines; each line but the last ends in a backslash."],
    pairs: [
      [
        "CREATE_VALUE_PROPERTY_CONFIG",
        valuePropertyConfig(),
        valuePropertyConfig({ "Motor.RatedSpeed|Real|revolution per minute": "Motor.RatedSpeed|Real|hertz" }),
      ],
    ],
  },
];

const is2606 = (release) => release.name >= "2606";

/** Returns key and value in a release; null if it has no such key. */
function pairOf(release, [key, older, newer = older]) {
  const value = is2606(release) ? newer : older;
  return value === null ? null : [key, value];
}

/**
 * Returns a line of the file. The later release puts spaces around separators, which Java reads alike. An empty value has no space before
 * it.
 */
function line(release, [key, value]) {
  if (!is2606(release)) return `${key}=${value}`;
  return `${key} =${value === "" ? "" : " "}${value}`;
}

/** Returns the text with line feeds; the caller converts them to the release's line ends. */
export function connectorProperties(release) {
  const head = [
    `# PLM connector ${release.name}, ${release.built}`,
    "# Read once when the modeling tool starts: restart the tool after a change.",
  ];
  const blocks = GROUPS.map(({ title, notes, pairs }) => [
    "",
    `# --- ${title}`,
    ...notes.map((note) => `# ${note}`),
    ...pairs
      .map((pair) => pairOf(release, pair))
      .filter((pair) => pair !== null)
      .map((pair) => line(release, pair)),
  ]);
  return `${[...head, ...blocks.flat()].join("\n")}\n`;
}
