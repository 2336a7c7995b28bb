import type { StationCard } from '@natim/contract/mon/home'
import { STATE_KEY } from '@/lib/list-state.ts'
import { useHasPage } from '@/lib/permissions/use-has-page.ts'
import { LinkButton } from '@/widgets/link-button/link-button.tsx'
import styles from './station-drawer.module.css'

const MAX_CHANNELS = 20

/** Links to other pages of a station; only pages the user may open. */
export function StationLinks({ station }: { readonly station: StationCard }) {
  const may = useHasPage()
  const channels = station.devices.flatMap((device) => device.channels.map(({ channelNo }) => channelNo))
  const history = `/mon/history?${STATE_KEY}=${encodeURIComponent(JSON.stringify({ channels: channels.slice(0, MAX_CHANNELS) }))}`
  const page = `/mon/station/detail/${station.id}`
  return (
    <div className={styles.links}>
      {may('/mon/history') && channels.length > 0 && <LinkButton to={history}>历史曲线</LinkButton>}
      {may('/mon/wall') && <LinkButton to="/mon/wall">指挥大屏</LinkButton>}
      {may(page) && <LinkButton to={page}>站点详情</LinkButton>}
    </div>
  )
}
