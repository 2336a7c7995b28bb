import { RAW_KEPT_DAYS } from '@natim/contract/mon/sample-mark'
import { metricByCode } from '@natim/domain/metrics'
import { checkQuality, newQcState, qcSpec, REFUSED } from '@natim/domain/qc'
import { QUALITY } from '@natim/domain/quality'
import { bucketEnd, DAY_MS, formatGmt8, parseGmt8, statDayGmt8 } from '@natim/domain/time'
import { convert } from '@natim/domain/units'
import { z } from 'zod'
import { authorOf, type SessionUser } from '../../platform/auth/session-user.ts'
import type { CommitRef } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Connections } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { groupBy } from '../../platform/group-by.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import type { ImportEntity, ImportSession, RowOutcome } from '../import/index.ts'
import { createPartition, openSpan, partitionAt, type SampleSpan } from '../sample/index.ts'
import { lockChannels, upsertStale } from '../sample-mark/index.ts'
import { followUp, type MarkDeps, openReviewDays, tell } from './marks.ts'
import { findReviewDays } from './review-day.repository.ts'
import {
  deleteImported,
  findImportChannels,
  findImportRows,
  findImports,
  findStored,
  type ImportChannel,
  insertImport,
  insertImported,
  type NewSample,
  undoImport,
} from './sample-import.repository.ts'

/** Seconds may be omitted or have decimals, as loggers write them. */
const INSTANT = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?$/
const TOO_LONG_AGO = `早于原始样本的保存期（${RAW_KEPT_DAYS} 天）`

/** Parses `2026-11-20 08:05:00` as GMT+8, or epoch milliseconds; undefined for anything else. */
export function instantOf(text: string): number | undefined {
  if (/^\d{13}$/.test(text)) return Number(text)
  const [, year, month = '', day = '', hour = '', minute, second = '00', fraction = ''] = INSTANT.exec(text) ?? []
  if (year === undefined) return undefined
  const [mm, dd, hh] = [month, day, hour].map((part) => part.padStart(2, '0'))
  const ms = parseGmt8(`${year}-${mm}-${dd} ${hh}:${minute}:${second}`)
  return ms === undefined ? undefined : ms + Number(fraction.padEnd(3, '0'))
}

const form = z.object({
  clientId: z.string().max(64),
  channel: z.string().max(64),
  ts: z.string().transform((text, context) => {
    const ms = instantOf(text)
    if (ms !== undefined) return ms
    context.addIssue('时间格式应为 yyyy-MM-dd HH:mm:ss 或 13 位毫秒')
    return z.NEVER
  }),
  value: z
    .string()
    .refine((text) => /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(text), '应为数字')
    .transform(Number),
  unit: z.string().max(20).optional(),
})
type Form = z.output<typeof form>

export interface SampleImportDeps extends MarkDeps {
  readonly pool: Connections
}

/**
 * 样本 from sheets of staff. Stored samples are never overwritten: a different value at the same instant is refused.
 */
export const createSampleImport = (deps: SampleImportDeps): ImportEntity<Form> => ({
  name: 'sample',
  title: '样本',
  form,
  columns: [
    { key: 'clientId', title: '客户端ID', aliases: ['client_id', '设备'], required: true },
    { key: 'channel', title: '通道', aliases: ['channel'], required: true, hint: '通道序号、因子代码或别名' },
    { key: 'ts', title: '时间', aliases: ['ts', 'time'], required: true, hint: 'yyyy-MM-dd HH:mm:ss（北京时间）' },
    { key: 'value', title: '数值', aliases: ['value'], required: true },
    { key: 'unit', title: '单位', aliases: ['unit'], hint: '不填时按因子的单位' },
  ],
  isAppendOnly: true,
  takesCsv: true,
  example: { clientId: 'example-0001', channel: 'pm25', ts: '2026-11-20 08:05:00', value: '35', unit: 'µg/m³' },
  note: '已有样本不会被覆盖：同一时刻数值不同的行不导入。导入后可以整批撤销。',
  open: (user) => Promise.resolve(new SampleImportSession(deps, user)),
})

interface Placed {
  readonly kind: 'placed'
  readonly channel: ImportChannel
  readonly sample: NewSample
}

/** Messages by column. */
interface Misplaced {
  readonly kind: 'refused'
  readonly errors: Readonly<Record<string, string>>
}
const refused = (errors: Misplaced['errors']): Misplaced => ({ kind: 'refused', errors })
const isPlaced = (row: Placed | Misplaced): row is Placed => row.kind === 'placed'

class SampleImportSession implements ImportSession<Form> {
  readonly dictionaries = {}
  readonly #deps: SampleImportDeps
  readonly #user: SessionUser
  readonly #channels = new Map<string, readonly ImportChannel[]>()
  readonly #id = newId()
  readonly #at: Date
  #spans: SampleSpan[] = []
  #commits: readonly CommitRef[] = []

  constructor(deps: SampleImportDeps, user: SessionUser) {
    this.#deps = deps
    this.#user = user
    this.#at = new Date(deps.now())
  }

  async validate(db: Db, forms: readonly Partial<Form>[]): Promise<readonly RowOutcome[]> {
    await this.#loadChannels(db, forms)
    const placed = forms.map((row) => this.#place(row))
    const rows = placed.filter(isPlaced)
    const stored = await this.#findStored(db, rows)
    const approved = await this.#findApproved(db, rows)
    return placed.map((row, index): RowOutcome => {
      if (!isPlaced(row)) return row
      const { sample } = row
      const day = statDayGmt8(sample.tsMs)
      if (approved.has(`${row.channel.stationId} ${day}`))
        return { kind: 'refused', errors: { ts: `${day} 已批准，需先撤回批准` } }
      const held = stored.get(`${sample.channelNo}@${sample.tsMs}`)
      if (held === undefined) return { kind: 'new' }
      if (held === sample.value) return { kind: 'known', id: '', now: { ...forms[index] } }
      return { kind: 'refused', errors: { value: `该时刻已有样本 ${held}，不会被覆盖` } }
    })
  }

  async write(trx: Tx, rows: readonly { readonly form: Form }[]): Promise<void> {
    const placed = rows.map((row) => this.#place(row.form)).filter(isPlaced)
    const samples = placed.map(({ sample }) => sample)
    const spans = daySpans(samples)
    if (this.#spans.length === 0) {
      const { userId, realname } = authorOf(this.#user)
      await insertImport(trx, { id: this.#id, madeBy: userId, madeName: realname, madeAt: this.#at })
    }
    await lockChannels(
      trx,
      samples.map(({ channelNo }) => channelNo),
    )
    await openReviewDays(trx, { user: this.#user }, spans, this.#at.getTime())
    for (const span of spans) await openSpan(trx, span, this.#at.getTime())
    const written = await insertImported(trx, this.#id, samples, this.#at)
    // Two rows with the same instant in the sheet, or a sample that arrived from the device meanwhile.
    if (written < samples.length) throw new AppError('import.outdated', { data: { reason: '有样本的时刻重复' } })
    this.#spans.push(...spans)
  }

  async finish(trx: Tx): Promise<void> {
    if (this.#spans.length > 0) this.#commits = await followUp(trx, this.#spans, this.#deps.now())
  }

  onCommitted(): void {
    if (this.#commits.length > 0) tell(this.#deps.bus, this.#commits)
  }

  async #loadChannels(db: Db, forms: readonly Partial<Form>[]): Promise<void> {
    const unknown = [...new Set(forms.flatMap(({ clientId }) => clientId ?? []))].filter(
      (id) => !this.#channels.has(id),
    )
    if (unknown.length === 0) return
    const found = groupBy(await findImportChannels(db, this.#user.scope, unknown), ({ clientId }) => clientId)
    for (const id of unknown) this.#channels.set(id, found.get(id) ?? [])
  }

  /** The channel and sample of a row, or its errors by column. */
  #place({ clientId, channel: name = '', ts, value, unit }: Partial<Form>): Placed | Misplaced {
    const own = this.#channels.get(clientId ?? '') ?? []
    // Rows that failed validation are incomplete; missing values are not reported again.
    if (clientId === undefined) return refused({})
    if (own.length === 0) return refused({ clientId: '设备不存在，或没有通道' })
    const named = own.filter((entry) =>
      [String(entry.seq), entry.metricCode, entry.alias, entry.metricName].includes(name),
    )
    const [channel] = named
    if (!channel) return refused({ channel: '该设备没有此通道' })
    if (named.length > 1) return refused({ channel: '有多个通道符合，请用通道序号' })
    if (ts === undefined || value === undefined) return refused({})
    const nowMs = this.#at.getTime()
    if (ts > nowMs) return refused({ ts: '时间晚于当前' })
    if (ts < nowMs - RAW_KEPT_DAYS * DAY_MS) return refused({ ts: TOO_LONG_AGO })
    const metric = metricByCode(channel.metricCode)
    if (!metric) return refused({ channel: '因子不在目录中' })
    const stored = unit === undefined ? value : convert(value, unit, metric.unit, metric)
    if (stored === undefined) return refused({ unit: `不能换算为 ${metric.unit}` })
    const q = checkQuality(newQcState(), qcSpec(metric, channel), ts, stored)
    if (q === REFUSED)
      return refused({ value: `超出物理可能范围（${metric.hardLo} 至 ${metric.hardHi} ${metric.unit}）` })
    const { deviceNo, channelNo } = channel
    return { kind: 'placed', channel, sample: { deviceNo, channelNo, tsMs: ts, value: stored, q: q | QUALITY.late } }
  }

  async #findStored(db: Db, rows: readonly Placed[]): Promise<ReadonlyMap<string, number>> {
    const stored = new Map<string, number>()
    const keys = groupBy(rows, ({ sample }) => `${sample.channelNo} ${bucketEnd(sample.tsMs, DAY_MS)}`)
    for (const own of keys.values()) {
      const [first] = own
      if (!first) continue
      // Created before writing: a partition cannot be attached while its parent is being written to.
      await createPartition(this.#deps.pool, partitionAt('mon_sample', first.sample.tsMs))
      const times = own.map(({ sample }) => sample.tsMs)
      for (const [ms, v] of await findStored(db, first.sample, times)) stored.set(`${first.sample.channelNo}@${ms}`, v)
    }
    return stored
  }

  async #findApproved(db: Db, rows: readonly Placed[]): Promise<ReadonlySet<string>> {
    const days = rows.map(({ sample }) => statDayGmt8(sample.tsMs)).sort()
    const stationIds = [...new Set(rows.flatMap(({ channel }) => channel.stationId ?? []))]
    const found = await findReviewDays(db, stationIds, days[0] ?? '', days.at(-1) ?? '')
    return new Set(found.filter(({ state }) => state === 'approved').map(({ stationId, day }) => `${stationId} ${day}`))
  }
}

/** Spans from the first to the last sample of each channel and day. */
function daySpans(samples: readonly Pick<NewSample, 'deviceNo' | 'channelNo' | 'tsMs'>[]): SampleSpan[] {
  const groups = groupBy(samples, ({ channelNo, tsMs }) => `${channelNo} ${bucketEnd(tsMs, DAY_MS)}`)
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const times = own.map(({ tsMs }) => tsMs)
    const { deviceNo, channelNo } = first
    return [{ deviceNo, channelNo, fromMs: Math.min(...times) - 1, toMs: Math.max(...times) }]
  })
}

/** Undoes an import: deletes its samples unless replaced since. */
export async function takeImportBack({ db, bus, now }: MarkDeps, actor: Actor, id: string): Promise<{ n: number }> {
  const nowMs = now()
  const { userId, realname } = authorOf(actor.user)
  const { n, commits } = await db.transaction().execute(async (trx) => {
    const [found] = await findImports(trx, actor.user.scope, id)
    if (!found) throw new AppError('row.not_found')
    const rows = await findImportRows(trx, id)
    const spans = daySpans(rows)
    await lockChannels(
      trx,
      rows.map(({ channelNo }) => channelNo),
    )
    await openReviewDays(trx, actor, spans, nowMs)
    const at = await undoImport(trx, id, { undoneBy: userId, undoneName: realname, undoneAt: new Date(nowMs) })
    if (!at) {
      const [again] = await findImports(trx, actor.user.scope, id)
      throw new AppError('sample_import.undone', { data: { name: again?.undoneBy ?? '' } })
    }
    // Whole days, as only rows are checked for remaining samples.
    for (const { toMs, ...key } of spans)
      await openSpan(trx, { ...key, fromMs: bucketEnd(toMs, DAY_MS) - DAY_MS, toMs: bucketEnd(toMs, DAY_MS) }, nowMs)
    // Taken first: locks out workers recomputing the rollups that are deleted.
    await upsertStale(trx, spans, nowMs)
    let deleted = 0
    for (const own of groupBy(rows, ({ channelNo }) => channelNo).values()) {
      const [first] = own
      if (first)
        deleted += await deleteImported(
          trx,
          first,
          own.map(({ tsMs }) => tsMs),
          at,
        )
    }
    const done = await followUp(trx, spans, nowMs)
    await writeOperation(trx, actor, {
      content: `撤销导入 ${formatGmt8(at.getTime())} 的样本，删除 ${deleted} 个`,
      operateType: OPERATE.delete,
      objectId: id,
    })
    return { n: deleted, commits: done }
  })
  tell(bus, commits)
  return { n }
}
