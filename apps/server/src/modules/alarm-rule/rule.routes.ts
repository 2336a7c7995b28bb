import { limitEndpoints } from '@natim/contract/mon/limit'
import { ruleEndpoints } from '@natim/contract/mon/rule'
import { rule } from '@natim/contract/mon/rule.resource'
import { toRuleBody } from '@natim/contract/mon/rule-body'
import { RULE_TEMPLATES } from '@natim/domain/alarm/rule-templates'
import { calendarDayGmt8 } from '@natim/domain/time'
import type { FastifyInstance } from 'fastify'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import { findLimitRows, loadLimitBook } from '../limit/index.ts'
import type { Directory } from '../live/index.ts'
import { resourceHandlers } from '../resource/index.ts'
import { inUnitsOfMetrics } from './given-units.ts'
import { impactOf, NO_IMPACT } from './limit-impact.ts'
import { matchOf } from './match.ts'
import { countActiveOf, findRulesInForce } from './rule.repository.ts'
import { createRuleService } from './rule.service.ts'
import { createSimulations } from './simulation.service.ts'

interface RuleDeps {
  readonly db: Db
  readonly bus: Bus
  readonly now: () => number
  /** The current register. */
  readonly directory: () => Promise<Directory>
}

/** 报警规则: the register, and queries while a rule is edited. */
export function registerAlarmRules(api: FastifyInstance, deps: RuleDeps): void {
  const { db, now, directory } = deps
  const service = createRuleService(deps)
  const simulations = createSimulations(deps)
  implement(api, rule.endpoints, resourceHandlers(db, rule, service.rules))
  // Rules depend on limits, not the other way round.
  implement(api, limitEndpoints, {
    impact: async ({ query: { id } }) => {
      const limit = (await findLimitRows(db)).find((row) => row.id === id)
      if (limit === undefined) return NO_IMPACT
      const [register, book, rules] = await Promise.all([directory(), loadLimitBook(db), findRulesInForce(db)])
      const active = await countActiveOf(db, limit.metricCode)
      return impactOf(register, book, rules, { limit, dayGmt8: calendarDayGmt8(now()), active })
    },
  })
  implement(api, ruleEndpoints, {
    match: async ({ body }) => {
      const register = await directory()
      const asked = inUnitsOfMetrics(register, toRuleBody(body))
      return matchOf(register, await loadLimitBook(db), asked, calendarDayGmt8(now()))
    },
    templates: () => RULE_TEMPLATES as never,
    enable: async ({ body: { ids, enabled }, ctx }) => {
      const count = await service.enable(actorOf(ctx), ids, enabled)
      return withMessage(null, count === 0 ? '没有需要切换的规则' : `已${enabled ? '启用' : '停用'} ${count} 条规则`)
    },
    simulate: async ({ body, ctx }) => {
      const asked = inUnitsOfMetrics(await directory(), toRuleBody(body.rule))
      return simulations.start(ctx.user, { ...body, rule: asked })
    },
    simulation: ({ query, ctx }) => simulations.get(ctx.user, query.id),
    cancelSimulation: async ({ query, ctx }) => {
      await simulations.cancel(ctx.user, query.id)
      return withMessage(null, '已取消回测')
    },
    exportJson: ({ query, ctx }) => service.exportJson(ctx.user, query.ids),
    importJson: async ({ body: { rules, check }, ctx }) => {
      const outcomes = await service.importJson(actorOf(ctx), rules, { check })
      if (check) return outcomes
      const written = outcomes.filter(({ outcome }) => outcome !== 'same').length
      return withMessage(outcomes, `导入成功，写入 ${written} 条规则`)
    },
  })
}
