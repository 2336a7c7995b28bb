import type { HandlerInput } from '@natim/contract/endpoint'
import type { BinEndpoints, BinRow, RecordUse } from '@natim/contract/record'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, writeChange } from '../../platform/journal.ts'
import { toBinRow } from '../record/index.ts'
import { lockDevices } from './device.repository.ts'
import {
  bringBack,
  countUses,
  findBinned,
  findMissingParents,
  findRows,
  lockBinned,
  markRemoved,
} from './device-bin.repository.ts'

type Row = Awaited<ReturnType<typeof findRows>>[number]

type Asked = HandlerInput<BinEndpoints['restore']>['body']

const note = (trx: Tx, actor: Actor, row: Row, sides: { before?: Row; after?: Row }) =>
  writeChange(trx, actor, {
    table: 'mon_device',
    id: row.id,
    noun: '设备',
    name: `${row.name}（${row.clientId}）`,
    ...sides,
  })

/** 删除与回收站: a deleted device keeps its history, and comes back as it was, with its credentials. */
export function createDeviceBin({ db, bus }: { readonly db: Db; readonly bus: Bus }) {
  return {
    async uses({ scope }: SessionUser, ids: readonly string[]): Promise<RecordUse[]> {
      const { children, channels, withHistory } = await countUses(db, scope, ids)
      return [
        { noun: '下级设备', count: children, isBlocking: true },
        { noun: '通道', count: channels },
        { noun: '有历史数据的设备', count: withHistory, isKept: true, asksName: true },
      ].filter(({ count }) => count > 0)
    },

    /** @throws AppError row.not_found, device.has_children */
    async remove(actor: Actor, ids: readonly string[]): Promise<void> {
      const { scope, username } = actor.user
      await db.transaction().execute(async (trx) => {
        const locked = await lockDevices(trx, scope, ids)
        if (locked.length !== new Set(ids).size) throw new AppError('row.not_found')
        if ((await countUses(trx, scope, ids)).children > 0) throw new AppError('device.has_children')
        const rows = await findRows(trx, ids)
        await markRemoved(trx, ids, username, new Date())
        for (const row of rows) await note(trx, actor, row, { before: row })
      })
      bus.publish('registers', { deviceIds: ids })
    },

    async list({ scope }: SessionUser): Promise<BinRow[]> {
      return (await findBinned(db, scope)).map(toBinRow)
    },

    /** @throws AppError row.not_found, row.parent_deleted */
    async restore(actor: Actor, { id, version }: Asked): Promise<void> {
      const { scope, username } = actor.user
      await db.transaction().execute(async (trx) => {
        if (version !== undefined || !(await lockBinned(trx, scope, id))) throw new AppError('row.not_found')
        const missing = await findMissingParents(trx, id)
        if (missing.length > 0) throw new AppError('row.parent_deleted', { data: { names: missing.join('、') } })
        await bringBack(trx, id, username, new Date())
        const [after] = await findRows(trx, [id])
        if (after) await note(trx, actor, after, { after })
      })
      bus.publish('registers', { deviceIds: [id] })
    },
  }
}
