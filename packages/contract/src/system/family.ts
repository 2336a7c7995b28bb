import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'

/** Small calls of other clients of the family that our own console has no use for (contract/10 §4.2, contract/30 §1.2). */
export const familyEndpoints = defineEndpoints({
  /** Who is signed in, in four fields. */
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
  /** Caption of one key of a dictionary; an unknown key is its own. */
  dictText: {
    method: 'GET',
    path: '/sys/dict/getDictText/:dictCode/:key',
    access: 'signedIn',
    params: z.object({ dictCode: z.string().max(100), key: z.string().max(200) }),
    result: z.string(),
  },
})
