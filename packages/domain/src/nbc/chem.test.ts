import { expect, it } from 'vitest'
import { agreementMatrix } from './chem.ts'

const detector = (key: string, bars: readonly (number | undefined)[]) => ({
  key,
  bars: new Map(bars.flatMap((n, minute) => (n === undefined ? [] : [[minute, n] as const]))),
})

it('is the share of minutes in which both alarmed, of the minutes both measured', () => {
  const a = detector('a', [0, 1, 3, 0, 2])
  const b = detector('b', [0, 2, 0, 0, undefined])
  const c = detector('c', [0, 0, 0, 0, 0])
  expect(agreementMatrix([a, b, c])).toEqual([
    { a: 'a', b: 'b', minutes: 4, either: 2, both: 1, share: 0.5 },
    { a: 'a', b: 'c', minutes: 5, either: 3, both: 0, share: 0 },
    { a: 'b', b: 'c', minutes: 4, either: 1, both: 0, share: 0 },
  ])
})

it('does not count silence of both as agreement', () => {
  expect(agreementMatrix([detector('a', [0, 0]), detector('b', [0, 0])])[0]?.share).toBeNull()
  expect(agreementMatrix([detector('a', [1])])).toEqual([])
})

it('uses the bar count from which a detector alarms', () => {
  expect(agreementMatrix([detector('a', [1, 2]), detector('b', [2, 2])], 2)[0]).toMatchObject({ either: 2, both: 1 })
})
