import { ruleEndpoints } from '@natim/contract/mon/rule'
import type { RuleBody } from '@natim/domain/alarm/rule'
import { formatNumber } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import { Button, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import * as R from '@/resource/index.ts'
import { NoPermission } from '@/ui/no-permission.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Bar, Outline, times } from '@/ui/skeleton.tsx'
import styles from './backtest.module.css'
import { DiffTable } from './diff-table.tsx'
import { LaneChart } from './lane-chart.tsx'
import { findingOf } from './lanes.ts'
import { type Backtest, useBacktest } from './use-backtest.ts'

const SPANS = [7, 30, 90].map((days) => ({ value: days, label: `${days} 天` }))
/** Progress is shown only for longer runs. */
const SLOW_MS = 2_000

interface PanelProps {
  /** Undefined while the rule is incomplete. */
  readonly body: RuleBody | undefined
  /** The stored version to compare with. */
  readonly saved?: { readonly id: string; readonly body: RuleBody; readonly version: number } | undefined
  /** Why no backtest is possible: no channels, or too many. */
  readonly refusal?: string | undefined
}

/** 回测: what the rule would have raised, recomputed while it is edited. */
export function BacktestPanel(props: PanelProps) {
  if (!R.useMay(ruleEndpoints.simulate))
    return (
      <Panel title="回测">
        <NoPermission right="回测规则" code={ruleEndpoints.simulate.access} />
      </Panel>
    )
  return <Trial {...props} />
}

function Trial({ body, saved, refusal }: PanelProps) {
  const [days, setDays] = useState(7)
  const isAsked = refusal === undefined && body !== undefined
  const backtest = useBacktest({ body: isAsked ? body : undefined, compareId: saved?.id, days })
  const { done, running, problem, retry } = backtest
  const finding = done && findingOf(done.result, done)
  return (
    <Panel
      title={finding?.title ?? '回测'}
      {...(finding && finding.meta !== '' && { meta: finding.meta })}
      isReloading={running !== undefined && done !== undefined}
      {...(problem !== undefined && { error: { message: problem, onRetry: retry } })}
      actions={
        <>
          <Running backtest={backtest} />
          <Segmented size="small" aria-label="时间范围" options={SPANS} value={days} onChange={setDays} />
        </>
      }
    >
      {refusal !== undefined && !done ? (
        <p className="t-tertiary">{refusal}</p>
      ) : done ? (
        <>
          <Outcome done={done} isCompared={saved !== undefined} />
          {saved && body && <DiffTable before={saved.body} after={body} version={saved.version} />}
          <p className={styles.foot}>
            回测 {formatNumber(done.result.channels)} 个通道 · {formatNumber(done.result.samples)} 点 · 用时{' '}
            {formatNumber(done.result.tookMs / 1_000, 1)} 秒，与实时判定用同一程序
          </p>
        </>
      ) : problem === undefined && isAsked ? (
        <Outline>
          {times(7, (lane) => (
            <Bar key={lane} width="100%" height={12} line={30} />
          ))}
        </Outline>
      ) : (
        problem === undefined && <p className="t-tertiary">补全规则后自动回测</p>
      )}
    </Panel>
  )
}

function Running({ backtest: { running, cancel } }: { readonly backtest: Backtest }) {
  const isSlow = useIsSlow(running?.sinceMs)
  if (!running || !isSlow) return null
  return (
    <span className={styles.running} role="status">
      回测中 {running.progress} %
      <Button type="link" size="small" onClick={cancel}>
        取消
      </Button>
    </span>
  )
}

function useIsSlow(sinceMs: number | undefined): boolean {
  const [slow, setSlow] = useState<number>()
  useEffect(() => {
    if (sinceMs === undefined) return
    const timer = setTimeout(() => setSlow(sinceMs), Math.max(0, sinceMs + SLOW_MS - performance.now()))
    return () => clearTimeout(timer)
  }, [sinceMs])
  return sinceMs !== undefined && slow === sinceMs
}

const SHOWN_AT_MOST = 500

function Outcome({ done, isCompared }: { readonly done: NonNullable<Backtest['done']>; readonly isCompared: boolean }) {
  const { result, fromMs, toMs } = done
  const { alarms, fired, nearest } = result
  return (
    <>
      {fired === 0 && (
        <p className={styles.nearest}>
          {nearest
            ? `最接近的一次 ${formatGmt8(nearest.tsMs).slice(5, 16)} ${nearest.deviceName} 达到限值的 ${formatNumber(nearest.share * 100, 0)} %`
            : '这段时间没有可以判定的数据'}
        </p>
      )}
      {alarms.length > 0 && <LaneChart alarms={alarms} fromMs={fromMs} toMs={toMs} isCompared={isCompared} />}
      {alarms.length >= SHOWN_AT_MOST && <p className="t-caption">只画出最近的 {SHOWN_AT_MOST} 次</p>}
    </>
  )
}
