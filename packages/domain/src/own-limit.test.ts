import { expect, it } from 'vitest'
import { type OwnLimitLine, ownLimitConflict } from './own-limit.ts'

const CASES: readonly [string, readonly OwnLimitLine[], string | undefined][] = [
  [
    'graver levels are higher',
    [
      { level: 3, value: 5 },
      { level: 2, value: 10 },
      { level: 1, value: 20 },
    ],
    undefined,
  ],
  [
    'equal figures do not contradict',
    [
      { level: 3, value: 5 },
      { level: 2, value: 5 },
    ],
    undefined,
  ],
  [
    'a longer mean may be lower',
    [
      { level: 3, value: 5 },
      { level: 2, value: 2, avgS: 3_600 },
    ],
    undefined,
  ],
  ['one limit', [{ level: 3, value: 5 }], undefined],
  [
    'a milder single reading is higher',
    [
      { level: 3, value: 12 },
      { level: 2, value: 10 },
    ],
    '瞬时值：3 级 12 不能高于更严重的 2 级 10，级别越严重限值应越高',
  ],
  [
    'a milder mean is higher, whatever the order of the lines',
    [
      { level: 1, value: 1.5, avgS: 900 },
      { level: 2, value: 1, avgS: 60 },
      { level: 4, value: 2, avgS: 900 },
    ],
    '15 min 均值：4 级 2 不能高于更严重的 1 级 1.5，级别越严重限值应越高',
  ],
]

it.each(CASES)('%s', (_, own, conflict) => expect(ownLimitConflict(own)).toBe(conflict))
