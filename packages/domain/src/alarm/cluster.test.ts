import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../time.ts'
import { type ClusterChild, playClusters } from './cluster.ts'

const T0 = Date.UTC(2026, 10, 21)
const RULE = { count: 3, radiusKm: 5, withinS: 600, clearForS: 300 }
const at = (minute: number) => T0 + minute * MINUTE_MS
/** Place at a distance in km east of a point near Nanjing. */
const km = (east: number) => 118.7 + east / 94.6

type Given = readonly [unit: string, eastKm: number, fromMin: number, untilMin?: number, clusterId?: string]
const child = ([unit, eastKm, fromMin, untilMin, clusterId]: Given, i: number): ClusterChild => ({
  key: `${unit}${i}`,
  unit,
  lng: km(eastKm),
  lat: 32.2,
  sinceMs: at(fromMin),
  endMs: untilMin === undefined ? null : at(untilMin),
  ...(clusterId !== undefined && { clusterId }),
})
const play = (given: readonly Given[], known: Parameters<typeof playClusters>[2] = [], rule = RULE) =>
  playClusters(rule, given.map(child), known).map(({ id, triggerMs, children, endMs }) => ({
    ...(id !== undefined && { id }),
    minute: (triggerMs - T0) / MINUTE_MS,
    units: children.map(({ unit }) => unit).join(''),
    end: (endMs - T0) / MINUTE_MS,
  }))
const OPEN = Number.POSITIVE_INFINITY

describe('alarms of one rule', () => {
  it.each<[string, Given[], ReturnType<typeof play>]>([
    [
      'three near each other within the time',
      [
        ['a', 0, 0],
        ['b', 2, 4],
        ['c', 4, 9],
      ],
      [{ minute: 9, units: 'abc', end: OPEN }],
    ],
    [
      'two are too few',
      [
        ['a', 0, 0],
        ['b', 2, 4],
      ],
      [],
    ],
    [
      'two of one station count once',
      [
        ['a', 0, 0],
        ['a', 1, 3],
        ['b', 2, 4],
      ],
      [],
    ],
    [
      'the third one is too far',
      [
        ['a', 0, 0],
        ['b', 2, 4],
        ['c', 9, 5],
      ],
      [],
    ],
    [
      'no place has all of them around it',
      [
        ['a', 0, 0],
        ['b', 4, 1],
        ['c', 11, 2],
      ],
      [],
    ],
    [
      'the one in the middle has them around it',
      [
        ['a', 0, 0],
        ['b', 4, 1],
        ['c', 8, 2],
      ],
      [{ minute: 2, units: 'abc', end: OPEN }],
    ],
    [
      'the first one is too old',
      [
        ['a', 0, 0],
        ['b', 2, 4],
        ['c', 4, 11],
      ],
      [],
    ],
    [
      'one was over by then',
      [
        ['a', 0, 0, 5],
        ['b', 2, 4],
        ['c', 4, 9],
      ],
      [],
    ],
    [
      'a fourth one joins, however late, and brings the one that stood near it; another place has its own',
      [
        ['a', 0, 0],
        ['b', 2, 4],
        ['c', 4, 9],
        ['e', 12, 10],
        ['d', 8, 30],
        ['x', 90, 9],
        ['y', 91, 9],
        ['z', 92, 9.5],
      ],
      [
        { minute: 9, units: 'abcde', end: OPEN },
        { minute: 9.5, units: 'xyz', end: OPEN },
      ],
    ],
    [
      'it ends when too few have been active for the clear time',
      [
        ['a', 0, 0, 20],
        ['b', 2, 4, 21],
        ['c', 4, 9],
      ],
      [{ minute: 9, units: 'abc', end: 25 }],
    ],
    [
      'the first one is just young enough',
      [
        ['a', 0, 0],
        ['b', 2, 4],
        ['c', 4, 10],
      ],
      [{ minute: 10, units: 'abc', end: OPEN }],
    ],
    [
      'the one that is over first is not the one that began first',
      [
        ['a', 0, 0, 30],
        ['b', 2, 4, 20],
        ['c', 4, 9],
      ],
      [{ minute: 9, units: 'abc', end: 25 }],
    ],
    [
      'it goes on when there are enough again in time',
      [
        ['a', 0, 0, 20],
        ['b', 2, 4],
        ['c', 4, 9],
        ['d', 3, 24.9],
      ],
      [{ minute: 9, units: 'abcd', end: OPEN }],
    ],
    [
      'whoever is left over makes another one',
      [
        ['a', 0, 0, 10],
        ['b', 2, 4],
        ['c', 4, 9],
        ['d', 3, 16],
        ['e', 3, 17],
        ['f', 3, 18],
      ],
      [
        { minute: 9, units: 'abc', end: 15 },
        { minute: 17, units: 'cdebf', end: OPEN },
      ],
    ],
  ])('%s', (_name, given, expected) => {
    expect(play(given)).toEqual(expected)
    // The result does not depend on the order of arrival.
    expect(play(given.toReversed()).map(({ minute, end }) => [minute, end])).toEqual(
      expected.map(({ minute, end }) => [minute, end]),
    )
  })

  it('join a known cluster, and end it', () => {
    const known = [{ id: 'k', triggerMs: at(9) }]
    const members: Given[] = [
      ['a', 0, 0, undefined, 'k'],
      ['b', 2, 4, 12, 'k'],
      ['c', 4, 9, undefined, 'k'],
    ]
    expect(play([...members, ['d', 6, 16.9]], known)).toEqual([{ id: 'k', minute: 9, units: 'abcd', end: OPEN }])
    expect(play([...members, ['d', 6, 17]], known)).toEqual([{ id: 'k', minute: 9, units: 'abc', end: 17 }])
  })
})
