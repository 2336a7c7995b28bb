import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { clearable, givenNumber, lat } from './fields.ts'

describe('givenNumber', () => {
  const schema = givenNumber(z.number('请输入数值'))

  it('accepts numbers, also as text', () => {
    for (const value of [1.5, '1.5', ' 1.5 ', '15e-1']) expect(schema.parse(value)).toBe(1.5)
    expect(schema.parse('0')).toBe(0)
  })

  it('refuses everything that is no number', () => {
    for (const value of ['', '  ', null, undefined, true, false, [], [1], {}, 'x', '1,5', 'Infinity', Number.NaN])
      expect(schema.safeParse(value).error?.issues[0]?.message, JSON.stringify(value)).toBe('请输入数值')
  })

  it('is used for coordinates', () => {
    expect(lat.safeParse('').error?.issues[0]?.message).toBe('请输入纬度')
    expect(lat.safeParse('90.1').error?.issues[0]?.message).toBe('纬度应在 −90 到 90 之间')
  })
})

describe('clearable', () => {
  it('becomes empty, not 0, when emptied', () => {
    expect(clearable(z.coerce.number()).parse('')).toBeNull()
  })
})
