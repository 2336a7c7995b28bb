import type { StationCard } from '@natim/contract/mon/home'
import type { MenuNode } from '@natim/contract/system/session'
import { matchPath } from 'react-router'
import { STATE_KEY } from '@/lib/list-state.ts'
import { useSession } from '@/lib/session/session-store.ts'
import { LinkButton } from '@/widgets/link-button/link-button.tsx'
import styles from './station-drawer.module.css'

const MAX_CHANNELS = 20

const hasPage = (menu: readonly MenuNode[], path: string): boolean =>
  menu.some((node) => matchPath(node.path, path) !== null || hasPage(node.children ?? [], path))

/** Where a station is looked at further: only pages that were granted. */
export function StationLinks({ station }: { readonly station: StationCard }) {
  const menu = useSession(({ permissions }) => permissions?.menu)
  const channels = station.devices.flatMap((device) => device.channels.map(({ channelNo }) => channelNo))
  const history = `/mon/history?${STATE_KEY}=${encodeURIComponent(JSON.stringify({ channels: channels.slice(0, MAX_CHANNELS) }))}`
  const may = (path: string) => menu !== undefined && hasPage(menu, path)
  return (
    <div className={styles.links}>
      {may('/mon/history') && channels.length > 0 && <LinkButton to={history}>历史曲线</LinkButton>}
      {may('/mon/wall') && <LinkButton to="/mon/wall">指挥大屏</LinkButton>}
      {may('/mon/station/list') && (
        <LinkButton to={`/mon/station/list?${STATE_KEY}=${encodeURIComponent(JSON.stringify({ name: station.name }))}`}>
          站点管理
        </LinkButton>
      )}
    </div>
  )
}
