import { HOUR_MS, parseGmt8 } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { DirtyMarks } from './dirty-marks.ts'

const at = (text: string) => parseGmt8(`2026-11-21 ${text}`) as number
const all = () => true

describe('DirtyMarks', () => {
  it('merges the messages of a device within an hour into one range', () => {
    const marks = new DirtyMarks()
    marks.addMessage(7, [at('10:20:00'), at('10:21:00')], all, at('10:21:01'))
    marks.addMessage(7, [at('10:19:30')], all, at('10:21:02'))
    marks.addMessage(3, [at('10:20:00')], all, at('10:21:01'))
    expect(marks.sorted()).toMatchObject([
      { deviceNo: 3, bucketMs: at('11:00:00'), fromMs: at('10:20:00'), toMs: at('10:20:00') },
      { deviceNo: 7, bucketMs: at('11:00:00'), fromMs: at('10:19:30'), toMs: at('10:21:00') },
    ])
  })

  it('splits a message that spans hours; a full hour belongs to the bucket it ends', () => {
    const marks = new DirtyMarks()
    marks.addMessage(7, [at('09:59:00'), at('10:00:00'), at('10:00:01')], all, at('10:00:02'))
    expect(marks.sorted()).toMatchObject([
      { bucketMs: at('10:00:00'), fromMs: at('09:59:00'), toMs: at('10:00:00') },
      { bucketMs: at('11:00:00'), fromMs: at('10:00:01'), toMs: at('10:00:01') },
    ])
  })

  it('ignores points that are not stored', () => {
    const marks = new DirtyMarks()
    marks.addMessage(7, [at('10:20:00') - 200 * 24 * HOUR_MS, at('10:20:00')], (i) => i === 1, at('10:20:01'))
    expect(marks.sorted()).toHaveLength(1)
  })

  it('is due when the current minute has ended, and soon for past minutes', () => {
    const marks = new DirtyMarks()
    marks.addMessage(1, [at('10:20:10')], all, at('10:20:11'))
    marks.addMessage(2, [at('08:20:10')], all, at('10:20:11'))
    expect(marks.sorted().map((mark) => mark.dueMs)).toEqual([at('10:21:05'), at('10:20:16')])
  })
})
