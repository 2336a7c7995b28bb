import { MARK_REASON } from '@natim/contract/dict'
import type { SampleMark } from '@natim/contract/mon/sample-mark'
import { formatShortTime } from '@natim/domain/format'
import { Popconfirm } from 'antd'
import { useNotify } from '@/lib/notify.ts'
import { useCan } from '@/lib/permissions/use-rights.ts'
import { PlainButton } from '@/ui/plain/plain-button.tsx'
import styles from './sample-marks.module.css'
import { useMarkCall } from './use-mark-call.ts'

/** Sample marks, newest first; those in force can be undone. */
export function MarkRows({
  marks,
  isLocked = false,
}: {
  readonly marks: readonly SampleMark[]
  readonly isLocked?: boolean
}) {
  const mayInvalidate = useCan('mon:ts:invalidate')
  const mayValidate = useCan('mon:ts:validate')
  const { undo } = useMarkCall()
  const notify = useNotify()
  const takeBack = async (batchId: string) => {
    const failure = await undo(batchId)
    if (failure) notify.line(`未能撤销：${failure.message}`, 'warning')
  }
  const batches = [...new Map(marks.map((mark) => [mark.batchId, mark])).values()]
  return batches.map((mark) => {
    const own = marks.filter(({ batchId }) => batchId === mark.batchId)
    const mayUndo = !isLocked && mark.undoneBy === null && mayInvalidate && (!mark.isValid || mayValidate)
    return (
      <tr key={mark.batchId} data-undone={mark.undoneBy !== null || undefined}>
        <td>
          {mark.isValid ? '判为有效' : '置为无效'} {formatShortTime(mark.fromMs).slice(6)}–
          {formatShortTime(mark.toMs).slice(6)}
          <small>{own.map(({ channelName }) => channelName).join('、')}</small>
        </td>
        <td>{formatShortTime(mark.undoneMs ?? mark.madeMs)}</td>
        <td>{mark.undoneBy ?? mark.madeBy}</td>
        <td>
          {MARK_REASON[mark.reason]}：{mark.note}
          <small>{own.reduce((sum, { n }) => sum + n, 0)} 个样本</small>
        </td>
        <td className={styles.undo}>
          {mark.undoneBy !== null ? (
            <span className="t-caption">已撤销</span>
          ) : (
            mayUndo && (
              <Popconfirm
                title={mark.isValid ? '撤销判为有效？' : '恢复有效？'}
                description="样本恢复到标记之前，相关数据随之更新"
                okText="撤销"
                cancelText="取消"
                onConfirm={() => takeBack(mark.batchId)}
              >
                <PlainButton isLink>{mark.isValid ? '撤销' : '恢复有效'}</PlainButton>
              </Popconfirm>
            )
          )}
        </td>
      </tr>
    )
  })
}
