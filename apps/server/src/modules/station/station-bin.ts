import type { HandlerInput } from '@natim/contract/endpoint'
import type { BinEndpoints, BinRow, RecordUse } from '@natim/contract/record'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, writeChange } from '../../platform/journal.ts'
import { guardConflicts, toBinRow } from '../record/index.ts'
import { countDevicesOf, lockStations, STATION_CONFLICTS } from './station.repository.ts'
import { findBinned, findVisibleIds, lockBinned, setDeleted } from './station-bin.repository.ts'

type Row = Awaited<ReturnType<typeof setDeleted>>[number]

type Asked = HandlerInput<BinEndpoints['restore']>['body']

const note = (trx: Tx, actor: Actor, row: Row, sides: { before?: Row; after?: Row }) =>
  writeChange(trx, actor, {
    table: 'mon_station',
    id: row.id,
    noun: '站点',
    name: `${row.name}（${row.code}）`,
    ...sides,
  })

/** 删除与回收站: stations without devices in use; the row comes back as it was. */
export function createStationBin({ db, bus }: { readonly db: Db; readonly bus: Bus }) {
  return {
    async uses({ scope }: SessionUser, ids: readonly string[]): Promise<RecordUse[]> {
      const visible = await findVisibleIds(db, scope, ids)
      const count = visible.length === 0 ? 0 : await countDevicesOf(db, visible)
      return count > 0 ? [{ noun: '在用设备', count, isBlocking: true }] : []
    },

    /** @throws AppError row.not_found, station.has_devices */
    async remove(actor: Actor, ids: readonly string[]): Promise<void> {
      const { scope, username } = actor.user
      await db.transaction().execute(async (trx) => {
        const locked = await lockStations(trx, scope, ids)
        if (locked.length !== new Set(ids).size) throw new AppError('row.not_found')
        if ((await countDevicesOf(trx, ids)) > 0) throw new AppError('station.has_devices')
        const rows = await setDeleted(trx, ids, { delFlag: 1, by: username })
        for (const row of rows) await note(trx, actor, row, { before: row })
      })
      bus.publish('registers', {})
    },

    async list({ scope }: SessionUser): Promise<BinRow[]> {
      return (await findBinned(db, scope)).map(toBinRow)
    },

    /** @throws AppError row.not_found, station.code_in_use when another station has the code by now */
    async restore(actor: Actor, { id, version }: Asked): Promise<void> {
      const { scope, username } = actor.user
      await db.transaction().execute(async (trx) => {
        if (version !== undefined || !(await lockBinned(trx, scope, id))) throw new AppError('row.not_found')
        const [after] = await guardConflicts(STATION_CONFLICTS, () =>
          setDeleted(trx, [id], { delFlag: 0, by: username }),
        )
        if (after) await note(trx, actor, after, { after })
      })
      bus.publish('registers', {})
    },
  }
}
