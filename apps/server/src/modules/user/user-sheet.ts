import { userForm } from '@natim/contract/system/user'
import { z } from 'zod'

/** Export format: departments, roles and positions by name. */
export const sheetForm = userForm
  .pick({
    username: true,
    realname: true,
    workNo: true,
    phone: true,
    email: true,
    telephone: true,
    sex: true,
    birthday: true,
  })
  .extend({
    departs: z.array(z.string().max(100)).max(50).nullish(),
    roles: z.array(z.string().max(100)).max(50).nullish(),
    posts: z.array(z.string().max(100)).max(50).nullish(),
  })
export type SheetForm = z.output<typeof sheetForm>
