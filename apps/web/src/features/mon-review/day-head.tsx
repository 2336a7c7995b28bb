import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { REVIEW_STATE } from '@natim/contract/dict'
import { type ReviewDay, reviewEndpoints } from '@natim/contract/mon/review'
import { formatShortTime } from '@natim/domain/format'
import { Button } from 'antd'
import { usePrompt } from '@/ui/dialog/prompt.tsx'
import { Tag } from '@/ui/tag.tsx'
import { Can } from '@/widgets/can/can.tsx'
import styles from './day.module.css'
import { WEEKDAYS, weekdayOf } from './review-text.ts'
import { useDecision } from './use-review.ts'

interface DayHeadProps {
  readonly data: ReviewDay
  readonly isOver: boolean
  readonly onStep: ((step: 1 | -1) => void) | undefined
}

/** The day, its review state, and the next step. */
export function DayHead({ data, isOver, onStep }: DayHeadProps) {
  const { stationName, day, state, channels } = data
  const doubts = channels.reduce((sum, entry) => sum + entry.doubts.length, 0)
  return (
    <header className={styles.head}>
      <h2>
        {stationName} <span>{`${day.slice(5)} 周${WEEKDAYS[weekdayOf(day)] ?? ''}`}</span>
      </h2>
      <Tag tone={state === 'reviewed' ? 'info' : 'neutral'}>{REVIEW_STATE[state]}</Tag>
      {doubts > 0 && <span className={styles.doubts}>{doubts} 处疑点</span>}
      {data.revisedMs !== null && (
        <span className={styles.revised} data-pending={data.isPending || undefined}>
          {data.isPending ? '数据修订中，正在更新' : `数据已修订 ${formatShortTime(data.revisedMs)}`}
        </span>
      )}
      <span className={styles.actions}>
        <Button aria-label="前一天" icon={<LeftOutlined />} disabled={!onStep} onClick={() => onStep?.(-1)} />
        <Button aria-label="后一天" icon={<RightOutlined />} disabled={!onStep} onClick={() => onStep?.(1)} />
        <NextStep data={data} isOver={isOver} />
      </span>
    </header>
  )
}

/** Actions available in the day's state. */
function NextStep({ data, isOver }: Pick<DayHeadProps, 'data' | 'isOver'>) {
  const { isBusy, run } = useDecision()
  const { prompt, holder } = usePrompt()
  const { state, stationId, day, version } = data
  const body = { days: [{ stationId, day, version }] }
  const reopen = () =>
    prompt({
      title: '撤回批准',
      content: '该站日将退回待审，需要重新审核和批准',
      label: '原因',
      rules: [{ required: true, whitespace: true, max: 500, message: '请填写原因' }],
      onOk: async (note) => void (await run(reviewEndpoints.reopen, { body: { ...body, note: note.trim() } })),
    })
  if (state === 'auto')
    return (
      <Can I="mon:review:edit">
        <Button
          type="primary"
          loading={isBusy}
          disabled={!isOver}
          title={isOver ? undefined : '该日尚未结束'}
          onClick={() => void run(reviewEndpoints.review, { body })}
        >
          审核通过
        </Button>
      </Can>
    )
  if (state === 'reviewed')
    return (
      <>
        <Can I="mon:review:edit">
          <Button disabled={isBusy} onClick={() => void run(reviewEndpoints.withdraw, { body })}>
            退回待审
          </Button>
        </Can>
        <Can I="mon:review:approve">
          <Button type="primary" loading={isBusy} onClick={() => void run(reviewEndpoints.approve, { body })}>
            批准
          </Button>
        </Can>
      </>
    )
  return (
    <Can I="mon:review:approve">
      <Button disabled={isBusy} onClick={reopen}>
        撤回批准
      </Button>
      {holder}
    </Can>
  )
}
