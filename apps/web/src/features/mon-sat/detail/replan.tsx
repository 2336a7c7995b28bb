import { type SatTaskDetail, satEndpoints } from '@natim/contract/mon/sat'
import { canSat, commandDeadline } from '@natim/domain/sat-task'
import { Button } from 'antd'
import { useState } from 'react'
import { serverNow } from '@/lib/clock.ts'
import { useMay } from '@/resource/use-may.ts'
import { Panel } from '@/ui/panel.tsx'
import { draftOf, drawn, ranked } from '../edit/draft.ts'
import { usePasses } from '../edit/use-passes.ts'
import { PassTable } from '../pass-table.tsx'
import { passKey } from '../sat-text.ts'
import type { SatOrders } from '../use-sat.ts'
import styles from './detail.module.css'

interface ReplanProps {
  readonly task: SatTaskDetail
  readonly orders: SatOrders
}

/** After all acquisitions failed: further passes of the same window. */
export function Replan({ task, orders }: ReplanProps) {
  const passes = usePasses()
  const [choices, setChoices] = useState<readonly string[]>([])
  const mayAdd = useMay(satEndpoints.replan)
  if (!mayAdd || !canSat(task.state, 'replan')) return null
  const nowMs = serverNow()
  const free = (passes.answer?.result.passes ?? []).filter(({ startMs }) => commandDeadline(startMs) > nowMs)
  const shown = drawn(free, choices)
  const order = () => {
    const { id, version } = task
    const chosen = ranked(shown).map(({ pass }) => ({ satelliteId: pass.satelliteId, peakMs: pass.peakMs }))
    void orders.order(satEndpoints.replan, { body: { id, version, choices: chosen } })
  }
  return (
    <Panel
      isFlush
      title="重新安排"
      meta={task.reason}
      actions={
        <Button loading={passes.isComputing} onClick={() => void passes.compute(draftOf(task))}>
          计算过境
        </Button>
      }
    >
      {passes.answer && (
        <>
          <PassTable
            passes={shown}
            offNadirMax={task.offNadirMax}
            isLoading={passes.isComputing}
            active={undefined}
            onActive={() => undefined}
            onChoose={({ pass, rank }) => {
              const key = passKey(pass)
              setChoices(rank > 0 ? choices.filter((one) => one !== key) : [...choices, key])
            }}
          />
          <footer className={styles.footer}>
            <span>窗口内余 {free.length} 次</span>
            <Button type="primary" disabled={choices.length === 0} loading={orders.isBusy} onClick={order}>
              采用
            </Button>
          </footer>
        </>
      )}
    </Panel>
  )
}
