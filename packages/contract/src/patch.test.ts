import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { patchOf } from './patch.ts'

const patch = patchOf(
  z.object({ name: z.string().min(1, '不能为空'), note: z.string().nullish(), zone: z.number().default(2) }),
)

describe('the body of an edit', () => {
  it('never applies a default', () => {
    expect(patch.parse({ id: '1', name: 'a' })).toEqual({ id: '1', name: 'a' })
  })

  it('treats null as unchanged and an empty text as emptied', () => {
    expect(patch.parse({ id: '1', name: null, note: '' })).toEqual({ id: '1', note: '' })
  })

  it('drops unknown keys, including dangerous ones', () => {
    expect(patch.parse(JSON.parse('{"id":"1","zone":1,"delFlag":1,"__proto__":{"x":1}}'))).toEqual({ id: '1', zone: 1 })
  })

  it('requires an id and names the invalid property', () => {
    expect(patch.safeParse({ name: 'a' }).success).toBe(false)
    expect(patch.safeParse({ id: '1', name: '' }).error?.issues[0]).toMatchObject({
      path: ['name'],
      message: '不能为空',
    })
  })
})
