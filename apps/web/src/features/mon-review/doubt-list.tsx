import { DOUBT_KIND, type DoubtKind, type ReviewChannel, type ReviewDoubt } from '@natim/contract/mon/review'
import type { MarkReason } from '@natim/contract/mon/sample-mark'
import { formatShortTime } from '@natim/domain/format'
import { Button } from 'antd'
import { useState } from 'react'
import { useNotify } from '@/lib/notify.ts'
import { Can } from '@/widgets/can/can.tsx'
import { useMarkCall } from '@/widgets/sample-marks/use-mark-call.ts'
import styles from './day.module.css'

interface DoubtListProps {
  readonly channel: ReviewChannel
  readonly onLook: (doubt: ReviewDoubt) => void
}

const WHY: Readonly<Record<DoubtKind, string>> = {
  stuck: '长时间输出同一数值',
  jump: '单位时间变化超过该因子的上限，或超出合理范围',
  spike: '个别样本偏离该小时均值 6 倍标准差以上',
  drift: '校准前后的小时均值相差 20 % 以上',
  neighbour: '日均值偏离同城其他站点的中位数',
}
const REASON: Readonly<Record<DoubtKind, MarkReason>> = {
  stuck: 'stuck',
  jump: 'interference',
  spike: 'spike',
  drift: 'drift',
  neighbour: 'fault',
}

/** Doubts of a channel, each to be shown or decided with one key. */
export function DoubtList({ channel, onLook }: DoubtListProps) {
  const { mark } = useMarkCall()
  const notify = useNotify()
  const [busy, setBusy] = useState<number>()
  async function decide(doubt: ReviewDoubt, index: number, isValid: boolean): Promise<void> {
    setBusy(index)
    const failure = await mark(isValid, {
      channelNos: [channel.channelNo],
      from: doubt.fromMs,
      to: doubt.toMs,
      reason: isValid ? 'real' : REASON[doubt.kind],
      note: `${DOUBT_KIND[doubt.kind]}：${isValid ? '核实为真实数据' : WHY[doubt.kind]}`,
    })
    setBusy(undefined)
    if (failure) notify.line(failure.message, 'warning')
  }
  return (
    <ul className={styles.doubtList} aria-label="疑点">
      {channel.doubts.map((doubt, index) => (
        <li key={`${doubt.kind} ${doubt.fromMs}`}>
          <button type="button" className={styles.look} onClick={() => onLook(doubt)}>
            <b>{DOUBT_KIND[doubt.kind]}</b> {formatShortTime(doubt.fromMs).slice(6)}–
            {formatShortTime(doubt.toMs).slice(6).replace('00:00', '24:00')}
          </button>
          <span className="t-caption">{WHY[doubt.kind]}</span>
          <Can I="mon:ts:validate">
            <Button size="small" disabled={busy !== undefined} onClick={() => void decide(doubt, index, true)}>
              数据可信
            </Button>
          </Can>
          <Can I="mon:ts:invalidate">
            <Button size="small" disabled={busy !== undefined} loading={busy === index} onClick={() => onLook(doubt)}>
              查看并处理
            </Button>
          </Can>
        </li>
      ))}
    </ul>
  )
}
