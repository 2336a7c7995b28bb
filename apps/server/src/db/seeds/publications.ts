import type { Tx } from '../../platform/db/db.ts'

const SETS = [
  { id: 'pub-raw', name: '实时发布', level: 'raw', delayMin: 0, remark: '未经人工审核' },
  { id: 'pub-reviewed', name: '已审发布', level: 'reviewed', delayMin: 60, remark: '站日审核后发布' },
  { id: 'pub-approved', name: '已批发布', level: 'approved', delayMin: 1_440, remark: '站日批准后发布' },
] as const

/** What the open interface may publish; rows an administrator changed are left alone. */
export async function seedPublications(trx: Tx): Promise<void> {
  await trx
    .insertInto('monPublication')
    .values(SETS.map((set) => ({ ...set })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
