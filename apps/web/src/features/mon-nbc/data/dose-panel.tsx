import { nbcEndpoints } from '@natim/contract/mon/nbc'
import { formatDuration, formatNumber, formatShortTime, NO_VALUE } from '@natim/domain/format'
import { PUBLIC_LIMIT_USV } from '@natim/domain/nbc/dose'
import { formatGmt8, HOUR_MS, parseGmt8 } from '@natim/domain/time'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { StatBlock } from '@/ui/stat-block.tsx'
import { DateInput } from '@/widgets/date-input/date-input.tsx'
import styles from './data.module.css'

interface DosePanelProps {
  readonly deviceId: string
  readonly fromMs: number
  readonly toMs: number
}

const SHOWN_GAPS = 5

/** 积分剂量 above the baseline between two chosen instants; missing data is listed and not filled. */
export function DosePanel({ deviceId, fromMs, toMs }: DosePanelProps) {
  const [own, setOwn] = useState<{ readonly fromMs?: number; readonly toMs?: number }>({})
  const span = { from: own.fromMs ?? fromMs, to: own.toMs ?? toMs }
  const isSpan = span.to > span.from
  const { data, error, refetch } = useEndpoint(nbcEndpoints.dose, { query: { deviceId, ...span } }, { enabled: isSpan })
  const isMeasured = data !== undefined && data.measuredMs > 0
  const set = (key: 'fromMs' | 'toMs') => (text: string | undefined) => {
    const tsMs = text === undefined ? undefined : parseGmt8(text)
    setOwn(({ [key]: _old, ...rest }) => (tsMs === undefined ? rest : { ...rest, [key]: tsMs }))
  }
  return (
    <Panel title="积分剂量" meta="高于基线部分">
      <div className={styles.span}>
        <span aria-hidden>起</span>
        <DateInput hasTime aria-label="开始时间" value={formatGmt8(span.from)} onChange={set('fromMs')} />
        <span aria-hidden>止</span>
        <DateInput hasTime aria-label="结束时间" value={formatGmt8(span.to)} onChange={set('toMs')} />
      </div>
      {!isSpan ? (
        <p className={styles.note} role="alert">
          结束时间必须晚于开始时间！
        </p>
      ) : error && !data ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <>
          <p className={styles.figure}>
            {isMeasured ? formatNumber(data.doseUsv, 3) : NO_VALUE} <small>µSv</small>
          </p>
          <StatBlock
            stats={[
              {
                label: '占公众年限 1 mSv',
                value: isMeasured ? formatNumber((data.doseUsv / PUBLIC_LIMIT_USV) * 100, 3) : NO_VALUE,
                unit: '%',
              },
              { label: '扣除基线', value: baselineText(data), unit: 'µSv/h' },
              { label: '有效时长', value: data ? formatDuration(data.measuredMs) : NO_VALUE },
              { label: '计算步长', value: data?.stepMs === HOUR_MS ? '小时均值' : '分钟均值' },
            ]}
          />
          {data && <Gaps gaps={data.gaps} hasBaseline={data.baselineFrom !== null} />}
        </>
      )}
    </Panel>
  )
}

function baselineText(data: { readonly baselineFrom: number | null; readonly baselineTo: number | null } | undefined) {
  if (!data || data.baselineFrom === null || data.baselineTo === null) return NO_VALUE
  const [from, to] = [formatNumber(data.baselineFrom, 3), formatNumber(data.baselineTo, 3)]
  return from === to ? from : `${from} → ${to}`
}

interface GapsProps {
  readonly gaps: readonly { readonly fromMs: number; readonly toMs: number }[]
  readonly hasBaseline: boolean
}

function Gaps({ gaps, hasBaseline }: GapsProps) {
  const lostMs = gaps.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
  if (gaps.length === 0) return <p className={styles.note}>无缺测</p>
  return (
    <div className={styles.note}>
      缺测不补：{gaps.length} 段，共 {formatDuration(lostMs)}
      {!hasBaseline && '（没有基线的时段不计算）'}
      <ul className={styles.gaps}>
        {gaps.slice(0, SHOWN_GAPS).map(({ fromMs, toMs }) => (
          <li key={fromMs}>
            {formatShortTime(fromMs)} – {formatShortTime(toMs)}
          </li>
        ))}
        {gaps.length > SHOWN_GAPS && <li>其余 {gaps.length - SHOWN_GAPS} 段见导出</li>}
      </ul>
    </div>
  )
}
