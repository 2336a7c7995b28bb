import { createHash, randomBytes } from 'node:crypto'
import { API_TOKEN_PREFIX, MAX_TOKENS, type TokenForm } from '@natim/contract/mon/api-token'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { commonScope, type DataScope } from '../../platform/scope.ts'
import {
  countTokens,
  findPublications,
  findTokens,
  insertToken,
  type LiveToken,
  lockAdditions,
  revokeToken,
} from './token.repository.ts'

const TOKEN_BYTES = 32
const HINT_CHARS = 4
const MAX_LISTED = 500

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The current scope of a token: its regions within its creator's scope; empty if they cannot be intersected. */
export function scopeOfToken({ orgCode, userPrefixes, regionPrefixes }: LiveToken): DataScope {
  const maker = { orgCode: orgCode ?? '', regionPrefixes: userPrefixes }
  if (regionPrefixes.length === 0) return maker
  return commonScope(maker, { orgCode: maker.orgCode, regionPrefixes })
}

/** 开放令牌. */
export function createTokens(db: Db) {
  return {
    list: (scope: DataScope) => findTokens(db, scope, MAX_LISTED),
    publications: () => findPublications(db),

    /** @throws AppError token.region_beyond, token.publication, token.too_many */
    async add(actor: Actor, { days, ...form }: TokenForm): Promise<{ id: string; token: string }> {
      const { user } = actor
      const { scope } = user
      const isWithin = form.regionPrefixes.every((prefix) =>
        scope.regionPrefixes.some((own) => own === '*' || prefix.startsWith(own)),
      )
      if (!isWithin || scope.orgCode === '') throw new AppError('token.region_beyond')
      const publications = await findPublications(db)
      if (!publications.some(({ id }) => id === form.publicationId)) throw new AppError('token.publication')
      const token = API_TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url')
      const id = newId()
      await db.transaction().execute(async (trx) => {
        await lockAdditions(trx, user.userId)
        if ((await countTokens(trx, user.userId)) >= MAX_TOKENS)
          throw new AppError('token.too_many', { data: { max: MAX_TOKENS } })
        await insertToken(trx, {
          ...form,
          id,
          days,
          tokenHash: hashOfToken(token),
          hint: token.slice(-HINT_CHARS),
          userId: user.userId,
          sysOrgCode: scope.orgCode,
          createBy: user.username,
        })
        await writeOperation(trx, actor, {
          content: `新增开放令牌：${form.name}`,
          operateType: OPERATE.add,
          objectId: id,
          detail: { table: 'mon_api_token', after: { ...form, days } },
        })
      })
      return { id, token }
    },

    /** @throws AppError row.not_found */
    async revoke(actor: Actor, id: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const name = await revokeToken(trx, actor.user.scope, id, actor.user.username)
        if (name === undefined) throw new AppError('row.not_found')
        await writeOperation(trx, actor, {
          content: `撤销开放令牌：${name}`,
          operateType: OPERATE.edit,
          objectId: id,
          detail: { table: 'mon_api_token', after: { revoked: true } },
        })
      })
    },
  }
}
