import type { UserRow } from '@natim/contract/system/choosers'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Verdict } from '../import/index.ts'
import { findUsersAbove } from '../permission/index.ts'
import type { UserService } from './user.service.ts'
import { findTaken } from './user-import.repository.ts'
import { isScopeGrantable } from './user-policy.ts'
import type { SheetForm } from './user-sheet.ts'

interface Depart {
  readonly id: string
  readonly departName: string
  readonly orgCode: string
}
interface Position {
  readonly code: string
  readonly name: string
}

export interface JudgeDeps {
  readonly viewer: SessionUser
  readonly users: UserService
  readonly departs: readonly Depart[]
  readonly positions: readonly Position[]
}

/** Names and codes as keys; a name of several rows leads nowhere. */
function directory<T>(rows: readonly T[], codeOf: (row: T) => string, nameOf: (row: T) => string) {
  const byName = new Map<string, T[]>()
  for (const row of rows) byName.set(nameOf(row), [...(byName.get(nameOf(row)) ?? []), row])
  const byCode = new Map(rows.map((row) => [codeOf(row), row]))
  return (text: string): T | 'several' | undefined => {
    const named = byName.get(text) ?? []
    return byCode.get(text) ?? (named.length > 1 ? 'several' : named[0])
  }
}

type Errors = Record<string, string>
type Taken = Awaited<ReturnType<typeof findTaken>>

const UNIQUE = { phone: '手机号已存在', email: '电子邮件已存在', workNo: '工号已存在' } as const

/** What the register says to rows of a sheet of users. */
export function createImportJudge({ viewer, users, departs, positions }: JudgeDeps) {
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

  /** The rows behind texts, or why there are none. */
  function lookUp<T>(texts: readonly string[] | null | undefined, find: (text: string) => T | 'several' | undefined) {
    const found: T[] = []
    for (const text of texts ?? []) {
      const row = find(text)
      if (row === undefined) return { error: `「${text.slice(0, 40)}」不存在` }
      if (row === 'several') return { error: `「${text.slice(0, 40)}」有多个，请填编码` }
      found.push(row)
    }
    return { found }
  }

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

  return {
    async verdicts(db: Db, forms: readonly Partial<SheetForm>[]): Promise<Verdict[]> {
      const taken = await findTaken(db, forms)
      const ids = taken.map(({ id }) => id)
      const visible = new Map((ids.length > 0 ? await users.byIds(viewer, ids) : []).map((row) => [row.id, row]))
      const above = new Set((await findUsersAbove(db, viewer.userId, ids)).map(({ id }) => id))
      return forms.map((form): Verdict => {
        const same = taken.find(({ username }) => username.toLowerCase() === form.username?.toLowerCase())
        const now = same && visible.get(same.id)
        const errors = { ...placeErrors(form), ...conflicts(form, taken, same?.id) }
        if (same?.delFlag) errors['username'] = '账号在回收站中'
        else if (same && now === undefined) errors['username'] = '数据库中已存在，且不在您的数据范围内'
        else if (same && above.has(same.id)) errors['username'] = '该用户的权限高于您'
        if (Object.keys(errors).length > 0) return { kind: 'refused', errors }
        return now === undefined ? { kind: 'new' } : { kind: 'known', id: now.id, now: asSheet(now) }
      })
    },

    /** A row that was judged, as the form takes it. */
    toForm({ departs: departTexts, posts, ...form }: SheetForm) {
      const ids = lookUp(departTexts, departOf).found?.map(({ id }) => id)
      const codes = lookUp(posts, positionOf).found?.map(({ code }) => code)
      return {
        ...form,
        id: undefined,
        ...(departTexts && { selecteddeparts: ids?.join(',') }),
        ...(posts && { post: codes?.join(',') }),
      }
    },
  }
}

function conflicts(form: Partial<SheetForm>, taken: Taken, ownId: string | undefined): Errors {
  const errors: Errors = {}
  for (const [key, message] of Object.entries(UNIQUE) as [keyof typeof UNIQUE, string][]) {
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

const asSheet = (row: UserRow) => ({ ...row, departs: split(row.orgCodeTxt), posts: split(row.post_dictText) })
