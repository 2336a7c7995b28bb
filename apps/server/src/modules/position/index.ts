import { position } from '@natim/contract/system/position.resource'
import { resourceModule, serve } from '../resource/index.ts'
import { countHolders } from './position.repository.ts'

export const POSITION = serve(position, {
  table: 'sysPosition',
  toRow: (row) => ({ ...row, rank_dictText: row.postRank_dictText }),
  uses: async (db, positions) => [
    {
      noun: '用户',
      count: await countHolders(
        db,
        positions.map(({ code }) => code),
      ),
    },
  ],
})

export const positionModule = resourceModule(POSITION)
