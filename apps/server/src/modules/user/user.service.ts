import type { HandlerInput } from '@natim/contract/endpoint'
import type { Page } from '@natim/contract/envelope'
import type { ListQuery } from '@natim/contract/fields'
import type { RowVersion } from '@natim/contract/resource/crud-endpoints'
import type { UserRow, userEndpoints } from '@natim/contract/system/pickers'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { withDataRules } from '../../platform/data-rules/data-rule.repository.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toDateTimeText, toPage } from '../../platform/wire.ts'
import { type DictLabels, loadDictLabels } from '../dict/index.ts'
import { createResource, versionsOf } from '../resource/index.ts'
import { ROLE } from '../role/index.ts'
import {
  CONTACT_FIELDS,
  findUsers,
  findUsersByKeys,
  isShownTo,
  STORE_FIELDS,
  USER_FIELDS,
  USER_LIST,
  USER_RULES,
  type UserFilter,
  type UserRecord,
} from './user.repository.ts'
import { refusalsOf } from './user-policy.ts'
import { EVERYBODY, rulesOf } from './user-rules.ts'
import { findStandings } from './user-standing.repository.ts'
import { nameLinks } from './user-versions.ts'

type UserQuery = HandlerInput<typeof userEndpoints.list>['query']
const ALL_FIELDS = { ...USER_FIELDS, ...CONTACT_FIELDS }
/** An id that no user has. */
const NOBODY = ['']
/** Most keys per name lookup. */
const MAX_KEYS = 1_000

const maySeeContacts = (viewer: SessionUser) => viewer.permissions.has('system:user:list')

/** 用户: the lists of pickers and user administration. */
export function createUserService({ db }: { readonly db: Db }) {
  async function readPage(viewer: SessionUser, query: ListQuery, filter: UserFilter) {
    const fields = maySeeContacts(viewer) ? ALL_FIELDS : USER_FIELDS
    const request = await withDataRules(db, viewer, USER_RULES, parseListRequest(query, fields, USER_LIST))
    const [{ records, total }, labels] = await Promise.all([
      findUsers(db, viewer, request, filter),
      loadDictLabels(db, ['sex', 'user_status']),
    ])
    return toPage(
      records.map((record) => toRow(record, labels, viewer)),
      total,
      request,
    )
  }

  const roles = createResource(db, ROLE)

  /** Adds roles and last sign-in if the viewer administers users. */
  async function withStandings(viewer: SessionUser, found: Page<UserRow>): Promise<Page<UserRow>> {
    if (!maySeeContacts(viewer)) return found
    const userIds = found.records.map(({ id }) => id)
    const standings = await findStandings(db, userIds, await roles.conditionsFor(viewer))
    return {
      ...found,
      records: found.records.map((row) => ({
        ...row,
        roleNames: standings.get(row.id)?.roleNames ?? null,
        lastLoginTime: toDateTimeText(standings.get(row.id)?.signedInAt ?? null),
      })),
    }
  }

  /** The users with these ids that the viewer sees, on one page. */
  const byIds = (viewer: SessionUser, ids: readonly string[]) =>
    readPage(viewer, { ...EVERYBODY, pageSize: MAX_KEYS }, { ids })

  return {
    byIds: async (viewer: SessionUser, ids: readonly string[]) => (await byIds(viewer, ids)).records,

    /** @throws AppError row.not_found */
    async one(viewer: SessionUser, id: string): Promise<UserRow> {
      const [row] = (await byIds(viewer, [id])).records
      if (row === undefined) throw new AppError('row.not_found')
      return row
    },

    /** Versions of a user, including users in the recycle bin. @throws AppError row.not_found */
    async history(viewer: SessionUser, id: string): Promise<RowVersion[]> {
      if (!(await isShownTo(db, viewer, id, await rulesOf(db, viewer)))) throw new AppError('row.not_found')
      return nameLinks(db, await versionsOf(db, viewer, 'sys_user', id))
    },

    /** Holders of a role; empty without a role. */
    roleMembers: (viewer: SessionUser, { roleId, ...query }: ListQuery & { readonly roleId: string }) =>
      readPage(viewer, query, { roleId }),

    /** Members of departments and their subdepartments, shown with their departments instead of the session's. */
    async departMembers(viewer: SessionUser, departIds: readonly string[], query: ListQuery) {
      const found = await readPage(viewer, query, { departIds: departIds.length > 0 ? departIds : NOBODY })
      return { ...found, records: found.records.map(withDepartNames) }
    },

    /** Users in the recycle bin, newest first. */
    async deleted(viewer: SessionUser): Promise<UserRow[]> {
      const query = { ...EVERYBODY, column: 'updateTime', order: 'desc' }
      return (await readPage(viewer, query, { isDeleted: true })).records.map(withDepartNames)
    },

    async list(viewer: SessionUser, { code, departId, keyword, ...query }: UserQuery, ids?: readonly string[]) {
      // Existing clients request these users by a comma list named `code`.
      const asked = code ? { ...query, id: `${code},` } : query
      return withStandings(viewer, await readPage(viewer, asked, { departId, keyword, ids }))
    },

    componentData(
      viewer: SessionUser,
      { departId, keyword, ...query }: HandlerInput<typeof userEndpoints.componentData>['query'],
    ) {
      const asked = { ...query, username: anywhere(query.username), realname: anywhere(query.realname) }
      return readPage(viewer, asked, { departId, keyword, isEnabledOnly: true })
    },

    /** Members of a department; empty without one. */
    async ofDepart(viewer: SessionUser, { id, realname }: HandlerInput<typeof userEndpoints.ofDepart>['query']) {
      if (id === '') return []
      const asked = { ...EVERYBODY, realname: anywhere(realname), column: 'realname', order: 'asc' }
      return (await readPage(viewer, asked, { departId: id })).records
    },

    /** Enabled users by a comma list in the parameter named after a store field; empty for other names. */
    async byKeys(viewer: SessionUser, query: Readonly<Record<string, unknown>>): Promise<UserRow[]> {
      const field = Object.keys(STORE_FIELDS).find((name) => Object.hasOwn(query, name))
      const sent = field === undefined ? undefined : query[field]
      const keys = typeof sent === 'string' ? [...new Set(sent.split(',').filter((key) => key !== ''))] : []
      if (keys.length === 0) return []
      const asked = keys.slice(0, MAX_KEYS)
      const [records, labels] = await Promise.all([
        findUsersByKeys(db, viewer, field as keyof typeof STORE_FIELDS, asked, await rulesOf(db, viewer)),
        loadDictLabels(db, ['sex', 'user_status']),
      ])
      return records.map((record) => toRow(record, labels, viewer))
    },
  }
}

export type UserService = ReturnType<typeof createUserService>

/** Existing clients expect department names where other lists have a department code (contract/10 §4.1). */
const withDepartNames = (row: UserRow): UserRow => ({ ...row, orgCode: row.orgCodeTxt })

/** Matches typed text anywhere in the name; filter characters in it are escaped. */
export function anywhere(typed: unknown): string {
  const words = typeof typed === 'string' ? typed.trim().replace(/^\*+|\*+$/g, '') : ''
  return words === '' ? '' : `*${words.replaceAll(',', '++')}*`
}

function toRow(record: UserRecord, labels: DictLabels, viewer: SessionUser): UserRow {
  const withContacts = maySeeContacts(viewer)
  return {
    id: record.id,
    username: record.username,
    realname: record.realname,
    avatar: record.avatar,
    birthday: record.birthday,
    sex: record.sex,
    sex_dictText: labels('sex', record.sex),
    phone: record.phone,
    email: withContacts ? record.email : null,
    telephone: withContacts ? record.telephone : null,
    workNo: record.workNo,
    post: record.post,
    post_dictText: record.postNames ?? '',
    orgCode: record.orgCode,
    orgCodeTxt: record.departNames,
    departIds: record.departIds,
    departIds_dictText: record.chargeNames ?? '',
    userIdentity: record.userIdentity,
    status: record.status,
    status_dictText: labels('user_status', record.status),
    createBy: record.createBy,
    createTime: toDateTimeText(record.createTime),
    updateBy: record.updateBy,
    updateTime: toDateTimeText(record.updateTime),
    ...refusalsOf(viewer, record),
  }
}
