import { describe, expect, it } from 'vitest'
import {
  COMMAND_LEAD_MS,
  canSat,
  commandDeadline,
  feasibility,
  isSatOver,
  moveChoice,
  nextChoice,
  nextSatState,
  passFault,
  revisitWindows,
  SAT_ACTIONS,
  SAT_STATES,
  type SatAction,
  type SatState,
  satStatesFor,
} from './sat-task.ts'
import { DAY_MS } from './time.ts'

const STATES = Object.keys(SAT_STATES) as SatState[]
const ACTIONS = Object.keys(SAT_ACTIONS) as SatAction[]

/** domain §3.13, restated independently: state, action, next state. */
const LINES = `
draft submit submitted | submitted withdraw draft | submitted approve approved | submitted reject rejected
rejected revise draft | approved plan planned | replanned plan planned | planned acquire acquiring
acquiring downlink downlinked | downlinked process processing | processing deliver delivered | delivered close closed
planned fail failed | acquiring fail failed | downlinked fail failed | processing fail failed | approved fail failed | replanned fail failed
failed next replanned | failed replan replanned
draft cancel cancelled | submitted cancel cancelled | approved cancel cancelled | planned cancel cancelled
failed cancel cancelled | replanned cancel cancelled
submitted expire expired | approved expire expired | planned expire expired | failed expire expired | replanned expire expired
`
const ALLOWED = new Map(
  LINES.split(/[|\n]/)
    .map((line) => line.trim().split(' '))
    .filter((parts) => parts.length === 3)
    .map(([from, action, to]) => [`${from} ${action}`, to]),
)

describe('the states of a task', () => {
  it('change only by the table of the design', () => {
    for (const state of STATES)
      for (const action of ACTIONS)
        expect([state, action, nextSatState(state, action)]).toEqual([state, action, ALLOWED.get(`${state} ${action}`)])
  })

  it('can be cancelled until the image is being acquired', () => {
    expect(canSat('planned', 'cancel')).toBe(true)
    expect(canSat('acquiring', 'cancel')).toBe(false)
    expect(satStatesFor('cancel')).not.toContain('acquiring')
  })

  it('are over when no action leads out of them', () => {
    for (const state of STATES.filter(isSatOver))
      expect(ACTIONS.filter((action) => canSat(state, action) && action !== 'revise')).toEqual([])
  })
})

describe('choices', () => {
  it('move by one and stay within the list', () => {
    expect(moveChoice(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
    expect(moveChoice(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
    const list = ['a', 'b']
    expect(moveChoice(list, 0, -1)).toBe(list)
    expect(moveChoice(list, 1, 1)).toBe(list)
  })

  it('are taken in order, and only while their commands can still be uplinked', () => {
    const choices = [
      { rank: 2, startMs: 10 * COMMAND_LEAD_MS },
      { rank: 1, startMs: 2 * COMMAND_LEAD_MS },
      { rank: 3, startMs: 20 * COMMAND_LEAD_MS },
    ]
    expect(nextChoice(choices, 0, 0)?.rank).toBe(1)
    expect(nextChoice(choices, 1, 0)?.rank).toBe(2)
    // The deadline itself is already too late.
    expect(nextChoice(choices, 0, commandDeadline(2 * COMMAND_LEAD_MS))?.rank).toBe(2)
    expect(nextChoice(choices, 3, 0)).toBeUndefined()
  })
})

describe('revisits', () => {
  it('repeat the window every n days; the count includes the first one', () => {
    expect(revisitWindows({ mode: 'every_n_days', n: 3, count: 3 }, 0, 100)).toEqual([
      { suffix: '01', fromMs: 3 * DAY_MS, toMs: 3 * DAY_MS + 100 },
      { suffix: '02', fromMs: 6 * DAY_MS, toMs: 6 * DAY_MS + 100 },
    ])
    expect(revisitWindows({ mode: 'daily', n: 9, count: 2 }, 0, 1).map(({ fromMs }) => fromMs)).toEqual([DAY_MS])
    expect(revisitWindows({ mode: 'once', n: 3, count: 9 }, 0, 1)).toEqual([])
    expect(revisitWindows({ mode: 'daily', n: 1, count: 99 }, 0, 1)).toHaveLength(29)
  })
})

describe('a pass', () => {
  const good = { offNadir: 10, coveragePct: 100, sunElev: 45, resM: 10 }
  const optical = { sensorType: 'optical', offNadirMax: 30, resMaxM: 12 } as const

  it.each([
    [{ offNadir: 30.1 }, 'off_nadir'],
    [{ offNadir: 30 }, null],
    [{ coveragePct: 0 }, 'coverage'],
    [{ sunElev: 9.9 }, 'night'],
    [{ sunElev: 10 }, null],
    [{ resM: 12.1 }, 'resolution'],
  ])('with %j has the fault %s', (figures, fault) => {
    expect(passFault({ ...good, ...figures }, optical)).toBe(fault)
    expect(feasibility({ ...good, ...figures }, optical) === 0).toBe(fault !== null)
  })

  it('is rated the same at night for radar and thermal sensors', () => {
    expect(passFault({ ...good, sunElev: -40 }, { ...optical, sensorType: 'SAR' })).toBeNull()
    expect(passFault({ ...good, sunElev: -40 }, { ...optical, sensorType: 'TIR' })).toBeNull()
  })

  it('is rated lower with less coverage, a larger off-nadir angle and a lower sun', () => {
    const worth = (figures: Partial<typeof good>) => feasibility({ ...good, ...figures }, optical)
    expect(worth({ offNadir: 0 })).toBe(1)
    expect(worth({ coveragePct: 50 })).toBeLessThan(worth({}))
    expect(worth({ offNadir: 29 })).toBeLessThan(worth({}))
    expect(worth({ sunElev: 15 })).toBeLessThan(worth({}))
  })
})
