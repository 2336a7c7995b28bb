import { parseArgs } from 'node:util'

/** Validated command line of the simulator. */
export interface SimOptions {
  readonly mqttUrl: string
  readonly httpUrl: string | undefined
  readonly httpShare: number
  readonly keyFile: string | undefined
  readonly credentialsFile: string | undefined
  readonly devices: number
  /** Simulated seconds per real second. */
  readonly speed: number
  /** Multiplier of the message rate. */
  readonly times: number
  /** Instant of the chlorine release, epoch ms; undefined = none. */
  readonly releaseMs: number | undefined
  /** Start of the simulated clock, epoch ms. */
  readonly fromMs: number
  /** Readings start here, before `fromMs` as backlog; not later than `fromMs`. */
  readonly sinceMs: number
  /** Start of the flu wave among wearers, epoch ms; undefined = none. */
  readonly fluMs: number | undefined
  readonly loss: number
  readonly isDirty: boolean
  /** Stop after this many real seconds; undefined = run until stopped. */
  readonly forS: number | undefined
  readonly jsonFile: string | undefined
}

/** Invalid usage; the message says what is wrong. */
export class UsageError extends Error {}

export const USAGE = `Usage: npm run sim -- --url mqtt://127.0.0.1:1883 (--key-file FILE | --credentials FILE) [options]

  --key-file FILE     demonstration key of the server (DATA_DIR/demo.key)
  --credentials FILE  JSON object {clientId: secret} instead of the key
  --devices N         the first N devices of the demonstration network (1200)
  --speed N           simulated seconds in a real one (1)
  --x N               N times as many messages (1)
  --from TIME         start of the simulated clock, ISO 8601 (now)
  --since TIME        devices have been reading since then and bring what they kept (same as --from)
  --incident chlorine let chlorine escape in the Jiangsu park ...
  --at TIME           ... at this time: now, +SECONDS or ISO 8601 (now)
  --flu TIME          a wave of flu among those who wear something began then, ISO 8601 (none)
  --loss SHARE        share of readings that are lost, e.g. 0.01 or 1% (0)
  --skew              clock errors, repeated, missing and late messages, outages, as in a real network
  --http SHARE        share of devices that speak HTTP, e.g. 5% (0), with --http-url
  --http-url URL      base of the HTTP ingest, e.g. http://127.0.0.1:3000
  --for SECONDS       stop after so long, wait for the last acknowledgements
  --json FILE         write the result as JSON
`

const SPEC = {
  url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
  'key-file': { type: 'string' },
  credentials: { type: 'string' },
  devices: { type: 'string', default: '1200' },
  speed: { type: 'string', default: '1' },
  x: { type: 'string', default: '1' },
  from: { type: 'string', default: 'now' },
  since: { type: 'string' },
  incident: { type: 'string' },
  at: { type: 'string', default: 'now' },
  flu: { type: 'string' },
  loss: { type: 'string', default: '0' },
  skew: { type: 'boolean', default: false },
  http: { type: 'string', default: '0' },
  'http-url': { type: 'string' },
  for: { type: 'string' },
  json: { type: 'string' },
} as const

/** @throws UsageError with a sentence for the user. */
export function parseOptions(args: readonly string[], nowMs: number): SimOptions {
  const values = readValues(args)
  const httpShare = share('--http', values.http)
  if (httpShare > 0 && values['http-url'] === undefined) throw new UsageError('--http needs --http-url')
  if ((values['key-file'] === undefined) === (values.credentials === undefined)) {
    throw new UsageError('Give either --key-file or --credentials')
  }
  if (values.incident !== undefined && values.incident !== 'chlorine') {
    throw new UsageError(`--incident knows chlorine, not ${values.incident}`)
  }
  const fromMs = instant('--from', values.from, nowMs)
  return {
    mqttUrl: values.url,
    httpUrl: values['http-url']?.replace(/\/$/u, ''),
    httpShare,
    keyFile: values['key-file'],
    credentialsFile: values.credentials,
    devices: positive('--devices', values.devices),
    speed: positive('--speed', values.speed),
    times: positive('--x', values.x),
    releaseMs: values.incident === undefined ? undefined : instant('--at', values.at, fromMs),
    fromMs,
    sinceMs: Math.min(fromMs, values.since === undefined ? fromMs : instant('--since', values.since, nowMs)),
    fluMs: values.flu === undefined ? undefined : instant('--flu', values.flu, nowMs),
    loss: share('--loss', values.loss),
    isDirty: values.skew,
    forS: values.for === undefined ? undefined : positive('--for', values.for),
    jsonFile: values.json,
  }
}

function readValues(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: SPEC, strict: true }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0) || !Number.isFinite(value)) throw new UsageError(`${name} must be a number above 0, not ${text}`)
  return value
}

function share(name: string, text: string): number {
  const value = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text)
  if (!(value >= 0 && value <= 1))
    throw new UsageError(`${name} must lie between 0 and 1 (or 0% and 100%), not ${text}`)
  return value
}

function instant(name: string, text: string, nowMs: number): number {
  if (text === 'now') return nowMs
  const ahead = /^\+(\d+(?:\.\d+)?)$/u.exec(text)?.[1]
  const value = ahead === undefined ? Date.parse(text) : nowMs + Number(ahead) * 1000
  if (Number.isNaN(value)) throw new UsageError(`${name} must be now, +SECONDS or an ISO 8601 time, not ${text}`)
  return value
}
