import { type LayerWorst, mapEndpoints } from '@natim/contract/mon/map'
import { regionShortName } from '@natim/domain/regions'
import { Link } from 'react-router'
import { STATE_KEY } from '../../../lib/list-state.ts'
import { useEndpoint } from '../../../lib/query/use-endpoint.ts'
import { Age } from '../../../ui/age.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { LEVEL_NAMES } from '../../../widgets/map/layer-levels.ts'
import { LevelMark } from '../../../widgets/map/level-mark.tsx'
import type { CardProps } from './card.ts'
import { CardOutline } from './card-outline.tsx'
import styles from './cards.module.css'

const REFRESH_MS = 30_000
const SHOWN = 6
const WARNING = 2
const PROVINCE_CODE = 6

/** Map on this layer, drilled into the province, with a station opened if given. */
function mapPath(region: string | undefined, station?: string): string {
  const state = {
    layer: 'atl',
    ...(region !== undefined && { region: region.slice(0, 2).padEnd(PROVINCE_CODE, '0') }),
    ...(station !== undefined && { station }),
  }
  return `/mon/homemap?${STATE_KEY}=${encodeURIComponent(JSON.stringify(state))}`
}

/** 空气毒性等级: stations at level 2 or above, as on the map, worst first. */
export function ToxicCard({ region, isPaused }: CardProps) {
  const { data, error, isFetching, refetch } = useEndpoint(
    mapEndpoints.worst,
    { query: { layer: 'atl', level: WARNING, limit: SHOWN, region } },
    { refetchInterval: isPaused ? false : REFRESH_MS },
  )
  return (
    <Panel
      title="空气毒性等级 ATL ≥ 2"
      meta={data ? `自有指数 · ${data.total} 个站点` : '自有指数'}
      actions={<Link to={mapPath(region)}>地图</Link>}
      isFlush
      isReloading={isFetching && data !== undefined}
      {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
    >
      {data ? (
        <Stations rows={data.rows} />
      ) : (
        !error && (
          <div className={styles.inset}>
            <CardOutline rows={SHOWN} />
          </div>
        )
      )}
    </Panel>
  )
}

function Stations({ rows }: { readonly rows: LayerWorst['rows'] }) {
  if (rows.length === 0) return <EmptyState title="没有 ATL 2 级及以上的站点" hint="各站点毒性等级均为正常或关注" />
  return (
    <ul className={styles.list}>
      {rows.map(({ id, name, regionCode, level, note, atMs }) => (
        <li key={id}>
          <Link to={mapPath(undefined, id)} className={styles.row}>
            <LevelMark layer="atl" level={level} />
            <span className="ellipsis">
              {name} <span className="t-caption">{regionShortName(regionCode)}</span>
            </span>
            <span className={styles.figure}>
              {note} <b>{LEVEL_NAMES.atl[level]}</b>
              <span className="t-caption">
                <Age tsMs={atMs} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
