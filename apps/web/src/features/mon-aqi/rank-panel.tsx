import { AQI_PERIODS, type AqiPeriod, type AqiRank, aqiEndpoints } from '@natim/contract/mon/aqi'
import { formatNumber } from '@natim/domain/format'
import { Segmented } from 'antd'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useLastGood } from '@/lib/query/use-last-good.ts'
import { AqiSwatch } from '@/ui/aqi/aqi-mark.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Bar, Outline, times } from '@/ui/skeleton.tsx'
import type { AqiState } from './aqi-state.ts'
import styles from './rank.module.css'

const SHOWN = 5
const NAMES: Readonly<Record<AqiPeriod, string>> = { day: '日', month: '月', year: '年' }
const OPTIONS = AQI_PERIODS.map((value) => ({ value, label: NAMES[value] }))

interface RankPanelProps {
  readonly state: AqiState
  readonly onPeriod: (period: AqiPeriod) => void
  readonly onChoose: (id: string) => void
}

/** 排名: the worst and best of a day, a month or a year. */
export function RankPanel({ state, onPeriod, onChoose }: RankPanelProps) {
  const { place, standard, upTo, region, rank: period } = state
  const query = { place, standard, date: upTo, period, ...(region !== '' && { region }) }
  const answer = useLastGood(useEndpoint(aqiEndpoints.rank, { query }), JSON.stringify(query))
  const measure = place === 'city' ? '城' : '站'
  return (
    <Panel
      title="排名"
      meta={`${period === 'day' ? 'AQI' : 'AQI 平均'} · ${answer.data?.rows.length ?? 0} ${measure}`}
      isReloading={answer.isFetching && answer.data !== undefined}
      {...(answer.error && { error: { message: answer.error.message, onRetry: answer.retry } })}
      actions={
        <Segmented<AqiPeriod> size="small" aria-label="排名时段" value={period} options={OPTIONS} onChange={onPeriod} />
      }
    >
      {answer.data ? (
        <Ends rank={answer.data} onChoose={onChoose} />
      ) : (
        !answer.error && (
          <Outline>
            {times(8, (i) => (
              <Bar key={i} width="100%" line={32} />
            ))}
          </Outline>
        )
      )}
    </Panel>
  )
}

function Ends({
  rank: { rows, period },
  onChoose,
}: {
  readonly rank: AqiRank
  readonly onChoose: (id: string) => void
}) {
  if (rows.length === 0) return <EmptyState title="没有可排名的 AQI" hint="可以换一个时段、日期或区域" />
  const worst = rows.length > SHOWN ? rows.slice(-Math.min(SHOWN, rows.length - SHOWN)).toReversed() : []
  const lists = [
    ['最差', worst],
    ['最好', rows.slice(0, SHOWN)],
  ] as const
  return lists.map(
    ([title, own]) =>
      own.length > 0 && (
        <div key={title} className={styles.end}>
          <h3>{title}</h3>
          <ol>
            {own.map((row) => (
              <li key={row.id}>
                <button type="button" className={styles.row} onClick={() => onChoose(row.id)}>
                  <span className={styles.no}>{row.rank}</span>
                  <span className={styles.name}>{row.name}</span>
                  {period !== 'day' && (
                    <span className={styles.days} title="达标天数 / 有效天数">
                      {row.attained} / {row.valid}
                    </span>
                  )}
                  <AqiSwatch aqi={Math.ceil(row.aqi)} />
                  <b>{formatNumber(row.aqi, period === 'day' ? 0 : 1)}</b>
                </button>
              </li>
            ))}
          </ol>
        </div>
      ),
  )
}
