import { useMemo } from 'react'
import { useIsMobile } from '@/lib/use-media.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { frameFromSeries } from '@/widgets/chart/frame.ts'
import { fullRangeText } from '@/widgets/history/history-text.ts'
import { ChannelsDrawer } from './channels-drawer.tsx'
import { ChannelsPanel } from './channels-panel.tsx'
import { CompareSelect } from './compare-select.tsx'
import { withComparison } from './compared-frame.ts'
import { HistoryBoard } from './history-board.tsx'
import styles from './history-page.module.css'
import { useHistory } from './use-history.ts'

/** 历史数据: up to 20 channels over up to five years, laid beside an earlier time (domain §10.6, design 23). */
export default function HistoryPage() {
  const history = useHistory()
  const { series, view, state } = history
  const { series: earlier, comparison } = history.earlier ?? {}
  const isMobile = useIsMobile()
  const { fromMs, toMs } = view.range
  const own = useMemo(() => frameFromSeries(series), [series])
  const frame = useMemo(
    () => (earlier && comparison ? withComparison(own, earlier, comparison, { fromMs, toMs }) : own),
    [own, earlier, comparison, fromMs, toMs],
  )
  const channels = <ChannelsPanel history={history} frame={frame} />
  return (
    <div className={styles.page}>
      <PageHead
        title="历史数据"
        meta={`${state.channels.length} 通道 · ${fullRangeText(view.range)}`}
        actions={
          <>
            {isMobile && <ChannelsDrawer count={state.channels.length}>{channels}</ChannelsDrawer>}
            <CompareSelect value={state.compare} onChange={(compare) => history.change({ compare: compare ?? '' })} />
          </>
        }
      />
      <div className={styles.columns}>
        {!isMobile && (
          <Panel isFlush className={styles.channels}>
            {channels}
          </Panel>
        )}
        <HistoryBoard history={history} frame={frame} />
      </div>
    </div>
  )
}
