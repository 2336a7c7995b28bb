import { act, fireEvent, render, waitFor } from '@testing-library/react'
import { getInstanceByDom } from 'echarts/core'
import { describe, expect, it, vi } from 'vitest'
import type { ChartFrame } from './frame.ts'
import { CHLORINE_FRAME, SAMPLE_RANGE } from './gallery-frames.ts'
import { whenStill } from './plot-shift.ts'
import { TimeSeriesChart } from './time-series-chart.tsx'
import { tickLabel } from './time-ticks.ts'
import { useSharedCursor } from './use-cursor.ts'
import { usePending } from './use-zoom.ts'

const SPAN_MS = SAMPLE_RANGE.toMs - SAMPLE_RANGE.fromMs

async function renderChart(onZoom?: (fromMs: number, toMs: number) => void, onBack?: () => void) {
  const { container, rerender } = render(
    <TimeSeriesChart frame={CHLORINE_FRAME} range={SAMPLE_RANGE} onZoom={onZoom} onBack={onBack} />,
  )
  await waitFor(() => expect(container.querySelector('canvas')).not.toBeNull())
  const host = container.querySelector('figure > div') as HTMLDivElement
  return { container, host, rerender }
}

/** Axis labels below the plot. */
function drawnLabels(host: HTMLElement): string[] {
  const { xAxis } = (getInstanceByDom(host)?.getOption() ?? {}) as {
    xAxis?: { min: number; max: number; axisLabel: { customValues: number[] } }[]
  }
  const [axis] = xAxis ?? []
  return axis ? axis.axisLabel.customValues.map((tsMs) => tickLabel(tsMs, axis.max - axis.min)) : []
}

/** Drags along the plot; jsdom has no pointer events, so mouse events with their names are sent. */
function drag(host: HTMLElement, fromPx: number, toPx: number, init: MouseEventInit & { pointerType?: string } = {}) {
  const fire = (type: string, clientX: number) => {
    const event = new MouseEvent(type, { bubbles: true, button: 0, clientX, ...init })
    act(() => void host.dispatchEvent(Object.assign(event, { pointerType: init.pointerType ?? 'mouse' })))
  }
  fire('pointerdown', fromPx)
  fire('pointermove', toPx)
  return { drop: () => fire('pointerup', toPx), cancel: () => fire('pointercancel', toPx) }
}

/** The instant that the crosshair's tooltip shows. */
const tipOf = (element: Element) => element.textContent?.match(/\d{4}-\d\d-\d\d \d\d:\d\d/)?.[0]

describe('the crosshair set by keys', () => {
  function Pair({ frame }: { readonly frame: ChartFrame }) {
    const cursor = useSharedCursor()
    const chart = (
      <TimeSeriesChart frame={frame} range={SAMPLE_RANGE} onZoom={vi.fn()} onKey={() => false} cursor={cursor} />
    )
    return [<div key="a">{chart}</div>, <div key="b">{chart}</div>]
  }

  it('[BZ-07] appears in all charts that share it, although the key came before they were drawn, and stays when they are redrawn', async () => {
    const { container, rerender } = render(<Pair frame={CHLORINE_FRAME} />)
    const tips = () => [...container.querySelectorAll('figure > div:first-child')].map(tipOf)
    const keys = container.querySelector('button[aria-label*=光标]') as HTMLButtonElement
    fireEvent.keyDown(keys, { key: 'Home' })
    expect(container.querySelector('canvas')).toBeNull()
    await waitFor(() => expect(tips()).not.toContain(undefined))
    const [start] = tips()
    expect(tips()).toEqual([start, start])
    fireEvent.keyDown(keys, { key: 'End' })
    const [end] = tips()
    expect(end).not.toBe(start)
    expect(tips()).toEqual([end, end])
    rerender(<Pair frame={{ ...CHLORINE_FRAME }} />)
    expect(tips()).toEqual([end, end])
  })

  it('is released by the pointer', async () => {
    const { container, rerender } = render(<Pair frame={CHLORINE_FRAME} />)
    const [host] = container.querySelectorAll('figure > div:first-child')
    if (!host) throw new Error('no chart')
    fireEvent.keyDown(container.querySelector('button[aria-label*=光标]') as Element, { key: 'Home' })
    await waitFor(() => expect(tipOf(host)).toBeDefined())
    const start = tipOf(host)
    fireEvent.pointerMove(host)
    getInstanceByDom(host as HTMLElement)?.dispatchAction({ type: 'showTip', x: 300, y: 100 })
    const pointed = tipOf(host)
    expect(pointed).not.toBe(start)
    rerender(<Pair frame={{ ...CHLORINE_FRAME }} />)
    expect(tipOf(host)).not.toBe(start)
  })
})

describe('zooming a chart', () => {
  it('requests the range between the ends of a drag and shows it during the drag', async () => {
    const zoom = vi.fn()
    const { container, host } = await renderChart(zoom)
    const gesture = drag(host, 500, 300)
    expect(container.querySelector<HTMLElement>('figure > span')?.style.width).toBe('200px')
    gesture.drop()
    const [fromMs, toMs] = zoom.mock.calls[0] as [number, number]
    expect(fromMs).toBeGreaterThan(SAMPLE_RANGE.fromMs)
    expect(toMs).toBeLessThan(SAMPLE_RANGE.toMs)
    expect(toMs - fromMs).toBeGreaterThan(SPAN_MS * 0.2)
    expect(container.querySelector('figure > span')).toBeNull()
  })

  it('zooms back on a double click', async () => {
    const back = vi.fn()
    const { host } = await renderChart(vi.fn(), back)
    fireEvent.doubleClick(host)
    expect(back).toHaveBeenCalledOnce()
  })

  it('ignores a click, another button, touch and an aborted drag', async () => {
    const zoom = vi.fn()
    const { host } = await renderChart(zoom)
    drag(host, 300, 302).drop()
    drag(host, 300, 500, { button: 2 }).drop()
    drag(host, 300, 500, { pointerType: 'touch' }).drop()
    drag(host, 300, 500).cancel()
    expect(zoom).not.toHaveBeenCalled()
  })

  it('combines wheel events into one request around the pointer', async () => {
    const zoom = vi.fn()
    const { host } = await renderChart(zoom)
    vi.useFakeTimers()
    fireEvent.wheel(host, { deltaY: -100 })
    fireEvent.wheel(host, { deltaY: -100 })
    expect(zoom).not.toHaveBeenCalled()
    act(() => vi.advanceTimersByTime(200))
    expect(zoom).toHaveBeenCalledOnce()
    const [fromMs, toMs] = zoom.mock.calls[0] as [number, number]
    expect(toMs - fromMs).toBeCloseTo(SPAN_MS / 1.25 ** 2, -2)
  })

  it('moves the existing plot with new dates below it, until the data of the new range arrive', async () => {
    const { container, host, rerender } = await renderChart(vi.fn())
    const data = () => container.querySelector<HTMLElement>('canvas[data-zr-dom-id^="zr_1."]')
    const dates = container.querySelector<HTMLElement>('figure > div[aria-hidden]')
    await waitFor(() => expect(data()?.style.transform).toBe(''))
    fireEvent.wheel(host, { deltaY: -100 })
    expect(data()?.style.transform).toContain('scaleX(1.25')
    const [first] = dates?.children ?? []
    expect(dates?.hidden).toBe(false)
    fireEvent.wheel(host, { deltaX: 200, deltaY: 0 })
    expect(data()?.style.transform).toContain('scaleX(1.25')
    expect(dates?.firstElementChild?.outerHTML).not.toBe(first?.outerHTML)
    const narrow = { fromMs: SAMPLE_RANGE.fromMs + SPAN_MS / 4, toMs: SAMPLE_RANGE.toMs }
    rerender(<TimeSeriesChart frame={{ ...CHLORINE_FRAME }} range={narrow} onZoom={vi.fn()} />)
    expect(data()?.style.transform).toBe('')
    expect(dates?.hidden).toBe(true)
  })

  it('redraws the coarse data when no finer data arrive', async () => {
    const { container, host } = await renderChart(vi.fn())
    const data = () => container.querySelector<HTMLElement>('canvas[data-zr-dom-id^="zr_1."]')
    await waitFor(() => expect(data()).not.toBeNull())
    vi.useFakeTimers()
    fireEvent.wheel(host, { deltaY: -100 })
    expect(data()?.style.transform).toContain('scaleX(1.25')
    act(() => vi.advanceTimersByTime(500))
    expect(data()?.style.transform).toBe('')
  })

  it('writes the dates that the redraw will show', async () => {
    const { container, host } = await renderChart(vi.fn())
    await waitFor(() => expect(container.querySelector('canvas[data-zr-dom-id^="zr_1."]')).not.toBeNull())
    vi.useFakeTimers()
    const labels = () => [...container.querySelectorAll('figure > div[aria-hidden] span')].map((one) => one.textContent)
    for (const deltaY of [-100, -100, -100, -100, 100]) {
      fireEvent.wheel(host, { deltaY })
      const moved = labels()
      act(() => vi.advanceTimersByTime(500))
      expect(moved).toEqual(drawnLabels(host))
    }
  })

  it('shows the value under the crosshair of a moved plot, not the one drawn there', async () => {
    const { container, host } = await renderChart(vi.fn())
    await waitFor(() => expect(container.querySelector('canvas[data-zr-dom-id^="zr_1."]')).not.toBeNull())
    const chart = getInstanceByDom(host)
    const timeAt = (x: number) => {
      chart?.dispatchAction({ type: 'showTip', x, y: 100 })
      return host.textContent?.match(/\d{4}-\d\d-\d\d \d\d:\d\d/)?.[0]
    }
    vi.useFakeTimers()
    const before = timeAt(300)
    fireEvent.wheel(host, { deltaX: 400, deltaY: 0 })
    const moved = timeAt(300)
    expect(moved).not.toBe(before)
    act(() => vi.advanceTimersByTime(500))
    expect(timeAt(300)).toBe(moved)
  })

  it('moves the charts of a group together', async () => {
    function Pair() {
      const gesture = usePending(SAMPLE_RANGE)
      const chart = (
        <TimeSeriesChart frame={CHLORINE_FRAME} range={SAMPLE_RANGE} onZoom={() => undefined} gesture={gesture} />
      )
      return [<div key="a">{chart}</div>, <div key="b">{chart}</div>]
    }
    const { container } = render(<Pair />)
    const pictures = () => [...container.querySelectorAll<HTMLElement>('canvas[data-zr-dom-id^="zr_1."]')]
    await waitFor(() => expect(pictures()).toHaveLength(2))
    fireEvent.wheel(container.querySelectorAll('figure > div')[0] as Element, { deltaY: -100 })
    const [first, second] = pictures().map(({ style }) => style.transform)
    expect(first).toContain('scaleX(1.25')
    expect(second).toBe(first)
  })

  it('can be awaited until the plot is no longer moved', async () => {
    const { container, host } = await renderChart(vi.fn())
    await waitFor(() => expect(container.querySelector('canvas[data-zr-dom-id^="zr_1."]')).not.toBeNull())
    vi.useFakeTimers()
    const still = vi.fn()
    fireEvent.wheel(host, { deltaY: -100 })
    void whenStill(container).then(still)
    await act(() => vi.advanceTimersByTimeAsync(300))
    expect(still).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(300))
    expect(still).toHaveBeenCalledOnce()
  })

  it('leaves the wheel to the page when zooming is not possible', async () => {
    const { host } = await renderChart()
    const event = new WheelEvent('wheel', { deltaY: 100, cancelable: true, bubbles: true })
    host.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(false)
  })
})
