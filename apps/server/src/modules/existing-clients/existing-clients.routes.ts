import { familyEndpoints } from '@natim/contract/system/family'
import { gatewayRouteEndpoints } from '@natim/contract/system/gateway-route'
import { thirdAppEndpoints } from '@natim/contract/system/third-app'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { loadDictText } from '../dict/index.ts'

const APP_NAMES = { wechatEnterprise: '企业微信', dingtalk: '钉钉' } as const

/**
 * Further calls of existing clients, including to services that do not exist here, since an unanswered call breaks a
 * page.
 */
export function registerExistingClientRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  implement(app, familyEndpoints, {
    sectionInfo: ({ ctx: { user } }) => ({
      sysUserId: user.userId,
      sysUserCode: user.username,
      sysUserName: user.realname,
      sysOrgCode: user.scope.orgCode,
    }),
    dictText: ({ params, ctx }) => loadDictText(db, ctx.user, params.dictCode, params.key),
  })
  const refuse = (): never => {
    throw new AppError('third_app.off', { data: { name: Object.values(APP_NAMES).join('、') } })
  }
  implement(app, thirdAppEndpoints, {
    enabled: () => ({ wechatEnterprise: false, dingtalk: false }),
    sync: ({ params }) => {
      throw new AppError('third_app.off', { data: { name: APP_NAMES[params.app] } })
    },
    sendTest: refuse,
    recallTest: refuse,
  })
  const refuseRoute = (): never => {
    throw new AppError('gateway_route.none')
  }
  implement(app, gatewayRouteEndpoints, {
    list: () => [],
    save: refuseRoute,
    remove: refuseRoute,
    clearCache: () => withMessage(null, '清除成功！'),
  })
}
