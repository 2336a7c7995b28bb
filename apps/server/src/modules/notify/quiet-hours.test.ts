import { describe, expect, it } from 'vitest'
import { quietUntilMs } from './quiet-hours.ts'

const at = (text: string) => Date.parse(`2026-11-${text}+08:00`)

describe('quiet hours', () => {
  it.each([
    ['21T22:59', undefined],
    ['21T23:00', '22T07:00'],
    ['22T06:59', '22T07:00'],
    ['22T07:00', undefined],
  ])('over midnight at %s end at %s', (now, end) => {
    expect(quietUntilMs('23:00', '07:00', at(now))).toBe(end === undefined ? undefined : at(end))
  })

  it('within a day end on that day; without a span there are none', () => {
    expect(quietUntilMs('12:00', '14:00', at('21T13:00'))).toBe(at('21T14:00'))
    expect(quietUntilMs('12:00', '14:00', at('21T11:59'))).toBeUndefined()
    expect(quietUntilMs('12:00', '12:00', at('21T12:00'))).toBeUndefined()
    expect(quietUntilMs(null, null, at('21T12:00'))).toBeUndefined()
  })
})
