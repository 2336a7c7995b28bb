import { describe, expect, it } from 'vitest'
import {
  byPriority,
  type CornerView,
  cornersByDistance,
  cornerViews,
  graveSince,
  isWallStale,
  newWallShared,
  nextEquipment,
  severityAt,
  TAKEOVER_MS,
  takeoversAt,
  WALL_CORNERS,
  type WallAlarmFact,
  type WallShared,
  wallCursor,
  wallSpan,
} from './wall.ts'

const NOW = Date.parse('2026-11-21T02:42:18Z')

const alarm = (change: Partial<WallAlarmFact> = {}): WallAlarmFact => {
  const { severity = 1, raisedMs = NOW - 60_000 } = change
  return {
    id: 'a1',
    clientId: 'GT-1',
    severity,
    raisedMs,
    levels: [],
    endedMs: null,
    // Zibo, in the upper right of the country.
    lng: 118,
    lat: 36.8,
    ...change,
  }
}

const state = (change: Partial<WallShared> = {}): WallShared => ({ ...newWallShared(NOW), ...change })
const idsOf = (views: Readonly<Record<string, CornerView>>) => WALL_CORNERS.map((corner) => views[corner]?.clientId)
const at = (change: Partial<WallShared>, alarms: readonly WallAlarmFact[] = [], nowMs = NOW) =>
  cornerViews({ state: state(change), alarms, nowMs })

const FOUR = { leftTop: 'A', rightTop: 'B', leftBottom: 'C', rightBottom: 'D' }

describe('the corner nearest to a place', () => {
  it.each([
    ['Urumqi', 87.6, 43.8, 'leftTop'],
    ['Harbin', 126.6, 45.8, 'rightTop'],
    ['Lhasa', 91.1, 29.7, 'leftBottom'],
    ['Guangzhou', 113.3, 23.1, 'rightBottom'],
  ] as const)('%s', (_name, lng, lat, corner) => {
    expect(cornersByDistance({ lng, lat })[0]).toBe(corner)
  })
})

describe('alarm takeover', () => {
  const harbin = { lng: 126.6, lat: 45.8 }

  it('takes the nearest corner for five minutes, then returns it', () => {
    const taking = alarm(harbin)
    expect(at({ corners: FOUR }, [taking]).rightTop).toEqual({
      clientId: 'GT-1',
      takeover: { alarmId: 'a1', severity: 1, untilMs: taking.raisedMs + TAKEOVER_MS },
      isRotated: false,
    })
    expect(idsOf(at({ corners: FOUR }, [taking]))).toEqual(['A', 'GT-1', 'C', 'D'])
    const last = taking.raisedMs + TAKEOVER_MS - 1
    expect(idsOf(at({ corners: FOUR }, [taking], last))).toEqual(['A', 'GT-1', 'C', 'D'])
    expect(idsOf(at({ corners: FOUR }, [taking], last + 1))).toEqual(['A', 'B', 'C', 'D'])
  })

  it('continues after the alarm has ended', () => {
    expect(at({ corners: FOUR }, [alarm({ ...harbin, endedMs: NOW - 1 })]).rightTop.clientId).toBe('GT-1')
  })

  it('never takes a locked corner: the next one is used, or none', () => {
    expect(idsOf(at({ corners: FOUR, lockCorner: [false, true, false, false] }, [alarm(harbin)]))).toEqual([
      'A',
      'B',
      'C',
      'GT-1',
    ])
    expect(idsOf(at({ corners: FOUR, lockCorner: [true, true, true, true] }, [alarm(harbin)]))).toEqual([
      'A',
      'B',
      'C',
      'D',
    ])
  })

  it('does not take over or duplicate a device shown in a locked corner', () => {
    const lockCorner = [false, false, true, false] as const
    const views = at({ corners: { ...FOUR, leftBottom: 'GT-1' }, lockCorner }, [alarm(harbin)])
    expect(idsOf(views)).toEqual(['A', 'B', 'GT-1', 'D'])
    expect(Object.values(views).filter(({ takeover }) => takeover)).toEqual([])
  })

  it('requires severity 1 or 2 and a device with a position, and starts only once raised', () => {
    const none = [
      alarm({ ...harbin, severity: 3 }),
      alarm({ lng: null }),
      alarm({ ...harbin, clientId: null }),
      alarm({ ...harbin, raisedMs: NOW + 1 }),
    ]
    expect(idsOf(at({ corners: FOUR }, none))).toEqual(['A', 'B', 'C', 'D'])
    expect(at({ corners: FOUR }, [alarm({ ...harbin, severity: 2 })]).rightTop.takeover?.severity).toBe(2)
  })

  it('highlights a device already on the wall in its corner, even a distant one', () => {
    const views = at({ corners: { ...FOUR, leftBottom: 'GT-1' } }, [alarm(harbin)])
    expect(idsOf(views)).toEqual(['A', 'B', 'GT-1', 'D'])
    expect(views.leftBottom.takeover?.alarmId).toBe('a1')
  })

  it('starts when a warning becomes graver, however long ago it was raised, and continues if it drops again', () => {
    const raisedMs = NOW - 3_600_000
    const levels = [
      [raisedMs, 3],
      [NOW, 2],
      [NOW + 1_000, 1],
      [NOW + 60_000, 3],
    ] as const
    const grown = alarm({ ...harbin, severity: 3, raisedMs, levels })
    const severities = [NOW - 1, NOW, NOW + 1_000, NOW + 60_000].map((nowMs) => severityAt(grown, nowMs))
    expect(severities).toEqual([3, 2, 1, 3])
    expect(graveSince(alarm({ levels: [[raisedMs, 3]] }))).toBeNull()
    expect(idsOf(at({ corners: FOUR }, [grown], NOW - 1))).toEqual(['A', 'B', 'C', 'D'])
    expect(at({ corners: FOUR }, [grown]).rightTop).toMatchObject({ takeover: { untilMs: NOW + TAKEOVER_MS } })
    expect(idsOf(at({ corners: FOUR }, [grown], NOW + TAKEOVER_MS))).toEqual(['A', 'B', 'C', 'D'])
  })

  it('gives two alarms of one quadrant two corners, the nearer one to the graver alarm', () => {
    const views = at({ corners: FOUR }, [
      alarm({ ...harbin, id: 'a2', clientId: 'GT-2', severity: 2, raisedMs: NOW }),
      alarm({ ...harbin, id: 'a1', severity: 1 }),
    ])
    expect(views.rightTop.clientId).toBe('GT-1')
    expect(WALL_CORNERS.filter((corner) => views[corner].clientId === 'GT-2')).toHaveLength(1)
  })

  it('is limited to one per device: the gravest, on a tie the newest', () => {
    const [first, ...rest] = takeoversAt(
      [alarm({ id: 'old', severity: 2 }), alarm({ id: 'new', severity: 1, raisedMs: NOW - 5_000 }), alarm()],
      NOW,
    )
    expect(first?.id).toBe('new')
    expect(rest).toEqual([])
  })

  it('follows the cursor in history mode, without rotation', () => {
    const past = alarm({ ...harbin, raisedMs: NOW - 86_400_000 })
    const change = { corners: FOUR, mode: 'history', rotateS: 15, equipmentClientIds: ['X', 'Y'] } as const
    expect(idsOf(at(change, [past], past.raisedMs + 1_000))).toEqual(['A', 'GT-1', 'C', 'D'])
    expect(idsOf(at(change, [past], past.raisedMs - 1))).toEqual(['A', 'B', 'C', 'D'])
  })
})

describe('rotation', () => {
  const LIST = ['E1', 'E2', 'E3', 'E4', 'E5', 'E6']
  const START = Math.floor(NOW / 15_000) * 15_000
  const turns = (change: Partial<WallShared>, alarms: readonly WallAlarmFact[] = []) =>
    [0, 1, 2].map((turn) =>
      idsOf(at({ corners: FOUR, rotateS: 15, equipmentClientIds: LIST, ...change }, alarms, START + turn * 15_000)),
    )

  it('cycles through all equipment, identically in every browser', () => {
    const seen = new Set(turns({}).flat())
    expect([...seen].sort()).toEqual(LIST)
    expect(turns({})).toEqual(turns({}))
  })

  it('skips locked corners and does not show their devices elsewhere', () => {
    const locked = turns({ corners: { ...FOUR, leftTop: 'E1' }, lockCorner: [true, false, false, false] })
    for (const ids of locked) {
      expect(ids[0]).toBe('E1')
      expect(ids.slice(1)).not.toContain('E1')
    }
  })

  it('shows nothing twice when there is less equipment than corners', () => {
    const [ids = []] = turns({ equipmentClientIds: ['E1', 'E2'] })
    expect(ids.filter((id) => id !== null).sort()).toEqual(['E1', 'E2'])
  })

  it('stops without equipment', () => {
    expect(turns({ equipmentClientIds: [] })[0]).toEqual(['A', 'B', 'C', 'D'])
  })

  it('puts equipment in alarm first, by severity, and keeps the order of the rest', () => {
    expect(
      byPriority(
        LIST,
        new Map([
          ['E5', 3],
          ['E3', 1],
        ]),
      ),
    ).toEqual(['E3', 'E5', 'E1', 'E2', 'E4', 'E6'])
  })
})

describe('the span of history mode', () => {
  const day = { selectedDate: '2026-11-21', startTime: '00:00:00', endTime: '23:59:59' }

  it('lies within one GMT+8 day', () => {
    expect(wallSpan(day)).toEqual({
      fromMs: Date.parse('2026-11-20T16:00:00Z'),
      toMs: Date.parse('2026-11-21T15:59:59Z'),
    })
  })

  it.each([
    { ...day, startTime: '12:00:00', endTime: '11:59:59' },
    { ...day, startTime: '12:00:00', endTime: '12:00:00' },
    { ...day, selectedDate: '2026-02-30' },
    { ...day, endTime: '24:00:00' },
  ])('is undefined for %j', (wrong) => {
    expect(wallSpan(wrong)).toBeUndefined()
  })
})

it('plays from its position at its speed, and stops at the end', () => {
  const span = { fromMs: 1_000_000, toMs: 9_000_000 }
  const from = { cursorMs: 2_000_000, atMs: NOW }
  expect(wallCursor({ ...from, speed: 0 }, span, NOW + 60_000)).toBe(2_000_000)
  expect(wallCursor({ ...from, speed: 60 }, span, NOW + 1_000)).toBe(2_060_000)
  expect(wallCursor({ ...from, speed: 600 }, span, NOW + 60_000)).toBe(9_000_000)
  expect(wallCursor({ ...from, cursorMs: 5, speed: 0 }, span, NOW)).toBe(1_000_000)
  // Clocks differ: a playback just started by another user must not run backwards.
  expect(wallCursor({ ...from, speed: 600 }, span, NOW - 5_000)).toBe(2_000_000)
})

it('steps through the equipment cyclically', () => {
  expect(nextEquipment(['a', 'b', 'c'], 'c', 1)).toBe('a')
  expect(nextEquipment(['a', 'b', 'c'], 'a', -1)).toBe('c')
  expect(nextEquipment(['a', 'b', 'c'], 'z', 1)).toBe('a')
  expect(nextEquipment(['a', 'b', 'c'], null, -1)).toBe('c')
  expect(nextEquipment([], 'a', 1)).toBeNull()
})

it('a value is stale after two periods, or after the time set for the screen', () => {
  const ten = { periodS: 10, staleS: null }
  expect(isWallStale(NOW - 20_000, NOW, ten)).toBe(false)
  expect(isWallStale(NOW - 20_001, NOW, ten)).toBe(true)
  expect(isWallStale(NOW - 60_000, NOW, { periodS: 10, staleS: 60 })).toBe(false)
  expect(isWallStale(NOW - 60_001, NOW, { periodS: 10, staleS: 60 })).toBe(true)
})
