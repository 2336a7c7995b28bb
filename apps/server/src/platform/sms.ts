import type { Config } from './config.ts'
import type { Egress } from './egress.ts'
import type { Log } from './logger.ts'

export interface SmsMessage {
  readonly phone: string
  /** Six digits. */
  readonly code: string
  readonly purpose: 'signIn' | 'register' | 'reset'
}

/** Delivers a code. Rejects when the gateway did not accept it. */
export type SmsSender = (message: SmsMessage) => Promise<void>

/** The configured sender; undefined = no codes by SMS. */
export function createSmsSender(
  config: Pick<Config, 'sms' | 'smsUrl' | 'smsToken'>,
  { log, egress }: { readonly log: Log; readonly egress: Egress },
): SmsSender | undefined {
  if (config.sms === 'off') return undefined
  if (config.sms === 'log' || config.smsUrl === undefined) return createLogSender(log)
  return createHttpSender(config.smsUrl, config.smsToken, egress)
}

/** A text such as an alarm; `id` stays the same when it is sent again. */
export interface SmsText {
  readonly phone: string
  readonly text: string
  readonly id: string
}

/** The configured sender of texts; undefined = no SMS. Rejects when the gateway did not accept one. */
export function createSmsTextSender(
  config: Pick<Config, 'sms' | 'smsUrl' | 'smsToken'>,
  { log, egress }: { readonly log: Log; readonly egress: Egress },
): ((message: SmsText) => Promise<void>) | undefined {
  if (config.sms === 'off') return undefined
  const { smsUrl } = config
  if (config.sms === 'log' || smsUrl === undefined) return async (message) => log.debug({ ...message }, 'text by SMS')
  return ({ id, ...message }) =>
    post(smsUrl, config.smsToken, egress, { ...message, purpose: 'alarm' }, { 'idempotency-key': id })
}

/** For trials without a gateway: log readers can read the code, so it is written at a level that is off by default. */
function createLogSender(log: Log): SmsSender {
  return async ({ phone, code, purpose }) => log.debug({ phone, code, purpose }, 'code by SMS')
}

function createHttpSender(url: string, token: string | undefined, egress: Egress): SmsSender {
  return (message) => post(url, token, egress, message)
}

async function post(
  url: string,
  token: string | undefined,
  egress: Egress,
  message: object,
  extra: Readonly<Record<string, string>> = {},
): Promise<void> {
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const headers = { 'content-type': 'application/json', ...authorization, ...extra }
  const { status } = await egress(url, { method: 'POST', headers, body: JSON.stringify(message) })
  if (status < 200 || status > 299) throw new Error(`The SMS gateway answered ${status}`)
}
