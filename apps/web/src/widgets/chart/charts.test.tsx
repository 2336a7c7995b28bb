import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Activity } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { CHLORINE_FRAME, SAMPLE_HOURS, SAMPLE_NOW_MS, SAMPLE_RANGE } from './gallery-frames.ts'
import { HourBarsChart } from './hour-bars-chart.tsx'
import { createStreamBuffer } from './stream-buffer.ts'
import { StreamingChart } from './streaming-chart.tsx'
import { TimeSeriesChart } from './time-series-chart.tsx'

const canvasOf = (container: HTMLElement) =>
  waitFor(() => {
    const canvas = container.querySelector('canvas')
    if (!canvas) throw new Error('not drawn yet')
    return canvas
  })

describe('TimeSeriesChart', () => {
  it('describes its content in words and toggles channels in its legend', async () => {
    const { container } = render(<TimeSeriesChart frame={CHLORINE_FRAME} range={SAMPLE_RANGE} />)
    await canvasOf(container)
    expect(screen.getByRole('figure', { name: /Cl₂ 氯气：288 点/ })).toBeDefined()
    const toggle = screen.getByRole('button', { name: 'Cl₂ 氯气', pressed: true })
    await userEvent.click(toggle)
    expect(toggle.getAttribute('aria-pressed')).toBe('false')
    expect(screen.getByText(/限值：AEGL \/ HJ 169-2018（2026-11-21 有效）/)).toBeDefined()
  })

  it('[BZ-14] lists a limit that changes within the range once, by its name', async () => {
    const steps = ['', '×2 0.158'].map((name) => ({ name, value: 0.158, severity: 4 as const }))
    const { container } = render(<TimeSeriesChart frame={{ ...CHLORINE_FRAME, limits: steps }} range={SAMPLE_RANGE} />)
    await canvasOf(container)
    const names = [...container.querySelectorAll('i[data-dash]')].map(({ parentElement }) => parentElement?.textContent)
    expect(names).toEqual(['×2 0.158'])
    expect(screen.getByRole('figure', { name: /限值 ×2 0\.158$/ })).toBeDefined()
  })

  it('requests a narrower and an earlier range by keyboard', async () => {
    const zoom = vi.fn()
    const { container } = render(<TimeSeriesChart frame={CHLORINE_FRAME} range={SAMPLE_RANGE} onZoom={zoom} />)
    await canvasOf(container)
    screen.getByRole('button', { name: /缩放图表/ }).focus()
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(() => expect(zoom).toHaveBeenCalledTimes(1))
    await userEvent.keyboard('+')
    await waitFor(() => expect(zoom).toHaveBeenCalledTimes(2))
    const [earlier, narrow] = zoom.mock.calls as [number, number][]
    expect(earlier).toEqual([SAMPLE_RANGE.fromMs - 6 * 3_600_000, SAMPLE_RANGE.toMs - 6 * 3_600_000])
    expect(narrow?.[0]).toBeGreaterThan(SAMPLE_RANGE.fromMs - 6 * 3_600_000)
    expect(narrow?.[1]).toBeLessThan(SAMPLE_RANGE.toMs - 6 * 3_600_000)
  })

  it('is disposed with a hidden tab and measured again when shown', async () => {
    const page = (mode: 'visible' | 'hidden') => (
      <Activity mode={mode}>
        <TimeSeriesChart frame={CHLORINE_FRAME} />
      </Activity>
    )
    const { container, rerender } = render(page('visible'))
    await canvasOf(container)
    rerender(page('hidden'))
    expect(container.querySelector('canvas')).toBeNull()
    rerender(page('visible'))
    await canvasOf(container)
  })
})

describe('StreamingChart', () => {
  it('draws at most once per animation frame, however often points arrive', async () => {
    const buffer = createStreamBuffer({ maxPoints: 100, maxAgeMs: 60_000 })
    const series = [{ channelNo: 1, name: 'Cl₂', unit: 'ppm', precision: 2, periodS: 1 }]
    const { container } = render(<StreamingChart buffer={buffer} series={series} windowMs={60_000} />)
    await canvasOf(container)
    const frames = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(7)
    act(() => {
      for (let index = 0; index < 50; index += 1) buffer.push([[1, Date.now() + index, index, 0]])
    })
    expect(frames.mock.calls.length).toBeLessThanOrEqual(1)
  })
})

describe('HourBarsChart', () => {
  it('summarises the day in words', async () => {
    const { container } = render(<HourBarsChart hours={SAMPLE_HOURS} endMs={SAMPLE_NOW_MS} />)
    await canvasOf(container)
    expect(screen.getByRole('figure', { name: /最近 24 小时共 \d+ 起/ })).toBeDefined()
  })
})
