import { pick } from '@natim/contract/endpoint'
import { identityEndpoints } from '@natim/contract/system/identity'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import type { Egress } from '../../platform/egress.ts'
import { AppError } from '../../platform/errors.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { findUserByUsername, type SessionService, visitorOf } from '../session/index.ts'
import { validateTicket } from './cas.ts'

export interface CasRouteDeps {
  readonly db: Db
  readonly sessions: SessionService
  readonly egress: Egress
  /** undefined = single sign-on is off. */
  readonly casUrl: string | undefined
  /** A ticket is accepted only for a page of these origins. */
  readonly origins: () => readonly string[]
}

/** Single sign-on with a CAS server (contract/10 §6). */
export function registerCasRoutes(app: FastifyInstance, { db, sessions, egress, casUrl, origins }: CasRouteDeps): void {
  const isListed = (service: string) => URL.canParse(service) && origins().includes(new URL(service).origin)
  implement(app, pick(identityEndpoints, ['casLogin']), {
    casLogin: async ({ query, ctx }) => {
      if (casUrl === undefined) throw new AppError('cas.off')
      const opened = await sessions.gate.attempt(visitorOf(ctx), async (trial) => {
        const username = isListed(query.service) ? await validateTicket(egress, casUrl, query) : undefined
        const user = username === undefined ? undefined : await findUserByUsername(db, username)
        if (user === undefined) return trial.refuse({ reason: '单点登录票据无效', code: 'cas.failed' })
        return sessions.signInProven(trial, { user, kind: '单点登录', remember: false }, 'cas.failed')
      })
      return withMessage(opened, '登录成功')
    },
  })
}
