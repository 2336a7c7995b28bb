import { type PositionForm, type PositionRow, positionForm } from '@natim/contract/system/position'
import type { Db } from '../../platform/db/db.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { createRecordImport, createRecords, type RecordSpec } from '../record/index.ts'
import { countHolders, POSITION_FIELDS } from './position.repository.ts'

/** 职务 */
export const POSITION: RecordSpec<'sysPosition', PositionRow, PositionForm> = {
  table: 'sysPosition',
  noun: '职务',
  nameOf: ({ name, code }) => `${name}（${code}）`,
  component: 'system/SysPositionList',
  fields: POSITION_FIELDS,
  dictionaries: ['position_rank'],
  immutable: ['code'],
  conflicts: { sys_position_code_key: 'position.code_in_use' },
  toRow(record, captions) {
    const rank = captions('position_rank', record.postRank)
    return {
      ...record,
      postRank_dictText: rank,
      rank_dictText: rank,
      createTime: toDateTimeText(record.createTime),
      updateTime: toDateTimeText(record.updateTime),
    }
  },
  uses: async (db, positions) => [
    {
      noun: '用户',
      count: await countHolders(
        db,
        positions.map(({ code }) => code),
      ),
    },
  ],
}

export const createPositionImport = (db: Db) =>
  createRecordImport({
    db,
    records: createRecords(db, POSITION),
    name: 'position',
    form: positionForm,
    keyColumn: 'code',
    columns: [
      { key: 'code', title: '职务编码', required: true, hint: '字母、数字、下划线和短横线，最多 64 位' },
      { key: 'name', title: '职务名称', required: true },
      { key: 'postRank', title: '职级', hint: '职级名称，如 中级' },
    ],
    dictionaries: { postRank: 'position_rank' },
    example: { code: 'shift_leader', name: '值班班长', postRank: '中级' },
  })
