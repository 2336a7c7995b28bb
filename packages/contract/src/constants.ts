/** API base below which every call lives; the root works too (contract/00 §1). */
export const DEFAULT_API_PREFIX = '/jeecg-boot'
/** spec §9 */
export const REQUEST_TIMEOUT_MS = 60_000
/** spec §4: kept 7 days on the client. */
export const SESSION_STORAGE_MS = 604_800_000
/** security §3: a session without remember-me; with it, SESSION_STORAGE_MS. */
export const SESSION_ABSOLUTE_MS = 12 * 3_600_000
export const SESSION_IDLE_MS = 2 * 3_600_000
/** contract/10 §1.1 */
export const CAPTCHA_TTL_MS = 60_000
/** spec §9: lists on the shared list logic start at 20 rows. */
export const LIST_PAGE_SIZE = 20
/** security §5: rows sent at most, whatever pageSize says. */
export const MAX_PAGE_SIZE = 5_000
/** spec §9 */
export const LANDING_PATH = '/dashboard/analysis'
export const LOGIN_PATH = '/user/login'
/** domain §8: channels in one subscription. */
export const MAX_CHANNELS_PER_SUBSCRIPTION = 500
/** domain §9: channels in one history query, and its default number of points per series. */
export const MAX_QUERY_CHANNELS = 20
export const DEFAULT_MAX_POINTS = 1_500
/** domain §6.1 */
export const MAX_MQTT_PACKET_BYTES = 256 * 1024
export const MAX_POINTS_PER_MESSAGE = 5_000

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
export const HEADER_REQUEST_ID = 'x-request-id'
