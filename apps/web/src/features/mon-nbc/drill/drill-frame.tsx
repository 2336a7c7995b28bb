import type { NbcDrill } from '@natim/contract/mon/nbc-event'
import { formatClock } from '@natim/domain/format'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { useMayShow } from '@/lib/permissions/use-rights.ts'
import { GlobalBar } from '@/ui/global-bar.tsx'
import styles from './drill.module.css'
import { useDrill, useDrillOrders } from './use-drill.ts'

/** Confirms before a drill ends. */
export function useEndDrill(): (drill: NbcDrill) => void {
  const { modal } = App.useApp()
  const { end } = useDrillOrders()
  return (drill) =>
    void modal.confirm({
      title: '结束演练',
      content: `“${drill.title}”结束后，页面恢复正常；演练事件保留，仍带演练标记。`,
      okText: '结束演练',
      onOk: async () => void (await end(drill.id)),
    })
}

interface DrillFrameProps {
  /** The content belongs to a drill, even if that drill is over. */
  readonly isPlayed?: boolean | undefined
  /** The content is real although a drill is running. */
  readonly isReal?: boolean | undefined
  readonly children: ReactNode
}

/** Frame around every 核生化 page that marks a running drill, also in print (design 37). */
export function DrillFrame({ isPlayed = false, isReal = false, children }: DrillFrameProps) {
  const drill = useDrill()
  const mayDrill = useMayShow('mon:nbc:drill')
  const end = useEndDrill()
  const isMarked = !isReal && (isPlayed || drill !== undefined)
  return (
    <div className={styles.frame} data-drill={isMarked || undefined}>
      {drill ? (
        <GlobalBar
          kind="drill"
          title="演练"
          detail={`${formatClock(drill.untilMs).slice(0, 5)} 自动结束`}
          {...(mayDrill && drill.mayEnd && { action: { label: '结束演练', onClick: () => end(drill) } })}
        >
          {isReal
            ? `${drill.title}正在进行。本事件是真实事件，不属于演练，操作照常生效`
            : `${drill.title} · 演练事件的处置与报告均不外发，导出带“演练”水印`}
        </GlobalBar>
      ) : (
        isPlayed && (
          <GlobalBar kind="drill" title="演练">
            演练事件，不是真实探测，不外发，不计入统计
          </GlobalBar>
        )
      )}
      <div className={styles.inside}>
        {children}
        {isMarked && <div className={styles.watermark} data-watermark="演练" aria-hidden />}
      </div>
    </div>
  )
}
