import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import { formatClock } from '@natim/domain/format'
import { App } from 'antd'
import { apiErrorOf } from '@/lib/api/api-error.ts'
import { call } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { GlobalBar } from '@/ui/global-bar.tsx'
import { useReloadAlarms } from '../action/use-orders.ts'

/** Bar over the record of a drill: marks it as one, shows its end time, and offers to end it. */
export function DrillBar({ row }: { readonly row: AlarmRow }) {
  const mayEnd = R.useMay(alarmEndpoints.endDrill)
  const end = useEnd(row)
  const isOver = row.closedMs !== null
  return (
    <GlobalBar
      kind="drill"
      title="演练"
      {...(mayEnd && !isOver && { action: { label: '结束演练', onClick: end } })}
      {...(!isOver && row.drillUntilMs !== null && { detail: `${formatClock(row.drillUntilMs).slice(0, 5)} 自动结束` })}
    >
      {isOver ? '演练已结束' : '不是真实报警'}，不外发，不计入统计
    </GlobalBar>
  )
}

function useEnd(row: AlarmRow): () => void {
  const { modal } = App.useApp()
  const notify = useNotify()
  const reload = useReloadAlarms()
  const end = async () => {
    try {
      await call(alarmEndpoints.endDrill, { body: { id: row.id } }, { silent: true })
      notify.line('演练已结束', 'success')
    } catch (error) {
      notify.line(apiErrorOf(error).message, 'warning')
    } finally {
      reload()
    }
  }
  return () =>
    void modal.confirm({
      title: '结束演练',
      content: `${row.title}（${row.no}）将以“演练”关闭，不能恢复。`,
      okText: '结束演练',
      onOk: end,
    })
}
