import { type NotifyDelivery, notifyEndpoints } from '@natim/contract/mon/notify'
import { NOTIFY_CHANNELS } from '@natim/contract/mon/notify.resource'
import { formatClock } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { ErrorBar } from '@/ui/error-state.tsx'
import styles from './log-section.module.css'

const STATES: Readonly<Record<NotifyDelivery['state'], string>> = {
  waiting: '待发送',
  sent: '已送出',
  failed: '发送失败',
  dropped: '未发送',
}
const KINDS: Readonly<Record<string, string>> = {
  raise: '触发',
  up: '升级级别',
  reopen: '再次触发',
  escalate: '升级通知',
}

/** 通知: receivers, channels and outcomes. */
export function Deliveries({ alarmId }: { readonly alarmId: string }) {
  const maySee = R.useMay(notifyEndpoints.ofAlarm)
  const { data, error, refetch } = useEndpoint(notifyEndpoints.ofAlarm, { query: { id: alarmId } }, { enabled: maySee })
  if (!maySee) return null
  if (error) return <ErrorBar message={`通知记录加载失败：${error.message}`} onRetry={() => void refetch()} />
  if (data === undefined) return null
  if (data.length === 0) return <p className="t-caption">没有为这起报警发送过通知</p>
  return (
    <ol className={styles.log} aria-label="通知">
      {data.map((row) => (
        <li key={row.id}>
          <time title={formatGmt8(row.createMs)}>{formatClock(row.sentMs ?? row.createMs)}</time>
          <span className="ellipsis">{row.receiverName}</span>
          <span>{textOf(row)}</span>
        </li>
      ))}
    </ol>
  )
}

function textOf({ channel, kind, round, state, tries, lastError }: NotifyDelivery): string {
  const what = `${KINDS[kind] ?? kind}通知`.replace('通知通知', '通知')
  const again = round > 0 ? `（第 ${round} 次重复）` : ''
  const retried = state === 'waiting' && tries > 0 ? `，已试 ${tries} 次` : ''
  return `${what}${again} · ${NOTIFY_CHANNELS[channel]} · ${STATES[state]}${retried}${lastError === null ? '' : `：${lastError}`}`
}
