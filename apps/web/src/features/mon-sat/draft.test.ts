import { HOUR_MS } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { copyOf, draftOf, specOf } from './edit/draft.ts'
import { buildDetail, buildPass } from './testing/build-task.ts'

const task = buildDetail({
  passes: [
    buildPass({ id: 'b', satelliteId: 's2', rank: 2 }),
    buildPass({ id: 'a', rank: 1 }),
    buildPass({ id: 'c', rank: null }),
  ],
})

describe('a stored task', () => {
  it('becomes a draft with its choices in order', () => {
    const draft = draftOf(task)
    expect(draft.choices.map((key) => key.split('@')[0])).toEqual(['s1', 's2'])
    expect(draft).toMatchObject({ title: task.title, from: task.fromMs, to: task.toMs, sensorType: 'SAR' })
  })

  it('is copied without choices, into a future window of the same length', () => {
    const nowMs = task.toMs + HOUR_MS
    const copy = copyOf(task, nowMs)
    expect(copy.choices).toEqual([])
    expect(copy.from).toBeGreaterThanOrEqual(nowMs)
    expect(copy.to - copy.from).toBe(task.toMs - task.fromMs)
    expect(copy.title).toBe(`${task.title}（副本）`)
    expect(copyOf(buildDetail({ title: 'x'.repeat(80) }), nowMs).title).toHaveLength(80)
  })

  it('queries passes with its own area', () => {
    const draft = draftOf(task)
    const spec = specOf({ ...draft, area: task.area })
    expect(spec.area).toEqual(task.area)
    expect(spec.area).not.toBe(task.area)
    expect(Object.keys(spec).toSorted()).toEqual([
      'area',
      'from',
      'offNadirMax',
      'resMaxM',
      'satelliteIds',
      'sensorType',
      'to',
    ])
  })
})
