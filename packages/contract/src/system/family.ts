import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'

/** Minor calls of existing clients that our own console does not use (contract/10 §4.2, contract/30 §1.2). */
export const familyEndpoints = defineEndpoints({
  /** The signed-in user, in four fields. */
  sectionInfo: {
    method: 'GET',
    path: '/sys/user/getUserSectionInfoByToken',
    access: 'signedIn',
    result: z.object({
      sysUserId: z.string(),
      sysUserCode: z.string(),
      sysUserName: z.string(),
      sysOrgCode: z.string(),
    }),
  },
  /** Label of one dictionary key; an unknown key is its own label. */
  dictText: {
    method: 'GET',
    path: '/sys/dict/getDictText/:dictCode/:key',
    access: 'signedIn',
    params: z.object({ dictCode: z.string().max(100), key: z.string().max(200) }),
    result: z.string(),
  },
})
