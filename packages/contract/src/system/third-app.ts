import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'

/** Subject and direction of a synchronisation: `/wechatEnterprise/user/toApp`. */
const syncParams = z.object({
  app: z.enum(['wechatEnterprise', 'dingtalk'], '不支持的第三方应用'),
  what: z.enum(['user', 'depart'], '不支持的同步对象'),
  direction: z.enum(['toApp', 'toLocal'], '不支持的同步方向'),
})

const refused = z.null()

/** Synchronisation with company messengers (contract/20 §19). Not available here; existing clients are told so. */
export const thirdAppEndpoints = defineEndpoints({
  /** Both false: hides the buttons of the user and department pages. */
  enabled: {
    method: 'GET',
    path: '/sys/thirdApp/getEnabledType',
    access: 'signedIn',
    result: z.object({ wechatEnterprise: z.boolean(), dingtalk: z.boolean() }),
  },
  /** Always refused. */
  sync: {
    method: 'GET',
    path: '/sys/thirdApp/sync/:app/:what/:direction',
    access: 'signedIn',
    params: syncParams,
    result: refused,
    inView: 'changes',
  },
  /** Always refused. */
  sendTest: { method: 'POST', path: '/sys/thirdApp/sendMessageTest', access: 'signedIn', result: refused },
  /** Always refused. */
  recallTest: { method: 'POST', path: '/sys/thirdApp/recallMessageTest', access: 'signedIn', result: refused },
})
