import { DownloadOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { aqiEndpoints, type AqiChoice, type AqiPlace } from '@natim/contract/mon/aqi'
import { calendarDayGmt8, formatGmt8, HOUR_MS, parseGmt8 } from '@natim/domain/time'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { download } from '@/lib/api/http.ts'
import { saveFile } from '@/lib/save-file.ts'
import * as R from '@/resource/index.ts'
import { DateInput } from '@/widgets/date-input/date-input.tsx'
import { type AqiState, type LinkState, reportQueryOf, stepDay } from './aqi-state.ts'
import { weekdayOf } from './aqi-text.ts'
import styles from './aqi.module.css'

const PLACES = [
  { value: 'city' as const, label: '城市' },
  { value: 'station' as const, label: '站点' },
]
const SPANS = [
  { value: 'hour' as const, label: '实时报' },
  { value: 'day' as const, label: '日报' },
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

/** What is shown: places, hour or day, when, by which standard, where. */
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
      <Segmented<'hour' | 'day'>
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

/** The day or the hour, with a step to either side; nothing lies ahead of now. */
function When({ state: { span, date, tMs }, nowMs, change }: PageControlsProps) {
  const isLast = span === 'day' ? date >= calendarDayGmt8(nowMs) : tMs + HOUR_MS > nowMs
  const step = (by: number) => change(span === 'day' ? { date: stepDay(date, by) } : { t: tMs + by * HOUR_MS })
  const word = span === 'day' ? '天' : '小时'
  return (
    <span className={styles.when}>
      <Button icon={<LeftOutlined aria-hidden />} aria-label={`前一${word}`} onClick={() => step(-1)} />
      <span className={styles.date}>
        {span === 'day' ? (
          <DateInput
            aria-label="日期"
            allowClear={false}
            value={date}
            onChange={(next) => next && change({ date: next > calendarDayGmt8(nowMs) ? '' : next })}
          />
        ) : (
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
        )}
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

/** Saves the report as it is shown; absent for whoever may not. */
function ExportReport({ state }: { readonly state: AqiState }) {
  const mayExport = R.useMay(aqiEndpoints.exportXls)
  const [isBusy, setIsBusy] = useState(false)
  if (!mayExport) return null
  const { span, date, tMs } = state
  const when = span === 'day' ? date : formatGmt8(tMs).slice(0, 13).replace(' ', '-')
  async function save(): Promise<void> {
    setIsBusy(true)
    try {
      const query = { ...reportQueryOf(state), span }
      saveFile(
        `空气质量${span === 'day' ? '日报' : '实时报'}-${when}.xlsx`,
        await download(aqiEndpoints.exportXls, { query, body: {} } as never),
      )
    } catch {
      // Reported by the client already.
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
