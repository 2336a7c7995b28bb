import { DownloadOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { Endpoint } from '@natim/contract/endpoint'
import { type AqiChoice, type AqiPlace, aqiEndpoints } from '@natim/contract/mon/aqi'
import { calendarDayGmt8, formatGmt8, HOUR_MS, parseGmt8 } from '@natim/domain/time'
import { Button, DatePicker, Segmented } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { download } from '@/lib/api/http.ts'
import { saveFile } from '@/lib/save-file.ts'
import * as R from '@/resource/index.ts'
import { DateInput } from '@/widgets/date-input/date-input.tsx'
import styles from './aqi.module.css'
import {
  type AqiSpanChoice,
  type AqiState,
  type LinkState,
  periodOf,
  reportQueryOf,
  stepDay,
  stepPeriod,
} from './aqi-state.ts'
import { weekdayOf } from './aqi-text.ts'

const PLACES = [
  { value: 'city' as const, label: '城市' },
  { value: 'station' as const, label: '站点' },
]
const SPANS = [
  { value: 'hour' as const, label: '实时报' },
  { value: 'day' as const, label: '日报' },
  { value: 'month' as const, label: '月报' },
  { value: 'year' as const, label: '年报' },
]
const STANDARDS = [
  { value: 'auto' as const, label: '按当日有效' },
  { value: '2012' as const, label: '2012' },
  { value: '2026' as const, label: '2026' },
]

interface PageControlsProps {
  readonly state: AqiState
  readonly nowMs: number
  readonly change: (patch: Partial<LinkState>) => void
}

/** Controls: place kind, hour or day, time, standard, region. */
export function PageControls({ state, nowMs, change }: PageControlsProps) {
  const { place, span, standard, region } = state
  return (
    <>
      <Segmented<AqiPlace>
        aria-label="城市或站点"
        value={place}
        options={PLACES}
        onChange={(next) => change({ place: next, id: '' })}
      />
      <Segmented<AqiSpanChoice>
        aria-label="报表"
        value={span}
        options={SPANS}
        onChange={(next) => change({ span: next })}
      />
      <When state={state} nowMs={nowMs} change={change} />
      <Segmented<AqiChoice>
        aria-label="评价标准"
        value={standard}
        options={STANDARDS}
        onChange={(next) => change({ standard: next })}
      />
      <R.RegionFilter prefix={region} onChange={(prefix) => change({ region: prefix })} width={130} />
      <ExportReport state={state} />
    </>
  )
}

const WORDS: Readonly<Record<AqiSpanChoice, string>> = { hour: '小时', day: '天', month: '月', year: '年' }

/** Day, hour, month or year with previous and next; nothing later than now. */
function When({ state, nowMs, change }: PageControlsProps) {
  const { span, date, tMs } = state
  const period = periodOf(span)
  const today = calendarDayGmt8(nowMs)
  const next = period ? stepPeriod(period, date, 1) : stepDay(date, 1)
  const isLast = span === 'hour' ? tMs + HOUR_MS > nowMs : period ? stepPeriod(period, date, 0) >= today : date >= today
  const step = (by: number) => {
    if (span === 'hour') return change({ t: tMs + by * HOUR_MS })
    change({ date: by > 0 ? next : period ? stepPeriod(period, date, by) : stepDay(date, by) })
  }
  const word = WORDS[span]
  return (
    <span className={styles.when}>
      <Button icon={<LeftOutlined aria-hidden />} aria-label={`前一${word}`} onClick={() => step(-1)} />
      <span className={styles.date}>
        <Moment state={state} nowMs={nowMs} change={change} />
      </span>
      {span === 'day' && <span className={styles.weekday}>{weekdayOf(date)}</span>}
      <Button
        icon={<RightOutlined aria-hidden />}
        aria-label={`后一${word}`}
        disabled={isLast}
        onClick={() => step(1)}
      />
    </span>
  )
}

function Moment({ state: { span, date, tMs }, nowMs, change }: PageControlsProps) {
  const period = periodOf(span)
  if (period)
    return (
      <DatePicker
        picker={period}
        aria-label={period === 'month' ? '月份' : '年份'}
        allowClear={false}
        value={dayjs(date)}
        maxDate={dayjs(calendarDayGmt8(nowMs))}
        onChange={(chosen) => chosen && change({ date: stepPeriod(period, chosen.format('YYYY-MM-DD'), 0) })}
        style={{ width: '100%' }}
      />
    )
  if (span === 'day')
    return (
      <DateInput
        aria-label="日期"
        allowClear={false}
        value={date}
        onChange={(next) => next && change({ date: next > calendarDayGmt8(nowMs) ? '' : next })}
      />
    )
  return (
    <DateInput
      aria-label="小时"
      hasTime
      format="YYYY-MM-DD HH:00"
      allowClear={false}
      value={`${formatGmt8(tMs).slice(0, 13)}:00`}
      onChange={(next) => {
        const chosen = next && parseGmt8(`${next}:00`)
        if (chosen) change({ t: chosen > nowMs ? 0 : chosen })
      }}
    />
  )
}

const REPORT_NAMES: Readonly<Record<AqiSpanChoice, string>> = {
  hour: '实时报',
  day: '日报',
  month: '月报',
  year: '年报',
}

const whenOf = (span: AqiSpanChoice, date: string, tMs: number) =>
  span === 'hour'
    ? formatGmt8(tMs).slice(0, 13).replace(' ', '-')
    : date.slice(0, span === 'day' ? 10 : span === 'month' ? 7 : 4)

/** Exports the shown report; hidden without the permission. */
function ExportReport({ state }: { readonly state: AqiState }) {
  const mayExport = R.useMay(aqiEndpoints.exportXls)
  const [isBusy, setIsBusy] = useState(false)
  if (!mayExport) return null
  const { span, date, tMs } = state
  const name = `空气质量${REPORT_NAMES[span]}-${whenOf(span, date, tMs)}.xlsx`
  async function save(): Promise<void> {
    setIsBusy(true)
    try {
      const query = { ...reportQueryOf(state), span }
      saveFile(name, await download<Endpoint>(aqiEndpoints.exportXls, { query, body: {} }))
    } catch {
      // Already reported by the client.
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={isBusy} onClick={() => void save()}>
      标准格式导出
    </Button>
  )
}
