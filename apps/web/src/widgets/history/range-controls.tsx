import { DownloadOutlined } from '@ant-design/icons'
import { comparedRange } from '@natim/domain/comparison'
import { formatGmt8, parseGmt8 } from '@natim/domain/time'
import { Button, DatePicker, Popover, Segmented } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useNotify } from '@/lib/notify.ts'
import type { TimeRange } from '@/widgets/chart/frame.ts'
import styles from './history.module.css'
import { PRESETS } from './history-range.ts'
import type { HistoryView } from './use-history-view.ts'

const CUSTOM = 'custom'
const LAST_YEAR = 'lastYear'
const OPTIONS = [
  ...Object.entries(PRESETS).map(([value, { label }]) => ({ value, label })),
  { value: LAST_YEAR, label: '去年同期' },
  { value: CUSTOM, label: '自定义' },
]
const TEXT_FORMAT = 'YYYY-MM-DD HH:mm:ss'

export interface RangeControlsProps {
  readonly view: HistoryView
  /** Exports the current view; undefined while it is empty, null where the page exports elsewhere. */
  readonly onExport: (() => void) | undefined | null
}

/** Quick ranges, custom range, export. */
export function RangeControls({ view, onExport }: RangeControlsProps) {
  const [isPicking, setIsPicking] = useState(false)
  return (
    <span className={styles.controls}>
      <Popover
        open={isPicking}
        onOpenChange={(open) => !open && setIsPicking(false)}
        trigger="click"
        placement="bottomRight"
        destroyOnHidden
        content={
          <CustomRange
            range={view.range}
            onChosen={(range) => {
              view.chooseCustom(range)
              setIsPicking(false)
            }}
          />
        }
      >
        <Segmented
          size="small"
          aria-label="时间范围"
          options={OPTIONS}
          value={view.state.range}
          onChange={(value) => {
            if (value === CUSTOM) setIsPicking(true)
            else if (value === LAST_YEAR) view.chooseCustom(comparedRange('year', view.range))
            else view.choose(value)
          }}
          onClick={(event) => {
            // Choosing 自定义 again does not change the value.
            if (view.state.range === CUSTOM && event.target.textContent === '自定义') setIsPicking(true)
          }}
        />
      </Popover>
      {onExport !== null && (
        <Button size="small" icon={<DownloadOutlined aria-hidden />} disabled={!onExport} onClick={onExport}>
          导出
        </Button>
      )}
    </span>
  )
}

export interface CustomRangeProps {
  readonly range: TimeRange
  readonly onChosen: (range: TimeRange) => void
}

/** Start and end to the second. The picker uses the wall clock of GMT+8, regardless of this machine's zone. */
export function CustomRange({ range, onChosen }: CustomRangeProps) {
  const notify = useNotify()
  const toDay = (tsMs: number) => dayjs(formatGmt8(tsMs), TEXT_FORMAT)
  const [ends, setEnds] = useState<[dayjs.Dayjs | null, dayjs.Dayjs | null]>([toDay(range.fromMs), toDay(range.toMs)])
  const apply = () => {
    const [fromMs, toMs] = ends.map((end) => (end ? parseGmt8(end.format(TEXT_FORMAT)) : undefined))
    if (fromMs === undefined || toMs === undefined || toMs <= fromMs) notify.line('结束时间必须晚于开始时间！')
    else onChosen({ fromMs, toMs })
  }
  return (
    <div className={styles.custom}>
      {(['开始时间', '结束时间'] as const).map((label, index) => (
        <DatePicker
          key={label}
          aria-label={label}
          placeholder={label}
          showTime
          needConfirm={false}
          allowClear={false}
          value={ends[index]}
          onChange={(next) => setEnds(index === 0 ? [next, ends[1]] : [ends[0], next])}
        />
      ))}
      <Button type="primary" onClick={apply}>
        查询
      </Button>
    </div>
  )
}
