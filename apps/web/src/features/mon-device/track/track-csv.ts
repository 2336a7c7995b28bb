import type { DeviceTrack } from '@natim/contract/mon/device'
import { formatGmt8 } from '@natim/domain/time'
import type { TimeRange } from '@/widgets/chart/frame.ts'

/** The track as CSV for spreadsheets: UTF-8 with BOM; times in GMT+8, degrees in WGS-84. */
export function trackCsv({ tsMs, lng, lat, alt, total }: DeviceTrack, range: TimeRange): string {
  const rows = [
    ['# 时段（GMT+8）', formatGmt8(range.fromMs), formatGmt8(range.toMs)],
    ...(total > tsMs.length ? [['# 均匀抽取', tsMs.length, '共', total]] : []),
    ['时间', '经度（°，WGS-84）', '纬度（°，WGS-84）', '海拔（m）'],
    ...tsMs.map((ms, i) => [formatGmt8(ms), lng[i], lat[i], alt[i] ?? '']),
  ]
  return `\uFEFF${rows.map((row) => row.join(',')).join('\r\n')}\r\n`
}
