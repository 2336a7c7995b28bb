import { expect, it } from 'vitest'
import { z } from 'zod'
import { field, instant, stamps, writeOnly } from './field.ts'

it.each<[name: string, schema: z.ZodType, type: string]>([
  ['a text', z.string(), 'text'],
  ['a choice', z.enum(['a', 'b']), 'text'],
  ['a number', z.number().int(), 'number'],
  ['an integer', z.int(), 'number'],
  ['a switch', z.boolean(), 'none'],
  ['a list', z.array(z.string()), 'none'],
])('filters %s by its kind, whatever wraps it', (_name, schema, type) => {
  expect(field(schema, {}).type).toBe(type)
  expect(field(schema.nullish().default(null), {}).type).toBe(type)
})

it.each([
  ['optional', z.string().optional(), true],
  ['nullable', z.string().nullable(), true],
  ['both', z.string().nullish(), true],
  ['neither', z.string(), false],
])('accepts null in a row for what is %s in a form', (_name, schema, isTaken) => {
  expect(field(schema, {}).row().safeParse(null).success).toBe(isTaken)
})

it('excludes write-only fields from rows', () => {
  const secret = writeOnly(z.string(), { label: '密钥', dictionary: 'position_rank' })
  expect([secret.type, secret.row(), secret.hasLabelText]).toEqual(['none', undefined, false])
})

it('stamps rows with user and time; creation is shown by default, the last change is optional', () => {
  const { createBy, createTime, updateBy, updateTime } = stamps()
  expect([createBy, createTime, updateTime]).toMatchObject([
    { label: '创建人', shown: 'wide', type: 'text' },
    { label: '创建时间', shown: 'always', type: 'time', isSortable: true, query: { type: 'datetime' } },
    { label: '更新时间', shown: 'chosen', type: 'time' },
  ])
  expect([createBy, createTime, updateBy, updateTime].map(({ form }) => form)).toEqual(Array(4).fill(undefined))
  expect(stamps({ createTime: 'chosen', createBy: 'always' })).toMatchObject({
    createBy: { shown: 'always' },
    createTime: { shown: 'chosen' },
  })
  expect(instant().row().safeParse(null).success).toBe(true)
})
