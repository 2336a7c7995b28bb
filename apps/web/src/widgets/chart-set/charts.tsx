import { useMemo } from 'react'
import { useTheme } from '@/theme/theme-provider.tsx'
import { type ChartBoxProps, ChartFrame } from './chart-frame.tsx'
import {
  cartesianOption,
  pieParts,
  radarOption,
  ringOption,
  type SeriesLook,
  seriesColour,
} from './chart-set-option.ts'
import { type ChartPoint, type ChartTable, tableOf } from './chart-table.ts'

export interface PointsChartProps extends ChartBoxProps {
  readonly points: readonly ChartPoint[]
}

export interface TableChartProps extends ChartBoxProps {
  readonly table: ChartTable
}

interface CartesianProps extends TableChartProps {
  readonly looks: readonly SeriesLook[]
}

function Cartesian({ table, looks, ...box }: CartesianProps) {
  const { tokens } = useTheme()
  const option = useMemo(() => cartesianOption(table, looks, tokens), [table, looks, tokens])
  const legend = table.series.map(({ name }, index) => ({ name, colour: seriesColour(tokens, index) }))
  return <ChartFrame {...box} option={option} table={table} legend={legend} />
}

const BAR: readonly SeriesLook[] = ['bar']
const STACKED: readonly SeriesLook[] = ['stackedBar']
const LINE: readonly SeriesLook[] = ['line']
const AREA: readonly SeriesLook[] = ['area']
const BAR_THEN_LINE: readonly SeriesLook[] = ['bar', 'line']

function Single({ points, looks, ...box }: PointsChartProps & { readonly looks: readonly SeriesLook[] }) {
  const table = useMemo(() => tableOf(points, box.title), [points, box.title])
  return <Cartesian {...box} table={table} looks={looks} />
}

export const BarChart = (props: PointsChartProps) => <Single {...props} looks={BAR} />
export const LineChart = (props: PointsChartProps) => <Single {...props} looks={LINE} />
export const AreaChart = (props: PointsChartProps) => <Single {...props} looks={AREA} />
export const MultiBarChart = (props: TableChartProps) => <Cartesian {...props} looks={BAR} />
export const MultiLineChart = (props: TableChartProps) => <Cartesian {...props} looks={LINE} />
export const StackedBarChart = (props: TableChartProps) => <Cartesian {...props} looks={STACKED} />
/** The first series as bars, the others as lines over them. */
export const BarLineChart = (props: TableChartProps) => <Cartesian {...props} looks={BAR_THEN_LINE} />

/** A ring of at most six parts. */
export function PieChart({ points, ...box }: PointsChartProps) {
  const { tokens } = useTheme()
  const parts = useMemo(() => pieParts(points), [points])
  const option = useMemo(() => ringOption(parts, tokens), [parts, tokens])
  const legend = parts.map(({ name }, index) => ({ name, colour: seriesColour(tokens, index) }))
  return <ChartFrame {...box} option={option} table={tableOf(parts, box.title)} legend={legend} />
}

export function RadarChart({ table, ...box }: TableChartProps) {
  const { tokens } = useTheme()
  const option = useMemo(() => radarOption(table, tokens), [table, tokens])
  const legend = table.series.map(({ name }, index) => ({ name, colour: seriesColour(tokens, index) }))
  return <ChartFrame {...box} option={option} table={table} legend={legend} />
}
