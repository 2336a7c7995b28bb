import { randomInt } from 'node:crypto'
import { requiredText, rowId, text } from '@natim/contract/fields'
import { levelOf, nextCode } from '@natim/domain/level-code'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { findCategoryPlace, findDepartPlace, type Place } from './fill-rule.repository.ts'
import { defineHandler, type FillContext, type Handler } from './handler.ts'

const parentId = z.union([z.literal(''), rowId]).nullish()

/** The parent named by the form, else by the rule; `0` and empty mean the top. */
function parentOf(form: FillContext['form'], key: string, fallback: string | null | undefined): string | undefined {
  const given = form[key]
  const id = typeof given === 'string' && given !== '' ? given : fallback
  return id === '' || id === '0' || id === null || id === undefined ? undefined : id
}

/** @throws AppError fill_rule.parent_unknown, fill_rule.exhausted */
function codeAt(place: Place | undefined): string {
  if (place === undefined) throw new AppError('fill_rule.parent_unknown')
  const code = nextCode(place.parentCode, place.siblingCodes)
  if (code === undefined) throw new AppError('fill_rule.exhausted')
  return code
}

const departCode = defineHandler({
  name: 'departCode',
  title: '机构编码',
  hint: '上级部门编码后加一位字母与两位数字；同时得到层级',
  params: z.object({ parentId }),
  fields: [{ key: 'parentId', title: '上级部门', hint: '表单没有给出上级时采用的部门编号，可不填' }],
  async make(params, { db, form }) {
    const code = codeAt(await findDepartPlace(db, parentOf(form, 'parentId', params.parentId)))
    return [code, String(levelOf(code))]
  },
})

const categoryCode = defineHandler({
  name: 'categoryCode',
  title: '分类编码',
  hint: '上级分类编码后加一位字母与两位数字',
  params: z.object({ pid: parentId }),
  fields: [{ key: 'pid', title: '上级分类', hint: '表单没有给出上级时采用的分类编号，可不填' }],
  make: async (params, { db, form }) => codeAt(await findCategoryPlace(db, parentOf(form, 'pid', params.pid))),
})

const orderNumber = defineHandler({
  name: 'orderNumber',
  title: '单号',
  hint: '前缀 + 14 位时间 + 2 位随机数',
  params: z.object({
    prefix: text(20)
      .regex(/^[A-Za-z0-9_-]*$/, '前缀只能包含字母、数字、下划线和短横线')
      .default('CN'),
  }),
  fields: [{ key: 'prefix', title: '前缀', hint: '默认 CN' }],
  async make({ prefix }, { now, form }) {
    const own = requiredText(20).safeParse(form['prefix']).data
    const time = toDateTimeText(new Date(now())).replace(/\D/g, '')
    return `${own ?? prefix}${time}${randomInt(100).toString().padStart(2, '0')}`
  },
})

/** Every handler a rule may name. */
export const HANDLERS: readonly Handler[] = [departCode, categoryCode, orderNumber]

export const handlerOf = (name: string): Handler | undefined => HANDLERS.find((handler) => handler.name === name)
