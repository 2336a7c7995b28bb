const CENSOR = '[redacted]'
const MAX_DEPTH = 6

/** Lower case, without dashes and underscores: `X-Access-Token`, `accessToken` and `access_token` are the same key. */
const SECRET_KEYS = new Set([
  'accesstoken',
  'adminpassword',
  'authorization',
  'captcha',
  'checkkey',
  'confirmpassword',
  'connectionstring',
  'cookie',
  'databaseurl',
  'dbpassword',
  'smscode',
  'ticket',
  'newpassword',
  'oldpassword',
  'password',
  'secret',
  'secwebsocketprotocol',
  'signsecret',
  'token',
  'xaccesstoken',
  'xsign',
  // Personal data (ADR 0056): the subject code and the fields of the vault.
  'subjectcode',
  'personname',
  'personphone',
  'idcard',
])

const SECRET_PARAMETER =
  /([?&](?:[\w-]*token|[\w-]*password|secret|captcha|smscode|code|authCode|state|sign|phone|mobile|ticket)=)[^&#\s"']*/gi
/** The only call with a session token in its path (contract/10 §5). */
const PATH_TOKEN = /(\/getLoginUser\/)[^/?\s]+/g
const URL_CREDENTIALS = /([a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s/@]+@/gi

/** Subject codes in any text (ADR 0056): log lines are kept and must not identify a person. */
const PERSON_CODE = /\bB-([0-9A-HJKMNP-TV-Z]{4})[0-9A-HJKMNP-TV-Z]{4}([0-9A-HJKMNP-TV-Z]{2})\b/gi

/** Blanks the values of secret query parameters and passwords inside URLs; the rest is unchanged. */
export function maskSecretsInText(text: string): string {
  if (text.includes('B-') || text.includes('b-')) return maskedOf(text.replace(PERSON_CODE, 'B-$1****$2'))
  return maskedOf(text)
}

function maskedOf(text: string): string {
  // Most strings contain none; these scans cost a tenth of the patterns.
  if (!text.includes('=') && !text.includes('://') && !text.includes('/getLoginUser/')) return text
  return text
    .replace(SECRET_PARAMETER, `$1${CENSOR}`)
    .replace(PATH_TOKEN, `$1${CENSOR}`)
    .replace(URL_CREDENTIALS, `$1:${CENSOR}@`)
}

/**
 * A copy with every secret key blanked and every text masked, down to six levels of plain objects and arrays (deeper
 * ones are cut). Other instances are passed as they are: their serializers show selected fields only.
 */
export function maskSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskSecretsInText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return depth >= MAX_DEPTH ? '[cut]' : value.map((item) => maskSecrets(item, depth + 1))
  if (!isPlainObject(value)) return value
  return depth >= MAX_DEPTH ? '[cut]' : maskFields(value, depth)
}

/** {@link maskSecrets} for the fields of one record. */
export function maskFields(record: Readonly<Record<string, unknown>>, depth = 0): Record<string, unknown> {
  const masked: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(record)) {
    masked[key] = isSecretKey(key) && value !== undefined ? CENSOR : maskSecrets(value, depth + 1)
  }
  return masked
}

function isSecretKey(key: string): boolean {
  return SECRET_KEYS.has(key.toLowerCase().replace(/[-_]/g, ''))
}

function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
