import { MAX_PAGE_SIZE } from '@natim/contract/constants'
import type { ListQuery } from '@natim/contract/fields'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { withDataRules } from '../../platform/data-rules/data-rule.repository.ts'
import type { Db } from '../../platform/db/db.ts'
import { type ListRequest, parseListRequest } from '../../platform/list/list-request.ts'
import { USER_FIELDS, USER_LIST, USER_RULES } from './user.repository.ts'

/** One page with all users. */
export const EVERYBODY: ListQuery = { pageNo: 1, pageSize: MAX_PAGE_SIZE }

/** Conditions from the data rules of the user page. */
export async function rulesOf(db: Db, viewer: SessionUser): Promise<ListRequest['conditions']> {
  return (await withDataRules(db, viewer, USER_RULES, parseListRequest(EVERYBODY, USER_FIELDS, USER_LIST))).conditions
}
