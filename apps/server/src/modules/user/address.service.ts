import type { HandlerInput } from '@natim/contract/endpoint'
import type { AddressRow, addressEndpoints } from '@natim/contract/system/user'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { withDataRules } from '../../platform/data-rules/data-rule.repository.ts'
import type { Db } from '../../platform/db/db.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toPage } from '../../platform/wire.ts'
import { findUsers, USER_FIELDS, USER_LIST, type UserRecord } from './user.repository.ts'
import { anywhere } from './user.service.ts'
import { findLinks } from './user-write.repository.ts'

type AddressQuery = HandlerInput<typeof addressEndpoints.list>['query']

/** Menu that carries the data rules of the page. */
const ADDRESS_RULES = { component: 'system/AddressList', fields: USER_FIELDS } as const
const ADDRESS_LIST = { ...USER_LIST, defaultSort: { field: 'realname', order: 'asc' } } as const

/** 通讯录: enabled users with their contact data. */
export async function listAddresses(db: Db, viewer: SessionUser, { orgCode, ...query }: AddressQuery) {
  const asked = { ...query, realname: anywhere(query.realname), workNo: anywhere(query.workNo) }
  const request = await withDataRules(db, viewer, ADDRESS_RULES, parseListRequest(asked, USER_FIELDS, ADDRESS_LIST))
  const { records, total } = await findUsers(db, viewer, request, { orgCode, isEnabledOnly: true })
  const ids = records.map(({ id }) => id)
  const links = ids.length > 0 ? await findLinks(db, ids) : undefined
  return toPage(
    records.map((record) => toRow(record, links?.get(record.id)?.departs[0] ?? null)),
    total,
    request,
  )
}

const toRow = (record: UserRecord, departId: string | null): AddressRow => ({
  userId: record.id,
  departId,
  departName: record.departNames?.replaceAll(',', ' | ') ?? null,
  realname: record.realname,
  avatar: record.avatar,
  workNo: record.workNo,
  post: record.post,
  post_dictText: record.postNames ?? '',
  telephone: record.telephone,
  email: record.email,
  phone: record.phone,
})
