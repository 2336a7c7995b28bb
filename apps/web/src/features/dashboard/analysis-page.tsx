import { type HomeSummary, homeEndpoints } from '@natim/contract/mon/home'
import type { LiveHome } from '@natim/contract/socket/live'
import { formatClock } from '@natim/domain/format'
import { gmt8Fields } from '@natim/domain/time'
import { type ReactNode, useState } from 'react'
import { LinkButton } from '@/widgets/link-button/link-button.tsx'
import { serverNow } from '../../lib/clock.ts'
import { greeting } from '../../lib/greeting.ts'
import { useListState } from '../../lib/list-state.ts'
import { useMayShow } from '../../lib/permissions/use-rights.ts'
import { useEndpoint } from '../../lib/query/use-endpoint.ts'
import { useSession } from '../../lib/session/session-store.ts'
import { useSite } from '../../lib/site.ts'
import { useLiveTopic } from '../../lib/socket/live.ts'
import { useIsPhone } from '../../lib/use-media.ts'
import { viewMode } from '../../lib/view-mode.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBar, ErrorState } from '../../ui/error-state.tsx'
import { HomeOutline, SituationOutline } from '../../ui/outline/home-outline.tsx'
import { PageHead, Situation } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PauseButton } from '../../ui/pause-button.tsx'
import { PlainButton } from '../../ui/plain/plain-button.tsx'
import styles from './analysis-page.module.css'
import type { CardProps } from './cards/card.ts'
import { HomeCards } from './home-cards.tsx'
import { Kpis } from './kpis.tsx'
import { RegionField } from './region-field.tsx'
import { regionName } from './regions.ts'
import { SituationText } from './situation.tsx'
import { useLayout } from './use-layout.ts'

const REFRESH_MS = 30_000

/** The national or regional summary, reloaded every 30 s, with live counters in between. */
function useHome(region: string | undefined, isPaused: boolean) {
  const summary = useEndpoint(
    homeEndpoints.summary,
    { query: { region } },
    { refetchInterval: isPaused ? false : REFRESH_MS },
  )
  const [live, setLive] = useState<{ readonly region: string | undefined; readonly counters: LiveHome }>()
  useLiveTopic(isPaused ? undefined : { topic: 'home', ...(region === undefined ? {} : { region }) }, (message) => {
    if (message.t === 'home') setLive({ region, counters: message.d })
  })
  return { ...summary, home: withLive(summary.data, live?.region === region ? live?.counters : undefined) }
}

/** The newer of both wins, so that a slow summary never sets a counter back. */
function withLive(summary: HomeSummary | undefined, live: LiveHome | undefined): HomeSummary | undefined {
  if (summary === undefined || live === undefined || live.atMs <= summary.atMs) return summary
  return {
    ...summary,
    atMs: live.atMs,
    byStatus: { ...summary.byStatus, ...live.byStatus },
    pointsPerSecond: live.pointsPerSecond,
    samplesToday: Math.max(summary.samplesToday, live.samplesToday),
  }
}

const DEFAULTS: { readonly region: string } = { region: '' }

/** /dashboard/analysis: what needs attention, within ten seconds (domain §10.1). */
export default function AnalysisPage() {
  const [{ region }, change] = useListState(DEFAULTS)
  const [isPaused, setIsPaused] = useState(false)
  const isPhone = useIsPhone()
  const name = useSession((state) => state.user?.realname ?? '')
  const [isEditing, setIsEditing] = useState(false)
  const regionPrefix = region === '' ? undefined : region
  const { home, error, isFetching, isPlaceholderData, refetch } = useHome(regionPrefix, isPaused)
  const layout = useLayout()
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
            {!isPhone && home && home.devices > 0 && <EditButton isEditing={isEditing} onChange={setIsEditing} />}
          </>
        }
      />
      {home && layout.layout ? (
        <div className={styles.stack} data-stale={isPlaceholderData || error !== null}>
          {error && <Outdated message={error.message} atMs={home.atMs} onRetry={() => void refetch()} />}
          <Content
            home={home}
            region={regionPrefix}
            isBusy={isFetching}
            isPaused={isPaused}
            layout={layout}
            isEditing={isEditing}
            onEditEnd={() => setIsEditing(false)}
          />
        </div>
      ) : error && !home ? (
        <Panel>
          <ErrorState message={error.message} onRetry={() => refetch()} />
        </Panel>
      ) : (
        <HomeOutline />
      )}
    </>
  )
}

interface OutdatedProps {
  readonly message: string
  /** Time of the shown figures, epoch ms. */
  readonly atMs: number
  readonly onRetry: () => void
}

const Outdated = ({ message, atMs, onRetry }: OutdatedProps) => (
  <div className={styles.error}>
    <ErrorBar message={`${message}，以下为 ${formatClock(atMs)} 的数据`} onRetry={onRetry} />
  </div>
)

interface EditButtonProps {
  readonly isEditing: boolean
  readonly onChange: (isEditing: boolean) => void
}

/** Hidden while the console is viewed as another user (read-only). */
const EditButton = ({ isEditing, onChange }: EditButtonProps) =>
  viewMode() === undefined && (
    <PlainButton aria-pressed={isEditing} onClick={() => onChange(!isEditing)}>
      布局
    </PlainButton>
  )

interface ContentProps extends CardProps {
  readonly layout: ReturnType<typeof useLayout>
  readonly isEditing: boolean
  readonly onEditEnd: () => void
}

function Content(props: ContentProps) {
  const { devices, isNetworkEmpty } = props.home
  if (devices === 0) return <NoDevices isNetworkEmpty={isNetworkEmpty} region={props.region} />
  return (
    <>
      <Kpis home={props.home} />
      <HomeCards {...props} />
    </>
  )
}

interface NoDevicesProps {
  readonly isNetworkEmpty: boolean
  readonly region: string | undefined
}

/** Patience while the demonstration is loaded; a user who sees no devices must not take the network for empty. */
function NoDevices({ isNetworkEmpty, region }: NoDevicesProps): ReactNode {
  const { demoLoadPercent } = useSite()
  if (demoLoadPercent !== null) return <Nothing title="演示网络正在载入" hint="站点、设备和数据载入后显示在这里" />
  if (isNetworkEmpty) return <EmptyNetwork />
  const hint = region === undefined ? '请联系管理员核对您的部门和数据区域' : '该区域没有您可见的设备，请选择其他区域'
  return <Nothing title="您的数据范围内没有设备" hint={hint} />
}

const Nothing = (texts: { readonly title: string; readonly hint: string }) => (
  <Panel>
    <EmptyState {...texts} />
  </Panel>
)

/** While nothing is registered: three steps to a first value, for those who may take them. */
function EmptyNetwork(): ReactNode {
  const mayAddStation = useMayShow('mon:station:add')
  const mayAddDevice = useMayShow('mon:device:add')
  if (!mayAddStation && !mayAddDevice) return <Nothing title="网络中还没有设备" hint="站点和设备由管理员登记" />
  return (
    <Panel>
      <EmptyState
        title="网络中还没有设备"
        hint="先建站点，再建设备并保存接入凭证，最后让设备上报第一条数据"
        action={
          <div className="row">
            {mayAddStation && (
              <LinkButton to="/mon/station/list" isPrimary>
                1 建站点
              </LinkButton>
            )}
            {mayAddDevice && <LinkButton to="/mon/device/list">2 建设备</LinkButton>}
            <span className="t-caption">3 运行 npm run sim 或接入真实设备</span>
          </div>
        }
      />
    </Panel>
  )
}
