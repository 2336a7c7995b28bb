import { INGEST_REASONS } from '@natim/contract/mon/ingest'
import { REJECT_HOURS, type RejectRow, rejectEndpoints } from '@natim/contract/mon/reject'
import { formatNumber } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import { Link } from 'react-router'
import { z } from 'zod'
import { optionsOf } from '@/lib/options.ts'
import * as R from '@/resource/index.ts'
import { Sparkline } from '@/ui/sparkline.tsx'
import { detailPath } from '../device-resource.tsx'

/** The unit 时 tells it apart from 次数. */
const hourText = (ms: number) => `${formatGmt8(ms).slice(5, 13)} 时`

const reasons = Object.fromEntries(Object.entries(INGEST_REASONS).map(([code, text]) => [code, `${text}（${code}）`]))

/** 拒收统计: counters, one row per device and reason. */
export const rejects = R.defineResource({
  title: '拒收统计',
  entityLabel: '拒收记录',
  measureWord: '项',
  endpoints: { list: rejectEndpoints.list, exportXls: rejectEndpoints.exportXls },
  form: z.object({}),
  nameOf: ({ deviceName, code }) => `${deviceName} ${code}`,
  defaultSort: { field: 'n', order: 'desc' },
  related: [rejectEndpoints.summary],
  fields: {
    deviceName: {
      label: '设备名称',
      search: 'like',
      width: 200,
      isSortable: true,
      render: (row) => <Link to={detailPath({ id: row.deviceId })}>{row.deviceName}</Link>,
    },
    clientId: { label: '客户端 ID', search: 'like', width: 170, isSortable: true },
    stationName: { label: '站点', width: 180 },
    regionCode: { label: '行政区划', search: 'region', widget: R.regionWidget, width: 140 },
    code: {
      label: '原因',
      search: 'eq',
      widget: R.choiceWidget(reasons),
      width: 260,
      render: ({ code }) => <R.TextCell>{INGEST_REASONS[code]}</R.TextCell>,
    },
    n: { label: '次数', width: 100, decimals: 0, isSortable: true },
    trend: { label: '趋势', width: 130, render: (row) => <Trend row={row} /> },
    lastHourMs: {
      label: '最近一次',
      width: 120,
      isSortable: true,
      render: ({ lastHourMs }) => hourText(lastHourMs),
    },
    id: { label: '代码', width: 110, shown: 'chosen', render: ({ code }) => <code>{code}</code> },
  },
})

function Trend({ row: { deviceName, code, trend } }: { readonly row: RejectRow }) {
  const most = Math.max(...trend)
  return (
    <Sparkline
      label={`${deviceName} ${INGEST_REASONS[code]}，单段最多 ${formatNumber(most)} 次`}
      values={trend}
      range={[0, Math.max(1, most)]}
      height={24}
    />
  )
}

export const PERIODS = optionsOf(REJECT_HOURS)
