import { createHmac } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Config } from '../../platform/config.ts'
import { createConfiguredEgress, createEgress, type Egress, EgressError } from '../../platform/egress.ts'
import type { Log } from '../../platform/logger.ts'
import { loadKey } from '../../platform/seal/key-file.ts'
import { createSealer, type Sealer } from '../../platform/seal/seal.ts'
import { createSmsTextSender } from '../../platform/sms.ts'
import type { Message } from './message.ts'
import type { Policy } from './policy.repository.ts'
import { SEALED } from './policy.resource.ts'

/** A permanent delivery failure; the message is shown to users. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable'
}

/** Why a message was not accepted, for users. */
export function failureText(error: unknown): string {
  if (error instanceof EgressError) return '对方没有应答，或主机不在 WEBHOOK_HOSTS 名单中'
  return error instanceof Error ? error.message : '发送失败'
}

/**
 * Outgoing channels. Each rejects when a message was not accepted; with {@link Undeliverable} when a retry is
 * pointless.
 */
export interface Channels {
  sms(phone: string | null, message: Message): Promise<void>
  mail(address: string | null, message: Message): Promise<void>
  webhook(policy: Policy, message: Message, nowMs: number): Promise<void>
  wechat(policy: Policy, message: Message): Promise<void>
}

type ChannelConfig = Pick<
  Config,
  | 'sms'
  | 'smsUrl'
  | 'smsToken'
  | 'casUrl'
  | 'thirdLogins'
  | 'smtpUrl'
  | 'mailFrom'
  | 'webhookHosts'
  | 'egressPrivateHosts'
  | 'publicUrl'
  | 'sealKey'
  | 'dataDir'
>

const SMTP_TIMEOUT_MS = 10_000
const MAX_SMS = 300

export const createPolicySealer = (config: Pick<Config, 'sealKey' | 'dataDir'>): Sealer =>
  createSealer(() => loadKey(config))

/** The channels enabled by the configuration. */
export function createChannels(config: ChannelConfig, log: Log): Channels {
  const { publicUrl } = config
  const egress = createEgress({ hosts: config.webhookHosts, privateHosts: config.egressPrivateHosts })
  const sms = createSmsTextSender(config, { log, egress: createConfiguredEgress(config) })
  const mailer = createMailer(config)
  const sealer = createPolicySealer(config)
  const linkOf = ({ path }: Message) => (publicUrl === undefined ? null : `${publicUrl}${path}`)
  const textOf = (message: Message) => [message.title, ...message.lines, linkOf(message)].filter(Boolean).join('\n')
  return {
    async sms(phone, message) {
      if (sms === undefined) throw new Undeliverable('未启用短信')
      if (!phone) throw new Undeliverable('没有手机号')
      await sms({ phone, text: [message.title, ...message.lines].join('；').slice(0, MAX_SMS), id: message.id })
    },
    async mail(address, message) {
      if (mailer === undefined) throw new Undeliverable('未配置邮件服务器（SMTP_URL）')
      if (!address) throw new Undeliverable('没有邮箱')
      await mailer({ to: address, subject: message.title, text: textOf(message), id: message.id })
    },
    async webhook({ webhookUrl, webhookSecret }, message, nowMs) {
      if (!webhookUrl || !webhookSecret) throw new Undeliverable('策略没有 Webhook 地址或密钥')
      const secret = sealer.open(webhookSecret, SEALED.webhookSecret)
      const body = JSON.stringify(webhookBody(message, linkOf(message)))
      const time = String(nowMs)
      await post(egress, webhookUrl, body, {
        'x-natim-time': time,
        'x-natim-signature': createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'),
        'idempotency-key': message.id,
      })
    },
    async wechat({ wechatUrl }, message) {
      if (!wechatUrl) throw new Undeliverable('策略没有企业微信机器人地址')
      const content = [
        `**${message.title}**`,
        ...message.lines,
        ...(linkOf(message) ? [`[查看](${linkOf(message)})`] : []),
      ]
      const body = JSON.stringify({ msgtype: 'markdown', markdown: { content: content.join('\n') } })
      const text = await post(egress, sealer.open(wechatUrl, SEALED.wechatUrl), body, { 'idempotency-key': message.id })
      // The robot answers 200 even on errors.
      const { errcode = 0 } = parsed(text)
      if (errcode !== 0) throw new Error(`企业微信返回 ${errcode}`)
    },
  }
}

async function post(
  egress: Egress,
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const { status, text } = await egress(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  if (status < 200 || status > 299) throw new Error(`对方返回 ${status}`)
  return text
}

function parsed(text: string): { readonly errcode?: number } {
  try {
    return JSON.parse(text) as { readonly errcode?: number }
  } catch {
    return {}
  }
}

const webhookBody = ({ id, kind, severity, title, lines, alarms }: Message, url: string | null) => ({
  id,
  type: kind,
  severity,
  title,
  text: lines.join('\n'),
  url,
  alarms: alarms.map((alarm) => ({
    id: alarm.id,
    no: alarm.no,
    title: alarm.title,
    severity: alarm.severity,
    triggerMs: alarm.triggerTs.getTime(),
    value: alarm.value,
    unit: alarm.unit,
    limit: alarm.limitText,
    metricCode: alarm.metricCode,
    regionCode: alarm.regionCode,
    deviceName: alarm.deviceName,
    stationName: alarm.stationName,
  })),
})

interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly id: string
}

function createMailer({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>) {
  if (smtpUrl === undefined) return undefined
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  })
  return async ({ to, subject, text, id }: Mail) => {
    // Mail programs merge messages with the same id.
    await transport.sendMail({ from: mailFrom, to, subject, text, messageId: `<${id}@natim>` })
  }
}
