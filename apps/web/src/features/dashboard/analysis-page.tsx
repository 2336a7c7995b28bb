import type { HomeSummary } from '@natim/contract/mon/home'
import { formatClock } from '@natim/domain/format'
import { gmt8Fields } from '@natim/domain/time'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { LinkButton } from '@/widgets/link-button/link-button.tsx'
import { serverNow } from '../../lib/clock.ts'
import { greeting } from '../../lib/greeting.ts'
import { useListState } from '../../lib/list-state.ts'
import { useSession } from '../../lib/session/session-store.ts'
import { useIsPhone } from '../../lib/use-media.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBar, ErrorState } from '../../ui/error-state.tsx'
import grid from '../../ui/outline/home-grid.module.css'
import { HomeOutline, SituationOutline } from '../../ui/outline/home-outline.tsx'
import { PageHead, Situation } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PauseButton } from '../../ui/pause-button.tsx'
import styles from './analysis-page.module.css'
import { DayPanel } from './day-panel.tsx'
import { Kpis } from './kpis.tsx'
import { ProvinceTable } from './province-table.tsx'
import { RecentList } from './recent-list.tsx'
import { RegionField } from './region-field.tsx'
import { regionName } from './regions.ts'
import { SituationText } from './situation.tsx'
import { useHome } from './use-home.ts'
import { WatchList } from './watch-list.tsx'

const DEFAULTS: { readonly region: string } = { region: '' }

/** /dashboard/analysis: what needs attention, within ten seconds (domain §10.1). */
export default function AnalysisPage() {
  const [{ region }, change] = useListState(DEFAULTS)
  const [isPaused, setIsPaused] = useState(false)
  const isPhone = useIsPhone()
  const name = useSession((state) => state.user?.realname ?? '')
  const { home, error, isFetching, isPlaceholderData, refetch } = useHome(region === '' ? undefined : region, isPaused)
  return (
    <>
      <PageHead
        title={`${greeting(gmt8Fields(serverNow()).hour)}，${name}`}
        meta={
          home || !error ? (
            <Situation>
              {home ? <SituationText home={home} region={regionName(region)} /> : <SituationOutline />}
            </Situation>
          ) : undefined
        }
        actions={
          <>
            <RegionField value={region} onChange={(code) => change({ region: code })} />
            <PauseButton isPaused={isPaused} onChange={setIsPaused} isCompact={isPhone} />
          </>
        }
      />
      {home ? (
        <div className={styles.stack} data-stale={isPlaceholderData || error !== null}>
          {error && (
            <div className={styles.error}>
              <ErrorBar
                message={`${error.message}，以下为 ${formatClock(home.atMs)} 的数据`}
                onRetry={() => void refetch()}
              />
            </div>
          )}
          <Content home={home} isBusy={isFetching} />
        </div>
      ) : error ? (
        <Panel>
          <ErrorState message={error.message} onRetry={() => refetch()} />
        </Panel>
      ) : (
        <HomeOutline />
      )}
    </>
  )
}

function Content({ home, isBusy }: { readonly home: HomeSummary; readonly isBusy: boolean }) {
  if (home.devices === 0) return <EmptyNetwork />
  return (
    <>
      <Kpis home={home} />
      <div className={grid.columns}>
        <div className={grid.column}>
          <Panel title="限值关注" meta="最新值与均值 · 最接近或超过限值的在前" isFlush>
            <WatchList home={home} />
          </Panel>
          <Panel
            title="省级态势"
            meta={`在线率最低的在前 · ${formatClock(home.atMs)} 更新`}
            actions={<Link to="/mon/homemap">监测一张图</Link>}
            isFlush
            isReloading={isBusy}
            className={grid.fill}
          >
            <ProvinceTable home={home} />
          </Panel>
        </div>
        <div className={grid.column}>
          <Panel title="最近状态变化" meta="24 小时内" actions={<Link to="/mon/device/list">设备列表</Link>} isFlush>
            <RecentList home={home} />
          </Panel>
          <DayPanel home={home} />
        </div>
      </div>
    </>
  )
}

/** Nothing registered yet: the three steps to a first value. */
function EmptyNetwork(): ReactNode {
  return (
    <Panel>
      <EmptyState
        title="网络中还没有设备"
        hint="先建站点，再建设备并保存接入凭证，最后让设备上报第一条数据"
        action={
          <div className="row">
            <LinkButton to="/mon/station/list" isPrimary>
              1 建站点
            </LinkButton>
            <LinkButton to="/mon/device/list">2 建设备</LinkButton>
            <span className="t-caption">3 运行 npm run sim 或接入真实设备</span>
          </div>
        }
      />
    </Panel>
  )
}
