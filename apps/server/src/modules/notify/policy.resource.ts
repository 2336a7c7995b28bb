import { notifyPolicy } from '@natim/contract/mon/notify.resource'
import { AppError } from '../../platform/errors.ts'
import type { Sealer } from '../../platform/seal/seal.ts'
import { type Columns, serve } from '../resource/index.ts'

/** Sealing contexts of a policy's secrets. */
export const SEALED = { webhookSecret: 'notify.webhookSecret', wechatUrl: 'notify.wechatUrl' } as const
type SealedColumn = keyof typeof SEALED

interface PolicyRules {
  readonly sealer: Sealer
  /** Allowed hosts. */
  readonly hosts: readonly string[]
}

/** 通知策略, without data scope: all are visible with the permission. Secrets are sealed and never shown. */
export const policyWith = ({ sealer, hosts }: PolicyRules) =>
  serve(notifyPolicy, {
    table: 'monNotifyPolicy',
    hidden: ['webhookSecret', 'wechatUrl'],
    softDelete: { column: 'delFlag', live: 0, deleted: 1 },
    toColumns: ({ webhookSecret, wechatUrl, ...form }) => ({
      ...form,
      ...sealed(sealer, { webhookSecret, wechatUrl }, hosts),
    }),
    toRow: (row) => ({ ...row, webhookSecret: '' as const, wechatUrl: '' as const }),
    async beforeWrite(_trx, _actor, columns, before) {
      assertComplete({ ...before, ...columns }, hosts)
      return columns
    },
  })

/** Empty secrets keep the stored values. */
function sealed(
  sealer: Sealer,
  given: Readonly<Partial<Record<SealedColumn, string | null | undefined>>>,
  hosts: readonly string[],
): Partial<Record<SealedColumn, string>> {
  if (given.wechatUrl) assertHost(given.wechatUrl, hosts)
  return Object.fromEntries(
    Object.entries(given).flatMap(([column, text]) =>
      text ? [[column, sealer.seal(text, SEALED[column as SealedColumn])]] : [],
    ),
  )
}

/** @throws AppError notify.receivers, notify.address, notify.host */
function assertComplete(columns: Columns<'monNotifyPolicy'>, hosts: readonly string[]): void {
  const channels = listOf(columns.channels)
  const hasPeople =
    listOf(columns.toRoles).length > 0 || listOf(columns.toDuty).length > 0 || (columns.toUsers ?? '') !== ''
  if (['console', 'sms', 'mail'].some((way) => channels.includes(way)) && !hasPeople)
    throw new AppError('notify.receivers')
  if (channels.includes('webhook') && !columns.webhookUrl)
    throw new AppError('notify.address', { data: { name: 'Webhook 地址' } })
  if (channels.includes('webhook') && !columns.webhookSecret)
    throw new AppError('notify.address', { data: { name: 'Webhook 密钥' } })
  if (channels.includes('wechat') && !columns.wechatUrl)
    throw new AppError('notify.address', { data: { name: '企业微信机器人地址' } })
  if (columns.webhookUrl) assertHost(columns.webhookUrl, hosts)
}

function assertHost(url: string, hosts: readonly string[]): void {
  const host = URL.canParse(url) ? new URL(url).hostname : url
  if (!hosts.includes(host)) throw new AppError('notify.host', { data: { host } })
}

/** JSON columns of a restored version arrive as text. */
const listOf = (value: unknown): readonly string[] =>
  (typeof value === 'string' ? JSON.parse(value) : (value ?? [])) as readonly string[]
