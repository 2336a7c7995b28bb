import { isIP } from 'node:net'
import { z } from 'zod'
import { thirdLogins } from './third-login-config.ts'

const CORRECTION_S = 'must be a number of seconds from 1 to 60'
const RAW_HOURS = 'must be a number of hours from 6 to 25'
const text = z.string().trim()
const portNumber = text
  .regex(/^\d{1,5}$/, 'must be a port number, 0 to 65535')
  .transform(Number)
  .refine((port) => port <= 65_535, 'must be a port number, 0 to 65535')
const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on')
const list = text.transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

function urlOf(...schemes: readonly string[]) {
  const isOneOf = (value: string) =>
    schemes.some((scheme) => value.startsWith(`${scheme}://`)) && URL.canParse(value.replace('@/', '@localhost/'))
  return text.refine(isOneOf, `must be an address that starts with ${schemes.map((s) => `${s}://`).join(' or ')}`)
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value
}

function isAddressOrNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

const DAYS = 'must be a number of days from 1 to 36500'
const days = text
  .regex(/^\d{1,5}$/, DAYS)
  .transform(Number)
  .refine((value) => value >= 1 && value <= 36_500, DAYS)

/** A URL the server calls or is called at: no query, no credentials, no trailing slash. */
const baseUrl = urlOf('http', 'https')
  .refine((value) => !/[?#@]/.test(value), 'must have no query, fragment or credentials')
  .transform((value) => value.replace(/\/+$/, ''))

interface Variable<S extends z.ZodType> {
  /** Validates and converts the text of the environment. */
  readonly schema: S
  /** Default when the variable is absent or empty; undefined = the value stays undefined. */
  readonly fallback: string | undefined
  /** One line for `.env.example` and the README. */
  readonly text: string
}

const withDefault = <S extends z.ZodType>(schema: S, fallback: string, line: string): Variable<S> => ({
  schema,
  fallback,
  text: line,
})
const optional = <S extends z.ZodType>(schema: S, line: string): Variable<z.ZodOptional<S>> => ({
  schema: schema.optional(),
  fallback: undefined,
  text: line,
})

/** Every environment variable the server reads, in the order of the documentation. */
export const VARIABLES = {
  PORT: withDefault(
    portNumber,
    '3000',
    'HTTP port of console and API; 0 = any free port, written to DATA_DIR/runtime.json',
  ),
  HOST: withDefault(text, '127.0.0.1', 'Address the HTTP port listens on'),
  DATA_DIR: withDefault(text, './data', 'All persistent data: database files, spool, secrets, runtime.json'),
  DATABASE_URL: optional(
    urlOf('postgres', 'postgresql'),
    'External PostgreSQL, version 15 or newer; empty = the embedded one in DATA_DIR',
  ),
  API_PREFIX: withDefault(
    text.regex(/^(\/|(\/[A-Za-z0-9_-]+)+)$/, 'must be a path such as /jeecg-boot, or /'),
    '/jeecg-boot',
    'Path prefix of the API; routes are also served without it',
  ),
  MQTT_PORT: withDefault(portNumber, '1883', 'Port of the embedded MQTT 3.1.1 broker; 0 = any free port'),
  MQTT_HOST: optional(text, 'Address the broker listens on; empty = the value of HOST'),
  MQTT_URL: optional(
    urlOf('mqtt', 'mqtts'),
    'An external MQTT broker, mqtt://user:password@host:port; empty = the embedded one',
  ),
  MQTT_SHARED: withDefault(
    onOff,
    'off',
    'on = several processes share one subscription to MQTT_URL, whose broker must support $share (mosquitto, EMQX); off = a single process subscribes',
  ),
  NATS_URL: optional(
    urlOf('nats', 'tls'),
    'Message bus between server processes, nats://host:port; empty = in-process',
  ),
  ROLE: withDefault(
    z.enum(['all', 'web', 'ingest', 'jobs'], 'must be all, web, ingest or jobs'),
    'all',
    'Role of this process: all, web, ingest or jobs',
  ),
  ADMIN_PASSWORD: optional(
    z.string().min(12, 'must have 12 characters or more').max(128, 'must have at most 128 characters'),
    'Password of the first administrator (12 to 128 characters); empty = a random one, printed once and kept in DATA_DIR',
  ),
  CAPTCHA: withDefault(onOff, 'on', 'Captcha at sign-in: on or off; off only while HOST is a loopback address'),
  DEMO: withDefault(
    onOff,
    'on',
    'on = an empty database is filled with the demonstration network and its simulator is started; off = it stays empty',
  ),
  DEMO_RAW_HOURS: withDefault(
    text
      .regex(/^\d{1,2}$/, RAW_HOURS)
      .transform(Number)
      .refine((hours) => hours >= 6 && hours <= 25, RAW_HOURS),
    '25',
    'Hours of raw samples loaded with the demonstration network, 6 to 25; 6 loads in a third of the time',
  ),
  CORRECTION_DELAY_S: withDefault(
    text
      .regex(/^\d{1,2}$/, CORRECTION_S)
      .transform(Number)
      .refine((seconds) => seconds >= 1 && seconds <= 60, CORRECTION_S),
    '30',
    'Delay before a corrected hour, and then its day, is recomputed, so that further corrections are batched; seconds, 1 to 60',
  ),
  KEEP_RAW_DAYS: withDefault(days, '90', 'Retention of raw samples, days; older samples are refused'),
  KEEP_MINUTES_DAYS: withDefault(days, '400', 'Retention of minute rollups, days'),
  KEEP_HOURS_DAYS: withDefault(days, '3653', 'Retention of hour rollups, days; day rollups are kept forever'),
  KEEP_RECORDS_DAYS: withDefault(
    days,
    '400',
    'Retention of gaps, status changes, events and rejections of devices, days',
  ),
  LOG_LEVEL: withDefault(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a level of pino, such as info'),
    'info',
    'Minimum log level: fatal, error, warn, info, debug, trace or silent',
  ),
  METRICS_PORT: optional(
    portNumber,
    'Separate port for Prometheus metrics, on HOST; empty = /metrics on PORT, behind a permission',
  ),
  CORS_ORIGINS: withDefault(
    list.refine(
      (origins) => origins.every(isOrigin),
      'must be origins such as https://console.example.org, separated by commas',
    ),
    '',
    'Origins allowed to call the API, comma-separated; empty = same origin only',
  ),
  LINK_HOSTS: withDefault(
    list.refine(
      (hosts) => hosts.every((host) => isOrigin(`https://${host}`)),
      'must be hosts such as www.example.org, separated by commas',
    ),
    '',
    'Hosts that announcements may link to over https, comma-separated; empty = only pages of the console',
  ),
  AVATAR_HOSTS: withDefault(
    list.refine(
      (hosts) => hosts.every((host) => isOrigin(`https://${host}`)),
      'must be hosts such as img.example.org, separated by commas',
    ),
    '',
    'Hosts allowed for avatar URLs over https, comma-separated; empty = uploaded files only',
  ),
  TRUSTED_PROXIES: withDefault(
    list.refine(
      (items) => items.every(isAddressOrNetwork),
      'must be addresses or networks such as 10.0.0.0/8, separated by commas',
    ),
    '',
    'Proxies whose forwarded headers are trusted, comma-separated; empty = none',
  ),
  PUBLIC_URL: optional(
    baseUrl,
    'Public address of the console, such as https://console.example.org; empty = the HTTP port on HOST',
  ),
  SMS: withDefault(
    z.enum(['log', 'http', 'off'], 'must be log, http or off'),
    'log',
    'SMS codes: log = written to the log at LOG_LEVEL=debug, http = posted to SMS_URL, off = none; off by default when HOST is public',
  ),
  SMS_LOG_PUBLIC: withDefault(
    onOff,
    'off',
    'on = SMS=log is allowed on a public HOST: anyone who can read the log can sign in as any user with a phone',
  ),
  SMS_URL: optional(
    baseUrl,
    'Gateway for SMS=http; takes a POST of {"phone","code","purpose"} in JSON, for alarms {"phone","text","purpose"}',
  ),
  SMS_TOKEN: optional(text.max(500, 'must have at most 500 characters'), 'Bearer token the gateway expects'),
  SATELLITE_URL: optional(
    baseUrl,
    'Satellite imagery provider, protocol in docs/satellite-provider.md; empty = a simulated one while DEMO is on, else none',
  ),
  SATELLITE_TOKEN: optional(text.max(500, 'must have at most 500 characters'), 'Bearer token that provider expects'),
  WX_API_URL: withDefault(baseUrl, 'https://api.weixin.qq.com', 'API address of the WeChat public account'),
  WX_APP_ID: optional(
    text.regex(/^\w{4,64}$/, 'must be letters and digits'),
    'App id of the WeChat public account, with WX_APP_SECRET; empty = a simulated one while DEMO is on, else none',
  ),
  WX_APP_SECRET: optional(text.max(200, 'must have at most 200 characters'), 'App secret of that account'),
  WX_TOKEN: optional(
    text.regex(/^\w{3,32}$/, 'must have 3 to 32 letters and digits'),
    'Token that signs callbacks to /mon/wx/callback; empty = callbacks are refused',
  ),
  WX_AES_KEY: optional(
    text.regex(/^[A-Za-z0-9]{43}$/, 'must have 43 letters and digits'),
    'EncodingAESKey of the account, for encrypted calls',
  ),
  SMTP_URL: optional(
    urlOf('smtp', 'smtps'),
    'Mail server for alarms, smtp://user:password@host:587 or smtps://…:465; empty = no mail',
  ),
  MAIL_FROM: withDefault(
    text.max(200, 'must have at most 200 characters'),
    'NATIM <natim@localhost>',
    'Sender of mail about alarms',
  ),
  WEBHOOK_HOSTS: withDefault(
    list,
    'qyapi.weixin.qq.com',
    'Hosts allowed for alarm webhooks, comma-separated; private addresses need EGRESS_PRIVATE_HOSTS too',
  ),
  REGISTRATION: withDefault(
    onOff,
    'on',
    'on = people may make an account by SMS code, without any right; off = administrators only',
  ),
  THIRD_LOGIN: withDefault(
    thirdLogins,
    '',
    'Identity providers, a JSON array of {source,title,clientId,clientSecret,authorizeUrl,tokenUrl,userInfoUrl,scope}; empty = none',
  ),
  CAS_URL: optional(baseUrl, 'CAS server for single sign-on, such as https://sso.example.org/cas; empty = off'),
  EGRESS_PRIVATE_HOSTS: withDefault(
    list,
    '',
    'Hosts of outgoing requests that may resolve to loopback or private addresses, comma-separated; empty = none',
  ),
  DATA_SOURCE_HOSTS: withDefault(
    list,
    '',
    'Database hosts allowed for data sources, comma-separated; private addresses need EGRESS_PRIVATE_HOSTS too',
  ),
  SEAL_KEY: optional(
    z.string().min(16, 'must have 16 characters or more').max(500, 'must have at most 500 characters'),
    'Key that encrypts stored passwords; empty = a generated one in DATA_DIR/seal.key; all machines need the same key',
  ),
  MAP_BOUNDARY_FILE: optional(
    text,
    'Approved map boundary, GeoJSON, absolute path or below DATA_DIR; needs MAP_APPROVAL_NO; empty = the built-in outline',
  ),
  MAP_APPROVAL_NO: optional(
    text.max(60, 'must have at most 60 characters'),
    'Approval number of MAP_BOUNDARY_FILE, printed on the map',
  ),
  FILE_STORE: withDefault(
    z.enum(['local', 's3'], 'must be local or s3'),
    'local',
    'Storage of uploaded files: local = below DATA_DIR, s3 = in a bucket of an S3-compatible store',
  ),
  FILE_QUOTA_MB: withDefault(
    text
      .regex(/^\d{1,7}$/, 'must be a number of megabytes')
      .transform(Number)
      .refine((megabytes) => megabytes > 0, 'must be a number of megabytes'),
    '1024',
    'Upload quota per user, megabytes',
  ),
  S3_ENDPOINT: optional(baseUrl, 'Address of the S3-compatible store for FILE_STORE=s3'),
  S3_REGION: withDefault(text, 'us-east-1', 'Region used to sign requests to the store'),
  S3_BUCKET: optional(text, 'Bucket of the store; it must exist'),
  S3_ACCESS_KEY: optional(text, 'Access key of the store'),
  S3_SECRET_KEY: optional(text, 'Secret key of the store'),
  NETWORK_NAME: withDefault(
    text.max(60, 'must have at most 60 characters'),
    '全国空气毒性与感染监测网络',
    'Name of the network, shown in the console',
  ),
  CHROMIUM: optional(
    text,
    'Chromium or Chrome used to render report PDFs, a path or a name on PATH; empty = the first one found, or no PDF',
  ),
  FILING_TEXT: withDefault(
    text.max(100, 'must have at most 100 characters'),
    '',
    'Filing notice at the foot of the pages, such as 京ICP备00000000号; empty = none',
  ),
  FILING_URL: optional(baseUrl, 'Link of the filing notice, such as https://beian.miit.gov.cn; empty = plain text'),
  SUPPORT_TEXT: withDefault(
    text.max(60, 'must have at most 60 characters'),
    '',
    'Line at the top right of the sign-in page, such as a telephone number; empty = none',
  ),
  SIGN_SECRET: withDefault(
    text.min(16, 'must have 16 characters or more'),
    // Published constant of stock clients: integrity only, never a credential (contract/00 §5).
    'dd05f1c54d63749eda95f9fa6d49v442a',
    'Shared text of the request signature; public by nature, must equal the one compiled into the clients',
  ),
} as const

export type Variables = typeof VARIABLES
export type VariableName = keyof Variables
