import { isDeepStrictEqual } from 'node:util'
import { rule } from '@natim/contract/mon/rule.resource'
import { MAX_SCOPE_CHANNELS, type RuleBody } from '@natim/domain/alarm/rule'
import type { LimitBook } from '@natim/domain/limits'
import { calendarDayGmt8 } from '@natim/domain/time'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { loadLimitBook } from '../limit/index.ts'
import { type Directory, loadDirectory } from '../live/index.ts'
import { type Columns, type StoredRow, serve } from '../resource/index.ts'
import { branchRefusal } from './branch-refusal.ts'
import { inUnitsOfMetrics } from './given-units.ts'
import { loadOf } from './match.ts'
import { bodyOf, countOpenAlarms, insertVersion, RULE_SOURCE } from './rule.repository.ts'
import { sentenceLines } from './sentence.ts'

type Rule = StoredRow<'monAlarmRule'>
type RuleColumns = Columns<'monAlarmRule'>

/** Deciding columns; editing one creates a version. */
const DECIDING = ['place', 'scope', 'branches', 'corroborate', 'autoClear', 'latch', 'escalate'] as const

/** 报警规则. They belong to the whole network: a user with the permission sees all of them. */
export const RULE = serve(rule, {
  table: 'monAlarmRule',
  source: RULE_SOURCE,
  softDelete: { column: 'delFlag', live: 0, deleted: 1, freesKey: true },
  // Switched by a separate call with its own log line; restoring a version does not switch it.
  transient: ['enabled'],
  toRow: (row, { openCount, ...stored }) => ({
    ...row,
    openCount,
    sentence: sentenceLines(bodyOf(stored)).join('\n'),
  }),
  beforeWrite: (trx, { user }, columns, before) =>
    before === undefined ? complete(trx, columns) : raise(trx, user.username, columns, before),
  afterInsert: (trx, { user }, record) =>
    insertVersion(trx, {
      ruleId: record.id,
      version: record.version,
      name: record.name,
      body: bodyOf(record),
      createBy: user.username,
    }),
  uses: async (db, rules) => [
    {
      noun: '未关闭报警',
      count: await countOpenAlarms(
        db,
        rules.map(({ id }) => id),
      ),
      isBlocking: false,
    },
  ],
})

async function complete(trx: Tx, columns: RuleColumns): Promise<RuleColumns> {
  const body = await checkedBody(trx, bodyOf({ ...EMPTY, ...columns }))
  return { ...columns, branches: asStored(body) }
}

const asStored = ({ branches }: RuleBody) => branches

const EMPTY: RuleBody = {
  place: 'public',
  scope: {},
  branches: [],
  corroborate: null,
  autoClear: true,
  latch: true,
  escalate: null,
}

/**
 * Editing a deciding column creates the next version; callers cannot set the number, not even by restoring a version.
 */
async function raise(trx: Tx, by: string, asked: RuleColumns, before: Rule): Promise<RuleColumns> {
  const { version: _own, ...columns } = asked
  const wanted = bodyOf({ ...before, ...decided(columns) })
  if (isDeepStrictEqual(plain(wanted), plain(bodyOf(before)))) return columns
  const body = await checkedBody(trx, wanted)
  const version = before.version + 1
  await insertVersion(trx, { ruleId: before.id, version, name: columns.name ?? before.name, body, createBy: by })
  return { ...columns, ...(columns.branches !== undefined && { branches: asStored(body) }), version }
}

/** JSON columns of a restored version arrive as text. */
const decided = (columns: RuleColumns) =>
  Object.fromEntries(
    DECIDING.flatMap((key) => {
      const value: unknown = columns[key]
      if (value === undefined) return []
      return [[key, typeof value === 'string' && key !== 'place' ? (JSON.parse(value) as unknown) : value]]
    }),
  )

/** Drops undefined values before comparing. */
const plain = (body: RuleBody): unknown => JSON.parse(JSON.stringify(body))

/** Loaded once per transaction, however many rules it writes. */
const registers = new WeakMap<Tx, Promise<readonly [Directory, LimitBook]>>()

/** The body in its stored form. @throws AppError rule.scope, rule.branches */
async function checkedBody(trx: Tx, given: RuleBody): Promise<RuleBody> {
  const reading = registers.get(trx) ?? Promise.all([loadDirectory(trx), loadLimitBook(trx)])
  registers.set(trx, reading)
  const [directory, book] = await reading
  const body = inUnitsOfMetrics(directory, given)
  const channels = loadOf(directory, body)
  if (channels > MAX_SCOPE_CHANNELS) throw new AppError('rule.scope', { data: { channels, max: MAX_SCOPE_CHANNELS } })
  const detail = branchRefusal(directory, book, body, calendarDayGmt8(Date.now()))
  if (detail !== undefined) throw new AppError('rule.branches', { data: { detail } })
  return body
}
