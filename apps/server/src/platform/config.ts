import { resolve } from 'node:path'
import { keysOf } from '@natim/domain/record'
import { DAY_MS } from '@natim/domain/time'
import type { z } from 'zod'
import { VARIABLES, type VariableName, type Variables } from './config-variables.ts'
import type { S3Options } from './files/s3-store.ts'
import type { ThirdLogin } from './third-login-config.ts'

/** Retention of device data, ms. Daily means are kept forever. */
export interface Retention {
  readonly rawMs: number
  readonly minutesMs: number
  readonly hoursMs: number
  /** Gaps, status changes, events, reject counters. */
  readonly recordsMs: number
}

/** Settings of one server process: parsed once, frozen. Ports are 0 to 65535, 0 = any free port. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Absolute path. */
  readonly dataDir: string
  /** undefined = the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** `/jeecg-boot`, or empty for the root; no trailing slash. */
  readonly apiPrefix: string
  readonly mqttPort: number
  readonly mqttHost: string
  /** undefined = the embedded broker. */
  readonly mqttUrl: string | undefined
  /** Whether its messages are distributed among processes. */
  readonly mqttShared: boolean
  /** undefined = fan-out within the process. */
  readonly natsUrl: string | undefined
  readonly role: 'all' | 'web' | 'ingest' | 'jobs'
  readonly adminPassword: string | undefined
  readonly captchaEnabled: boolean
  readonly demoEnabled: boolean
  readonly demoRawHours: number
  readonly correctionDelayMs: number
  readonly retention: Retention
  readonly logLevel: LogLevel
  readonly metricsPort: number | undefined
  readonly corsOrigins: readonly string[]
  /** Hosts that announcements may link to, besides the console's own pages. */
  readonly linkHosts: readonly string[]
  /** Hosts of avatars, besides uploaded ones. */
  readonly avatarHosts: readonly string[]
  /** Addresses or CIDR ranges. */
  readonly trustedProxies: readonly string[]
  /** No trailing slash; undefined = the HTTP port on HOST. */
  readonly publicUrl: string | undefined
  readonly sms: 'log' | 'http' | 'off'
  readonly smsUrl: string | undefined
  readonly smsToken: string | undefined
  readonly satelliteUrl: string | undefined
  readonly satelliteToken: string | undefined
  readonly wxApiUrl: string
  /** undefined = no public account. */
  readonly wxAppId: string | undefined
  readonly wxAppSecret: string | undefined
  readonly wxToken: string | undefined
  readonly wxAesKey: string | undefined
  /** undefined = no mail. */
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Hosts of webhooks. */
  readonly webhookHosts: readonly string[]
  readonly registrationEnabled: boolean
  readonly thirdLogins: readonly ThirdLogin[]
  readonly casUrl: string | undefined
  readonly egressPrivateHosts: readonly string[]
  readonly dataSourceHosts: readonly string[]
  /** undefined = a key file in `dataDir`. */
  readonly sealKey: string | undefined
  /** Map boundary file, relative to `dataDir` or absolute; needs its approval number. undefined = the built-in one. */
  readonly mapBoundaryFile: string | undefined
  readonly mapApprovalNo: string | undefined
  /** undefined = files are stored below `dataDir`. */
  readonly s3: S3Options | undefined
  /** Storage quota per user. */
  readonly fileQuotaMb: number
  readonly networkName: string
  /** Browser that prints reports as PDF; undefined = the first one on PATH. */
  readonly chromium: string | undefined
  /** PATH of the process, for child processes. */
  readonly searchPath: string
  readonly filingText: string
  readonly filingUrl: string | undefined
  readonly supportText: string
  readonly signSecret: string
  /** Allowed but risky settings, logged once at start. */
  readonly warnings: readonly string[]
}

export type LogLevel = z.output<Variables['LOG_LEVEL']['schema']>

/** One row per environment variable, in the order of the documentation. */
export const CONFIG_DOC: readonly { readonly name: VariableName; readonly default: string; readonly text: string }[] =
  keysOf(VARIABLES).map((name) => ({ name, default: VARIABLES[name].fallback ?? '', text: VARIABLES[name].text }))

type Environment = Readonly<Record<string, string | undefined>>
type Values = { readonly [K in VariableName]: z.output<Variables[K]['schema']> }

/** The environment does not describe a valid configuration; the message lists every error, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length} fault(s):\n${problems.map((p) => `  - ${p}`).join('\n')}`)
  }
}

/**
 * Reads the settings from an environment such as `process.env`. Empty variables count as absent.
 *
 * @throws ConfigError listing all errors at once. It never contains values, since some are secrets.
 */
export function loadConfig(env: Environment = process.env): Config {
  const { values, problems } = parseVariables(env)
  problems.push(...findConflicts(values, env))
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze(toConfig(values as Values, env))
}

function parseVariables(env: Environment) {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const name of keysOf(VARIABLES)) {
    const given = env[name]
    const raw = given === undefined || given.trim() === '' ? VARIABLES[name].fallback : given
    const parsed = VARIABLES[name].schema.safeParse(raw)
    if (parsed.success) values[name] = parsed.data
    else problems.push(`${name} ${parsed.error.issues.map((issue) => issue.message).join(', ')}`)
  }
  return { values: values as Partial<Values>, problems }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/**
 * Finds settings that are valid alone and conflict together. A variable that failed to parse is undefined here and
 * ignored.
 */
function findConflicts(values: Partial<Values>, env: Environment): string[] {
  const { CAPTCHA, HOST, ROLE, SMS, SMS_URL, SMS_LOG_PUBLIC } = values
  const conflicts: string[] = []
  if (CAPTCHA === false && HOST !== undefined && !isLoopback(HOST)) {
    conflicts.push(
      `CAPTCHA off is refused while HOST is ${HOST}: only a loopback address such as 127.0.0.1 may go without`,
    )
  }
  if (ROLE !== undefined && ROLE !== 'all' && !env['DATABASE_URL']?.trim()) {
    conflicts.push(`ROLE=${ROLE} needs DATABASE_URL: the embedded database belongs to a single process`)
  }
  const isPublic = HOST !== undefined && !isLoopback(HOST)
  if (SMS === 'log' && env['SMS']?.trim() && isPublic && SMS_LOG_PUBLIC === false) {
    conflicts.push(
      `SMS=log is refused while HOST is ${HOST}: whoever reads the log could sign in as others; use SMS=http or off, or say SMS_LOG_PUBLIC=on`,
    )
  }
  if (SMS === 'http' && SMS_URL === undefined) conflicts.push('SMS=http needs SMS_URL')
  if ((values.WX_APP_ID === undefined) !== (values.WX_APP_SECRET === undefined)) {
    conflicts.push('WX_APP_ID and WX_APP_SECRET are given together or not at all')
  }
  const kept = [values.KEEP_RAW_DAYS, values.KEEP_MINUTES_DAYS, values.KEEP_HOURS_DAYS]
  if (kept.some((days, i) => (days ?? 0) < (kept[i - 1] ?? 0))) {
    conflicts.push(
      'KEEP_RAW_DAYS, KEEP_MINUTES_DAYS and KEEP_HOURS_DAYS must not fall: what is coarser is made of what is finer',
    )
  }
  const missing = S3_NEEDS.filter((name) => values[name] === undefined)
  if (values.FILE_STORE === 's3' && missing.length > 0) conflicts.push(`FILE_STORE=s3 needs ${missing.join(', ')}`)
  return conflicts
}

const S3_NEEDS = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const

function toS3(values: Values): S3Options | undefined {
  if (values.FILE_STORE !== 's3') return undefined
  return {
    endpoint: values.S3_ENDPOINT ?? '',
    region: values.S3_REGION,
    bucket: values.S3_BUCKET ?? '',
    accessKeyId: values.S3_ACCESS_KEY ?? '',
    secretAccessKey: values.S3_SECRET_KEY ?? '',
  }
}

const isLogOnPublicHost = ({ SMS, HOST }: Values) => SMS === 'log' && !isLoopback(HOST)

function warningsOf(values: Values): string[] {
  const warnings = values.CAPTCHA ? [] : ['CAPTCHA is off: sign-in is guarded by lockout alone']
  if (isLogOnPublicHost(values)) {
    warnings.push(
      values.SMS_LOG_PUBLIC
        ? 'SMS=log on a public HOST: whoever reads the log can sign in as anybody with a phone'
        : 'SMS is off, since HOST is public and no gateway is named: people sign in by password only',
    )
  }
  return warnings
}

const toWx = (values: Values) => ({
  wxApiUrl: values.WX_API_URL,
  wxAppId: values.WX_APP_ID,
  wxAppSecret: values.WX_APP_SECRET,
  wxToken: values.WX_TOKEN,
  wxAesKey: values.WX_AES_KEY,
})

function toConfig(values: Values, env: Environment): Config {
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    apiPrefix: values.API_PREFIX === '/' ? '' : values.API_PREFIX,
    mqttPort: values.MQTT_PORT,
    mqttHost: values.MQTT_HOST ?? values.HOST,
    mqttUrl: values.MQTT_URL,
    mqttShared: values.MQTT_SHARED,
    natsUrl: values.NATS_URL,
    role: values.ROLE,
    adminPassword: values.ADMIN_PASSWORD,
    captchaEnabled: values.CAPTCHA,
    demoEnabled: values.DEMO,
    demoRawHours: values.DEMO_RAW_HOURS,
    correctionDelayMs: values.CORRECTION_DELAY_S * 1_000,
    retention: Object.freeze({
      rawMs: values.KEEP_RAW_DAYS * DAY_MS,
      minutesMs: values.KEEP_MINUTES_DAYS * DAY_MS,
      hoursMs: values.KEEP_HOURS_DAYS * DAY_MS,
      recordsMs: values.KEEP_RECORDS_DAYS * DAY_MS,
    }),
    logLevel: values.LOG_LEVEL,
    metricsPort: values.METRICS_PORT,
    corsOrigins: Object.freeze(values.CORS_ORIGINS),
    avatarHosts: Object.freeze(values.AVATAR_HOSTS),
    mapBoundaryFile: values.MAP_BOUNDARY_FILE,
    mapApprovalNo: values.MAP_APPROVAL_NO,
    linkHosts: Object.freeze(values.LINK_HOSTS),
    trustedProxies: Object.freeze(values.TRUSTED_PROXIES),
    publicUrl: values.PUBLIC_URL,
    sms: isLogOnPublicHost(values) && !values.SMS_LOG_PUBLIC ? 'off' : values.SMS,
    smsUrl: values.SMS_URL,
    smsToken: values.SMS_TOKEN,
    satelliteUrl: values.SATELLITE_URL,
    satelliteToken: values.SATELLITE_TOKEN,
    ...toWx(values),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    webhookHosts: Object.freeze(values.WEBHOOK_HOSTS),
    registrationEnabled: values.REGISTRATION,
    thirdLogins: Object.freeze(values.THIRD_LOGIN),
    casUrl: values.CAS_URL,
    egressPrivateHosts: Object.freeze(values.EGRESS_PRIVATE_HOSTS),
    dataSourceHosts: Object.freeze(values.DATA_SOURCE_HOSTS),
    sealKey: values.SEAL_KEY,
    s3: toS3(values),
    fileQuotaMb: values.FILE_QUOTA_MB,
    networkName: values.NETWORK_NAME,
    chromium: values.CHROMIUM,
    searchPath: env['PATH'] ?? '',
    filingText: values.FILING_TEXT,
    filingUrl: values.FILING_URL,
    supportText: values.SUPPORT_TEXT,
    signSecret: values.SIGN_SECRET,
    warnings: Object.freeze(warningsOf(values)),
  }
}
