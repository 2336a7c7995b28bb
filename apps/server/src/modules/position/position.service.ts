import type { ListQuery } from '@natim/contract/fields'
import type { PositionRow } from '@natim/contract/system/position'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { withDataRules } from '../../platform/data-rules/data-rule.repository.ts'
import type { Db } from '../../platform/db/db.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toDateTimeText, toPage } from '../../platform/wire.ts'
import { type Captions, loadCaptions } from '../dict/index.ts'
import {
  findPositions,
  POSITION_FIELDS,
  POSITION_LIST,
  POSITION_RULES,
  type PositionRecord,
} from './position.repository.ts'

/** 职务 */
export function createPositionService({ db }: { readonly db: Db }) {
  return {
    async list(viewer: SessionUser, query: ListQuery, ids?: readonly string[]) {
      const asked = parseListRequest(query, POSITION_FIELDS, POSITION_LIST)
      const request = await withDataRules(db, viewer, POSITION_RULES, asked)
      const [{ records, total }, captions] = await Promise.all([
        findPositions(db, request, ids),
        loadCaptions(db, ['position_rank']),
      ])
      return toPage(
        records.map((record) => toRow(record, captions)),
        total,
        request,
      )
    },
  }
}

function toRow(record: PositionRecord, captions: Captions): PositionRow {
  const rank = captions('position_rank', record.postRank)
  return {
    id: record.id,
    code: record.code,
    name: record.name,
    postRank: record.postRank,
    postRank_dictText: rank,
    rank_dictText: rank,
    companyId: record.companyId,
    sysOrgCode: record.sysOrgCode,
    createBy: record.createBy,
    createTime: toDateTimeText(record.createTime),
    updateBy: record.updateBy,
    updateTime: toDateTimeText(record.updateTime),
  }
}
