import type { TsSeries } from '@natim/contract/mon/timeseries'
import { metricLabel } from '@/ui/metric-label.ts'

/** `PM2.5 · 江北 1# 监测仪` */
export const channelLabel = ({ name, deviceName }: Pick<TsSeries, 'name' | 'deviceName'>): string =>
  `${metricLabel({ formula: null, name })} · ${deviceName}`
