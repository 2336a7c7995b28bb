import type { WallShared } from '@natim/domain/wall'
import type { Db } from '../../platform/db/db.ts'

interface NewWall {
  readonly id: string
  readonly name: string
  readonly sysOrgCode: string
  readonly state: WallShared
}

export async function insertWall(db: Db, { id, state, ...screen }: NewWall): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('monWallScreen')
      .values({ id, ...screen, createBy: 'admin' })
      .execute()
    await trx
      .insertInto('monWallState')
      .values({ screenId: id, version: 1, state: JSON.stringify(state), updateBy: 'admin' })
      .execute()
  })
}
