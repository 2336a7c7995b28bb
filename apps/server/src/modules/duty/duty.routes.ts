import { dutyEndpoints } from '@natim/contract/mon/duty'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import type { RightsCache } from '../permission/index.ts'
import { loadSubject, type SessionService, visitorOf } from '../session/index.ts'
import { findCandidates, findTeam, HANDOVER_RIGHT } from './duty.repository.ts'
import { loadBoard } from './duty.service.ts'
import { createHandovers } from './handover.ts'
import { createRoster } from './roster.ts'
import { createSwaps } from './swaps.ts'

interface DutyDeps {
  readonly db: Db
  readonly now: () => number
  readonly sessions: Pick<SessionService, 'gate' | 'judgePassword'>
  readonly rights: RightsCache
}

/** 值班与交接班. */
export function registerDutyRoutes(api: FastifyInstance, { db, now, sessions, rights }: DutyDeps): void {
  const roster = createRoster({ db, now })
  const swaps = createSwaps({ db, now })
  const handovers = createHandovers({ db, now })
  const done = async (work: Promise<void>, message: string) => {
    await work
    return withMessage(null, message)
  }
  implement(api, dutyEndpoints, {
    board: ({ query, ctx }) => loadBoard(db, ctx.user, query.week, now()),
    async candidates({ query, ctx }) {
      const team = await findTeam(db, ctx.user.scope, query.teamId)
      if (team === undefined) throw new AppError('row.not_found')
      return findCandidates(db, team)
    },
    saveTeam: async ({ body, ctx }) => withMessage(await roster.saveTeam(actorOf(ctx), body), '已保存值班组'),
    deleteTeam: ({ query, ctx }) => done(roster.deleteTeam(actorOf(ctx), query.id), '已删除值班组'),
    assign: ({ body, ctx }) => done(roster.assign(actorOf(ctx), body), '已更新排班'),
    async copyWeek({ body, ctx }) {
      const counts = await roster.copyWeek(actorOf(ctx), body.week)
      const rest = counts.skipped === 0 ? '' : `，${counts.skipped} 个班次因人员冲突未复制`
      return withMessage(counts, `已复制 ${counts.copied} 个班次${rest}`)
    },
    askSwap: async ({ body, ctx }) => withMessage(await swaps.ask(actorOf(ctx), body), '已提交换班申请'),
    answerSwap: ({ body, ctx }) =>
      done(
        swaps.answer(actorOf(ctx), body),
        { agree: '已同意换班', refuse: '已拒绝换班', withdraw: '已撤回申请' }[body.answer],
      ),
    decideSwap: ({ body, ctx }) => done(swaps.decide(actorOf(ctx), body), body.approve ? '已换班' : '已驳回'),
    handover: ({ query, ctx }) => handovers.current(ctx.user, query.teamId),
    handovers: ({ query, ctx }) => handovers.signed(ctx.user, query.teamId),
    saveDraft: ({ body, ctx }) => done(handovers.saveDraft(actorOf(ctx), body), '已存草稿'),
    give: ({ body, ctx }) => done(handovers.give(actorOf(ctx), body), '已签字，等待接班人签字'),
    take: ({ body, ctx }) =>
      done(handovers.take(actorOf(ctx), body.assignmentId, { userId: ctx.user.userId, isHere: false }), '已接班'),
    async takeHere({ body, ctx }) {
      const { assignmentId, ...credentials } = body
      const person = await sessions.gate.attempt(visitorOf(ctx), (trial) => sessions.judgePassword(trial, credentials))
      const subject = await loadSubject(db, rights, { kind: 'user', id: person.id })
      if (!subject?.rights.permissions.has(HANDOVER_RIGHT))
        throw new AppError('duty.no_right', { data: { name: person.realname } })
      return done(
        handovers.take(actorOf(ctx), assignmentId, { userId: person.id, isHere: true }),
        `${person.realname}已接班`,
      )
    },
  })
}
