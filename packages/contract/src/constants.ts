/** API prefix of all calls; the root works as well (contract/00 §1). */
export const DEFAULT_API_PREFIX = '/jeecg-boot'
/** spec §9 */
export const REQUEST_TIMEOUT_MS = 60_000
/** spec §4: kept 7 days on the client. */
export const SESSION_STORAGE_MS = 604_800_000
/** security §3: lifetime of a session without remember-me; with it, SESSION_STORAGE_MS. */
export const SESSION_ABSOLUTE_MS = 12 * 3_600_000
export const SESSION_IDLE_MS = 2 * 3_600_000
/** contract/10 §1.1 */
export const CAPTCHA_TTL_MS = 60_000
/** spec §9: lists on the shared list logic start at 20 rows. */
export const LIST_PAGE_SIZE = 20
/** D-09: every other table and popup. */
export const PAGE_SIZE = 10
export const PAGE_SIZE_OPTIONS = [10, 20, 30] as const
/** security §5: maximum number of rows sent, whatever pageSize says. */
export const MAX_PAGE_SIZE = 5_000
/** spec §9 */
export const LANDING_PATH = '/dashboard/analysis'
export const LOGIN_PATH = '/user/login'
/** The one additional public path, used inside a chat-app container (D-14). */
export const OAUTH_LOGIN_PATH = '/oauth2-app/login'
/** domain §8: maximum channels of one subscription. */
export const MAX_CHANNELS_PER_SUBSCRIPTION = 500
/** domain §9: maximum channels of one history query, and its default number of points per series. */
export const MAX_QUERY_CHANNELS = 20
export const DEFAULT_MAX_POINTS = 1_500
/** domain §6.1 */
export const MAX_MQTT_PACKET_BYTES = 256 * 1024

/** Keys of the client's storage, literally as in spec §3 (D-53). */
export const STORAGE_KEYS = {
  token: 'Access-Token',
  tenantId: 'TENANT_ID',
  username: 'Login_Username',
  userInfo: 'Login_Userinfo',
  buttonAuth: 'LOGIN_USER_BUTTON_AUTH',
  allButtonAuth: 'SYS_BUTTON_AUTH',
  dictItems: 'UI_CACHE_DB_DICT_DATA',
} as const

export const HEADER_TOKEN = 'x-access-token'
export const HEADER_TENANT = 'tenant-id'
export const HEADER_SIGN = 'x-sign'
export const HEADER_TIMESTAMP = 'x-timestamp'
export const HEADER_LOW_APP = 'x-low-app-id'
export const HEADER_REQUEST_ID = 'x-request-id'
/**
 * The calling program as `name/version`. Only our own clients send it: without it a call with `_t` comes from an
 * existing client.
 */
export const HEADER_CLIENT = 'x-client'
/** Value sent by this console. */
export const CLIENT_NAME = 'natim-console/0.1.0'
/** Time of the call in seconds, in the query of every GET of existing clients (contract/00 §4). */
export const CACHE_BUSTER = '_t'

/** spec §9: layout sizes, px; the eight theme colours are in the console's `theme/accents.ts`. */
export const LAYOUT_PX = {
  drawer: 200,
  settingDrawer: 300,
  noticePopover: 300,
  treeDropdownMax: 400,
  /** Auto-hide: the header disappears when the page is scrolled further than this. */
  headerHidesAfter: 100,
} as const

/** spec §9, CO-10: widths of dialogs, px unless noted. */
export const MODAL_PX = {
  userSelector: 1_200,
  userPicker: 1_250,
  popup: 1_200,
  biz: 900,
  departPicker: 500,
  details: 1_200,
  advancedQuery: 1_000,
  import: 600,
  uploadPopup: 520,
  password: 800,
  depart: 450,
  cron: 800,
} as const
/** Share of the window, and full screen. */
export const NOTICE_MODAL_WIDTH = ['60%', '100%'] as const

/** spec §9: how long a tab indicates a reload. */
export const RELOAD_EFFECT_MS = 1_400

/** spec §7: timers of the two sockets, ms. */
export const GRID_SOCKET_MS = { heartbeat: 10_000, replyTimeout: 6_000, reconnect: 5_000 } as const
export const NOTICE_SOCKET_MS = { heartbeat: 20_000, reconnect: 20_000 } as const
export const NOTICE_SOCKET_ERROR_LIMIT = 5
/** spec §9: a lazy chunk that takes longer counts as failed. */
export const CHUNK_TIMEOUT_MS = 120_000
/** spec §8: delay between the session-expired message and the page reload. */
export const RELOAD_AFTER_EXPIRY_MS = 1_500
/** Seconds between two SMS codes (SS-23). */
export const SMS_RESEND_S = 60
/** contract/10 §1.4 */
export const SMS_CODE_TTL_MS = 600_000
/** contract/00 §5: signing secret of unmodified existing clients. Public, so it proves nothing. */
export const DEFAULT_SIGN_SECRET = 'dd05f1c54d63749eda95f9fa6d49v442a'
/** contract/00 §5: a signature whose time differs by more than this is refused. */
export const SIGNATURE_WINDOW_MS = 300_000

/** Console settings, one local storage key each, without expiry (CO-33). */
export const SETTING_KEYS = {
  sidebar: 'SIDEBAR_TYPE',
  theme: 'DEFAULT_THEME',
  layout: 'DEFAULT_LAYOUT_MODE',
  color: 'DEFAULT_COLOR',
  weak: 'DEFAULT_COLOR_WEAK',
  fixedHeader: 'DEFAULT_FIXED_HEADER',
  fixSiderbar: 'DEFAULT_FIXED_SIDEMENU',
  autoHideHeader: 'DEFAULT_FIXED_HEADER_HIDDEN',
  contentWidth: 'DEFAULT_CONTENT_WIDTH_TYPE',
  multipage: 'DEFAULT_MULTI_PAGE',
} as const

/** spec §9: tables of the editable grid; widths and heights px, shares of 1. */
export const GRID = {
  rowHeightPx: 61,
  maxHeightPx: 400,
  scrollThresholdRows: 0.3,
  /** Columns without own or type width: this share divided by the visible columns (D-22). */
  sharedWidth: 0.92,
  widthPx: { datetime: 200, user: 220, department: 160, other: 120 },
  minWidthPx: { datetime: 190, user: 190, department: 190, date: 135 },
  addRow: { rows: 1, position: 0, scrollToBottom: false },
  tooFastMs: 300,
  insertMs: 1_500,
  toolbar: ['add', 'remove', 'clearSelection'],
  /** Row key of the sort number. */
  dragSortKey: 'orderNum',
} as const
/** D-36: records kept per code; the oldest are dropped. */
export const ENHANCE_RECORDS_PER_CODE = 16

/** spec §9: maximum characters of a displayed text. */
export const CUT_AFTER_CHARS = { fileName: 5, biz: 12, text: 25 } as const
/** A tag input inserts a semicolon after this many characters. */
export const TAG_CHARS = 2
export const DATE_FORMAT = 'YYYY-MM-DD'
export const DETAIL_COLUMNS = { min: 1, max: 4, default: 3 } as const
/** Page size of the business dialog, and its choices (D-09). */
export const BIZ_PAGE_SIZE = 5
export const BIZ_PAGE_SIZE_OPTIONS = [5, 10, 20, 30] as const
/** Text popups, width × height px. */
export const TEXT_POPUP_PX = { grid: [300, 210], default: [150, 200] } as const
/** Below this width the user dialog scrolls sideways. */
export const USER_MODAL_SCROLLS_BELOW_PX = 500

/** contract/00 §8 */
export const QUERY_MATCHES = ['and', 'or'] as const
export const QUERY_RULES = ['eq', 'like', 'right_like', 'left_like', 'in', 'ne', 'gt', 'ge', 'lt', 'le'] as const

/** spec §9: editors, px; pictures as a share of the text width. */
export const EDITOR = {
  richTextPx: 600,
  pictureWidth: '70%',
  markdownPx: { min: 200, default: 300 },
  tabSize: 2,
  codePx: 240,
} as const
/** Languages of the code editor (WG-95), with their names. */
export const CODE_MODES = {
  css: 'CSS',
  javascript: 'Javascript',
  html: 'XML/HTML',
  java: 'Java',
  objectivec: 'Objective-C',
  python: 'Python',
  r: 'R',
  shell: 'Shell',
  sql: 'SQL',
  swift: 'Swift',
  vue: 'Vue',
  markdown: 'Markdown',
} as const
export type CodeMode = keyof typeof CODE_MODES

/** spec §7: cache time of popup report data. */
export const POPUP_CACHE_MS = 30_000
/** spec §9: number of runs shown, and delay before they are computed. */
export const CRON_PREVIEW = { runs: 10, debounceMs: 500 } as const
/** D-19 */
export const DICT_SEARCH = { cellDebounceMs: 300, widgetDebounceMs: 800, size: 10 } as const
/** `limit` 0: unlimited. */
export const UPLOAD = { biz: 'temp', limit: 0 } as const
export const SEX = { male: 1, female: 2 } as const
