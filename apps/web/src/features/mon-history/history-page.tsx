import { formatClock } from '@natim/domain/format'
import { Segmented } from 'antd'
import { useMemo, useRef } from 'react'
import { serverNow } from '@/lib/clock.ts'
import { saveFile } from '@/lib/save-file.ts'
import { useIsMobile } from '@/lib/use-media.ts'
import { useTheme } from '@/theme/theme-provider.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { PrintedLine } from '@/ui/printed-line.tsx'
import { Can } from '@/widgets/can/can.tsx'
import { frameFromSeries } from '@/widgets/chart/frame.ts'
import { fullRangeText } from '@/widgets/history/history-text.ts'
import { useRangeText } from '@/widgets/history/use-range-text.ts'
import { AnalysisBoard } from './analysis/analysis-board.tsx'
import { ChannelsDrawer } from './channels-drawer.tsx'
import { ChannelsPanel } from './channels-panel.tsx'
import { CompareSelect } from './compare-select.tsx'
import { withComparison } from './compared-frame.ts'
import { chartPicture } from './export/chart-picture.ts'
import { ExportMenu } from './export/export-menu.tsx'
import { HistoryBoard } from './history-board.tsx'
import styles from './history-page.module.css'
import { SHOWS } from './history-state.ts'
import { answeredLevels } from './level-names.ts'
import { type History, useHistory } from './use-history.ts'
import { useMarks } from './use-marks.ts'
import { ViewsMenu } from './views-menu.tsx'

const SHOW_NAMES = { curves: '曲线', analysis: '分析' } as const

/** 历史数据: up to 20 channels over up to five years, compared with an earlier period (domain §10.6, design 23). */
export default function HistoryPage() {
  const history = useHistory()
  const { series, view, state } = history
  const rangeInWords = useRangeText(view.range)
  const { series: earlier, alignment } = history.earlier ?? {}
  const isMobile = useIsMobile()
  const board = useRef<HTMLDivElement>(null)
  const marks = useMarks(state.channels, view.range)
  const { alarms, notes } = marks
  const own = useMemo(() => ({ ...frameFromSeries(series), bands: alarms, notes }), [series, alarms, notes])
  const frame = useMemo(
    () => (earlier && alignment ? withComparison(own, earlier, alignment) : own),
    [own, earlier, alignment],
  )
  const channels = <ChannelsPanel history={history} frame={frame} />
  return (
    <div className={styles.page}>
      <PageHead
        title="历史数据"
        meta={`${state.channels.length} 通道 · ${rangeInWords}`}
        actions={
          <>
            {isMobile && <ChannelsDrawer count={state.channels.length}>{channels}</ChannelsDrawer>}
            <ViewsMenu />
            <Segmented
              aria-label="曲线或分析"
              options={SHOWS.map((value) => ({ value, label: SHOW_NAMES[value] }))}
              value={state.show}
              onChange={(show) => history.change({ show })}
            />
            <CompareSelect history={history} />
            <Can I="mon:ts:export">
              <Exports history={history} board={board} />
            </Can>
          </>
        }
      />
      <PrintedLine conditions={conditionsOf(history)} now={serverNow} />
      <div className={styles.columns}>
        {!isMobile && (
          <Panel isFlush className={styles.channels}>
            {channels}
          </Panel>
        )}
        <div ref={board} className={styles.board}>
          {state.show === 'curves' ? (
            <HistoryBoard history={history} frame={frame} marks={marks} />
          ) : (
            <AnalysisBoard history={history} />
          )}
        </div>
      </div>
    </div>
  )
}

/** Settings of the printed sheet, in words. */
function conditionsOf({ series, view }: History): string[] {
  const names = series.map(({ deviceName, name, unit }) => `${deviceName} ${name} ${unit}`.trim())
  const levels = answeredLevels(series)
  return [
    `时间：（${fullRangeText(view.range)}]`,
    ...(levels.length > 0 ? [`级别：${levels.join('、')}`] : []),
    ...(names.length > 0 ? [`通道：${names.join('、')}`] : []),
  ]
}

interface ExportsProps {
  readonly history: History
  readonly board: React.RefObject<HTMLDivElement | null>
}

function Exports({ history: { series, state, view }, board }: ExportsProps) {
  const { tokens } = useTheme()
  const { channels, level } = state
  const { fromMs, toMs } = view.range
  async function savePicture(): Promise<void> {
    const names = series.map(({ deviceName, name, unit }) => `${deviceName} ${name} ${unit}`)
    const lines = [
      '历史数据',
      `（${fullRangeText(view.range)}] · 数据截至 ${formatClock(Date.now())}`,
      names.join('；'),
    ]
    const picture = board.current && (await chartPicture(board.current, lines, tokens))
    if (picture) saveFile('历史数据.png', picture)
  }
  return (
    <ExportMenu
      form={channels.length > 0 ? { channels: [...channels], from: fromMs, to: toMs, agg: level } : undefined}
      onPicture={series.length > 0 ? () => void savePicture() : undefined}
    />
  )
}
