import { entriesOf } from '@natim/domain/record'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import type { RowOutcome } from '../import/index.ts'
import { findUsersAbove } from '../permission/index.ts'
import type { UserService } from './user.service.ts'
import { findTaken } from './user-import.repository.ts'
import { directory, heldAs, lookUp } from './user-import-names.ts'
import { loadRoleColumn } from './user-import-roles.ts'
import { isScopeGrantable } from './user-policy.ts'
import type { SheetForm } from './user-sheet.ts'
import { findLinks, type Links } from './user-write.repository.ts'

interface Depart {
  readonly id: string
  readonly departName: string
  readonly orgCode: string
}
interface Position {
  readonly code: string
  readonly name: string
}

export interface ValidatorDeps {
  readonly viewer: SessionUser
  readonly users: UserService
  readonly departs: readonly Depart[]
  readonly positions: readonly Position[]
}

type Errors = Record<string, string>
type Taken = Awaited<ReturnType<typeof findTaken>>

const UNIQUE = { phone: '手机号已存在', email: '电子邮件已存在', workNo: '工号已存在' } as const

/** Validates rows of a user sheet against the stored data. */
export function createImportValidator({ viewer, users, departs, positions }: ValidatorDeps) {
  const departOf = directory(
    departs,
    ({ orgCode }) => orgCode,
    ({ departName }) => departName,
  )
  const positionOf = directory(
    positions,
    ({ code }) => code,
    ({ name }) => name,
  )

  function placeErrors(form: Partial<SheetForm>): Errors {
    const errors: Errors = {}
    const wanted = lookUp(form.departs, departOf)
    if (wanted.error !== undefined) errors['departs'] = wanted.error
    const codes = (wanted.found ?? []).map(({ orgCode }) => orgCode)
    if (!isScopeGrantable(viewer, codes, viewer.scope.regionPrefixes)) errors['departs'] = '不在您的数据范围内'
    const held = lookUp(form.posts, positionOf)
    if (held.error !== undefined) errors['posts'] = held.error
    return errors
  }

  const departIds = new Set(departs.map(({ id }) => id))
  const idsOfDeparts = (form: Partial<SheetForm>) => lookUp(form.departs, departOf).found?.map(({ id }) => id) ?? []
  const codesOfPosts = (form: Partial<SheetForm>) => lookUp(form.posts, positionOf).found?.map(({ code }) => code) ?? []

  return {
    /** Looks up role names anew: roles or permissions may have changed since the rows were checked. */
    async outcomes(db: Db, forms: readonly Partial<SheetForm>[]): Promise<RowOutcome[]> {
      const taken = await findTaken(db, forms)
      const ids = taken.map(({ id }) => id)
      const visible = new Map((ids.length > 0 ? await users.byIds(viewer, ids) : []).map((row) => [row.id, row]))
      const above = new Set((await findUsersAbove(db, viewer.userId, ids)).map(({ id }) => id))
      const links = await linksOf(db, ids)
      const roles = await loadRoleColumn(db, viewer)
      const rows = forms.map((form) => {
        const same = taken.find(({ username }) => username.toLowerCase() === form.username?.toLowerCase())
        // Nothing is revealed about users the sender cannot see, including their roles.
        const now = same && visible.get(same.id)
        const { roles: held = [], departs: placed = [] } = links.get(now?.id ?? '') ?? {}
        return { form, roles: form.roles, same, now, userId: now?.id, held, placed }
      })
      const roleErrors = await roles.errorsOf(rows)
      return rows.map(({ form, same, now, held, placed }, index): RowOutcome => {
        const roleError = roleErrors[index]
        const errors: Errors = {
          ...placeErrors(form),
          ...conflicts(form, taken, same?.id),
          ...(roleError && { roles: roleError }),
        }
        if (same?.delFlag) errors['username'] = '账号在回收站中'
        else if (same && now === undefined) errors['username'] = '数据库中已存在，且不在您的数据范围内'
        else if (same && above.has(same.id)) errors['username'] = '该用户的权限高于您'
        if (Object.keys(errors).length > 0) return { kind: 'refused', errors }
        if (now === undefined) return { kind: 'new' }
        const heldDeparts = placed.filter((id) => departIds.has(id))
        const asSheet = {
          ...now,
          departs: heldAs(form.departs, { meant: idsOfDeparts(form), held: heldDeparts, names: split(now.orgCodeTxt) }),
          posts: heldAs(form.posts, {
            meant: codesOfPosts(form),
            held: split(now.post),
            names: split(now.post_dictText),
          }),
          roles: roles.shown(form.roles, held),
        }
        return { kind: 'known', id: now.id, now: asSheet }
      })
    },

    /** Converts validated rows to forms, for the users with these ids or new ones. */
    async formsIn(db: Db, ids: readonly string[]) {
      const roles = await loadRoleColumn(db, viewer)
      const links = await linksOf(db, ids)
      return ({ departs: departTexts, posts, roles: roleTexts, ...form }: SheetForm, id?: string) => ({
        ...form,
        id: undefined,
        ...(departTexts && { selecteddeparts: idsOfDeparts({ departs: departTexts }).join(',') }),
        ...(posts && { post: codesOfPosts({ posts }).join(',') }),
        ...(roleTexts && { selectedroles: roles.wanted(roleTexts, links.get(id ?? '')?.roles ?? []).join(',') }),
      })
    },
  }
}

const linksOf = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Links>> =>
  ids.length > 0 ? findLinks(db, ids) : new Map()

function conflicts(form: Partial<SheetForm>, taken: Taken, ownId: string | undefined): Errors {
  const errors: Errors = {}
  for (const [key, message] of entriesOf(UNIQUE)) {
    const value = form[key]?.toLowerCase()
    if (!value) continue
    const isOthers = taken.some(
      (row) => row.id !== ownId && row[key]?.toLowerCase() === value && (key === 'workNo' || row.delFlag === 0),
    )
    if (isOthers) errors[key] = message
  }
  return errors
}

const split = (names: string | null) => (names ?? '').split(',').filter((name) => name !== '')
