import { type AqiCalendar, aqiEndpoints } from '@natim/contract/mon/aqi'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { type LastGood, useLastGood } from '@/lib/query/use-last-good.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Bar, Outline, times } from '@/ui/skeleton.tsx'
import styles from './aqi.module.css'
import type { AqiState } from './aqi-state.ts'
import { Attainment } from './attainment.tsx'
import { CalendarLegend, YearCalendar } from './year-calendar.tsx'

interface YearPanelsProps {
  readonly state: AqiState
  /** Empty while there is nothing to choose. */
  readonly id: string
  readonly onDate: (date: string) => void
}

/** Calendar and attained days of the selected place. */
export function YearPanels({ state, id, onDate }: YearPanelsProps) {
  const { place, standard, date, upTo } = state
  const query = { place, standard, id, date: upTo }
  const answer = useLastGood(
    useEndpoint(aqiEndpoints.calendar, { query }, { enabled: id !== '' }),
    JSON.stringify(query),
  )
  const { data } = answer
  const shared = {
    isReloading: answer.isFetching && data !== undefined,
    ...(answer.error && { error: { message: answer.error.message, onRetry: answer.retry } }),
  }
  return (
    <div className={styles.years}>
      <Panel
        title={data ? `${data.name}年历` : '年历'}
        meta={data && `${data.year} · 日 AQI · 数字为三级及以上级别`}
        actions={<CalendarLegend />}
        {...shared}
      >
        <Body answer={answer} isEmpty={id === ''}>
          {(calendar) => (
            <>
              <YearCalendar calendar={calendar} date={date} onDate={onDate} />
              {calendar.changes.length > 0 && (
                <p className={styles.note}>虚线起按 HJ 633-2026：PM2.5 60 对应 100，此前 75 对应 100</p>
              )}
            </>
          )}
        </Body>
      </Panel>
      <Panel title="达标天数" meta={data && `${data.name} · ${firstDay(data).slice(5)} – ${upTo.slice(5)}`} {...shared}>
        <Body answer={answer} isEmpty={id === ''}>
          {(calendar) => <Attainment calendar={calendar} />}
        </Body>
      </Panel>
    </div>
  )
}

/** The first day of a place added during the year, otherwise 1 January. */
const firstDay = ({ days, year }: AqiCalendar) => days[0]?.date ?? `${year}-01-01`

interface BodyProps {
  readonly answer: LastGood<AqiCalendar>
  readonly isEmpty: boolean
  readonly children: (calendar: AqiCalendar) => React.ReactNode
}

function Body({ answer: { data, error }, isEmpty, children }: BodyProps) {
  if (isEmpty) return <EmptyState title="请先在表格中选择一行" />
  if (data) return children(data)
  return error ? null : (
    <Outline>
      {times(12, (i) => (
        <Bar key={i} width="100%" line={22} />
      ))}
    </Outline>
  )
}
