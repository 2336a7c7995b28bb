import { dayHours } from '@natim/domain/analysis/day-hours'
import { DAY_MS, HOUR_MS, parseGmt8 } from '@natim/domain/time'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { getInstanceByDom } from 'echarts/core'
import { expect, it, vi } from 'vitest'
import { DayHoursPlot } from './day-hours-plot.tsx'
import { createHourUnder } from './hour-under.ts'
import { ScatterPlot } from './scatter-plot.tsx'

const FROM = parseGmt8('2026-11-10') ?? 0
/** Two days; the third hour of the second is missing. */
const HOURS = Array.from({ length: 48 }, (_, i) => ({ tsMs: FROM + (i + 1) * HOUR_MS, value: i })).filter(
  (_, i) => i !== 26,
)
const axis = { name: 'PM2.5', unit: 'µg/m³', precision: 0 }

async function show() {
  const under = createHourUnder()
  const { container } = render(
    <>
      <ScatterPlot
        points={HOURS.map(({ tsMs, value }) => ({ tsMs, x: value, y: value }))}
        line={undefined}
        x={axis}
        y={axis}
        height={200}
        under={under}
      />
      <DayHoursPlot
        hours={dayHours(HOURS, FROM, FROM + 2 * DAY_MS)}
        dayMeans={[]}
        edges={[20, 40]}
        unit="µg/m³"
        precision={0}
        label="日历"
        under={under}
      />
    </>,
  )
  const chart = await waitFor(() => {
    const host = container.querySelector('canvas')?.parentElement?.parentElement
    const found = host && getInstanceByDom(host)
    if (!found) throw new Error('not drawn yet')
    return found
  })
  const cell = (n: number) => container.querySelector(`[data-end="${FROM + n * HOUR_MS}"]`) as HTMLElement
  const ring = () => container.querySelector<HTMLElement>('[style*="grid-row"]')?.style
  return { chart, cell, ring, dispatched: vi.spyOn(chart, 'dispatchAction') }
}

it('the hour hovered in the calendar is ringed there and in the scatter plot until the pointer leaves', async () => {
  const { cell, ring, dispatched } = await show()
  fireEvent.pointerMove(cell(24))
  expect(screen.getByText('2026-11-10 24:00 23 µg/m³')).toBeTruthy()
  expect([ring()?.gridColumn, ring()?.gridRow]).toEqual(['2 / 3', '25 / 26'])
  expect(dispatched).toHaveBeenLastCalledWith({ type: 'highlight', seriesIndex: 0, dataIndex: 23 })
  fireEvent.pointerMove(cell(27))
  expect(screen.getByText('2026-11-11 03:00 缺测')).toBeTruthy()
  expect([ring()?.gridColumn, ring()?.gridRow]).toEqual(['3 / 4', '4 / 5'])
  expect(dispatched).toHaveBeenLastCalledWith({ type: 'downplay', seriesIndex: 0 })
  fireEvent.pointerLeave(screen.getByRole('img', { name: '日历' }))
  expect(ring()).toBeUndefined()
  expect(screen.getByText(/^时刻为小时结束/)).toBeTruthy()
})

it('a hovered point is shown and its hour ringed in the calendar', async () => {
  const { chart, ring } = await show()
  const tell = chart as unknown as { trigger: (event: string, params: object) => void }
  act(() => tell.trigger('mouseover', { seriesIndex: 0, dataIndex: 1 }))
  expect(screen.getByText('2026-11-10 02:00 1 µg/m³')).toBeTruthy()
  expect([ring()?.gridColumn, ring()?.gridRow]).toEqual(['2 / 3', '3 / 4'])
  act(() => tell.trigger('mouseout', { seriesIndex: 0, dataIndex: 1 }))
  expect(ring()).toBeUndefined()
})
