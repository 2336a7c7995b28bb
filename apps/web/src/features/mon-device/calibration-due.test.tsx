import { parseGmt8 } from '@natim/domain/time'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setTickerClock } from '@/ui/ticker.ts'
import { CalibrationDue, daysUntil } from './calibration-due.tsx'

const NOW = parseGmt8('2026-11-21 10:42:18') ?? 0

describe('calibration due', () => {
  it.each([
    ['2026-11-21', 0],
    ['2026-11-22', 1],
    ['2026-11-20', -1],
    ['2027-03-18', 117],
    ['2026-02-30', undefined],
  ])('%s is %s days away', (date, days) => {
    expect(daysUntil(date, NOW)).toBe(days)
  })

  it.each([
    ['2026-11-20', 'overdue', '已过期 1 天'],
    ['2026-11-28', 'urgent', '还有 7 天到期'],
    ['2026-12-21', 'soon', '还有 30 天到期'],
    ['2026-12-22', 'later', null],
  ])('%s looks %s', (date, due, hint) => {
    setTickerClock(() => NOW)
    const { container } = render(<CalibrationDue date={date} />)
    const cell = container.firstElementChild
    expect([cell?.getAttribute('data-due'), cell?.getAttribute('title')]).toEqual([due, hint])
    setTickerClock(Date.now)
  })

  it('shows a dash without a date', () => {
    render(<CalibrationDue date={null} />)
    expect(screen.getByText('—')).toBeTruthy()
  })
})
