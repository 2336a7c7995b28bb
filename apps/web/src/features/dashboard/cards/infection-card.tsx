import { type InfectionSituation, infectionEndpoints, type PrintedShare } from '@natim/contract/mon/infection'
import { formatShare } from '@natim/domain/format'
import { Link } from 'react-router'
import { useEndpoint } from '../../../lib/query/use-endpoint.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Sparkline } from '../../../ui/sparkline.tsx'
import type { CardProps } from './card.ts'
import { CardOutline } from './card-outline.tsx'
import styles from './cards.module.css'

const REFRESH_MS = 300_000
const DAYS = 14
const LINE_PX = { width: 118, height: 40 }

/** 感染态势: daily share of wearers with fever and of presumptive breath tests, within the reader's data scope. */
export function InfectionCard({ isPaused }: CardProps) {
  const { data, error, refetch } = useEndpoint(
    infectionEndpoints.situation,
    { query: { days: DAYS } },
    { refetchInterval: isPaused ? false : REFRESH_MS },
  )
  return (
    <Panel
      title="感染态势"
      meta="近 14 天 · 全部可见区域"
      actions={<Link to="/mon/infection">感染态势</Link>}
      {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
    >
      {data ? <Situation situation={data} /> : !error && <CardOutline rows={3} />}
    </Panel>
  )
}

function Situation({ situation: { totals, sentence } }: { readonly situation: InfectionSituation }) {
  if (totals.every(({ fever, breath }) => fever.share === null && breath.share === null))
    return <EmptyState title="近 14 天没有可公布的数据" hint="不足 5 人的数字不公布" />
  return (
    <>
      <Line name="发热占比" colour="var(--series-1)" shares={totals.map(({ fever }) => fever)} />
      <Line name="呼气阳性率" colour="var(--series-2)" shares={totals.map(({ breath }) => breath)} />
      <p className="t-caption">{sentence}</p>
    </>
  )
}

interface LineProps {
  readonly name: string
  readonly colour: string
  /** By day, the current one last. */
  readonly shares: readonly PrintedShare[]
}

function Line({ name, colour, shares }: LineProps) {
  const last = shares.at(-1)
  return (
    <div className={styles.share}>
      <span>{name}</span>
      <Sparkline values={shares.map(({ share }) => share)} label={`${name} 近 14 天`} colour={colour} {...LINE_PX} />
      <b>{last?.share == null ? '—' : formatShare(last.share, 2)}</b>
      <span className="t-caption">{typeof last?.of === 'number' ? `今日 ${last.of}` : '今日不足 5 人'}</span>
    </div>
  )
}
