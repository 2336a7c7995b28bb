import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'

/** contract/10 §8. Days are Asia/Shanghai. */
export const visitEndpoints = defineEndpoints({
  counts: {
    method: 'GET',
    path: '/sys/loginfo',
    access: 'signedIn',
    result: z.object({
      totalVisitCount: z.number().int(),
      todayVisitCount: z.number().int(),
      /** Different addresses today. */
      todayIp: z.number().int(),
    }),
  },
  /** The last seven days including today, ascending; a day without sign-ins has zeros. */
  week: {
    method: 'GET',
    path: '/sys/visitInfo',
    access: 'signedIn',
    result: z.array(
      z.object({
        visit: z.number().int(),
        ip: z.number().int(),
        /** yyyy-MM-dd */
        tian: z.string(),
        /** MM-dd */
        type: z.string(),
      }),
    ),
  },
})
