import { useEffect, useState } from 'react'
import { FONT_FAMILY } from '@/theme/metrics.ts'
import type { ChartOption } from './chart-option.ts'
import type { EChartsType } from './echarts.ts'

const loadLibrary = async () => {
  // A canvas does not redraw when a font loads, so the digits are fetched before the first drawing.
  const [library] = await Promise.all([import('./echarts.ts'), document.fonts?.load(`12px ${FONT_FAMILY}`)])
  return library
}

type Library = Awaited<ReturnType<typeof loadLibrary>>

function begin(library: Library, host: HTMLDivElement, group: string | undefined): EChartsType {
  const instance = library.init(host)
  if (group !== undefined) {
    instance.group = group
    library.connect(group)
  }
  return instance
}

export interface ChartHost {
  /** Ref for the element that the chart fills; the element determines the size. */
  readonly setHost: (element: HTMLDivElement | null) => void
  readonly host: HTMLDivElement | null
  /** Undefined until the library is loaded, and while the tab is hidden. */
  readonly chart: EChartsType | undefined
  /** px, 0 before the first measurement. */
  readonly widthPx: number
}

/**
 * A chart instance that lives while its element is visible. Hidden tabs clean up effects, so the instance is disposed
 * there and recreated on show; it follows its element's size.
 *
 * @param group charts of a group share their crosshair
 */
export function useChartHost(group?: string): ChartHost {
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  const [chart, setChart] = useState<EChartsType>()
  const [widthPx, setWidthPx] = useState(0)
  useEffect(() => {
    if (!host) return
    let isGone = false
    let instance: EChartsType | undefined
    let library: Library | undefined
    // An element in a closed panel has no size yet: the chart is created with its first size.
    const measure = () => {
      if (isGone || !library || host.clientWidth === 0) return
      setWidthPx(host.clientWidth)
      if (instance) instance.resize()
      else setChart((instance = begin(library, host, group)))
    }
    const observer = new ResizeObserver(measure)
    const start = async () => {
      library = await loadLibrary()
      measure()
      observer.observe(host)
    }
    void start()
    return () => {
      isGone = true
      observer.disconnect()
      instance?.dispose()
      setChart(undefined)
    }
  }, [host, group])
  return { setHost, host, chart, widthPx }
}

/** Applies an option whenever it changes. */
export function useChartOption(chart: EChartsType | undefined, option: ChartOption): void {
  useEffect(() => {
    chart?.setOption(option, { notMerge: true })
  }, [chart, option])
}
