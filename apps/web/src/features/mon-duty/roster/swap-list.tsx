import { type DutyBoard, type DutySwap, dutyEndpoints } from '@natim/contract/mon/duty'
import { MIN_REST_MS } from '@natim/domain/duty'
import { formatClock } from '@natim/domain/format'
import { HOUR_MS } from '@natim/domain/time'
import { Button, Tooltip } from 'antd'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { DutyLamp } from '../duty-lamp.tsx'
import { shiftOf } from '../duty-words.ts'
import { useDutyCall } from '../use-duty-call.ts'
import styles from './roster-panel.module.css'

/** 换班申请: requests pending consent or approval, and the legend of the grid. */
export function SwapList({ board, userId }: { readonly board: DutyBoard; readonly userId: string | undefined }) {
  const { swaps } = board
  return (
    <section className={styles.swaps} aria-label="换班申请">
      <header className={styles.swapsHead}>
        <h3>换班申请</h3>
        <span className="t-caption">{swaps.length === 0 ? '没有待批申请' : `${swaps.length} 项待批`}</span>
        <span className={styles.legend} aria-hidden>
          <span>
            <DutyLamp isWaiting={false} />
            在班
          </span>
          <span>
            <DutyLamp isWaiting />
            未应答
          </span>
          <span>
            <i className={styles.key} />
            换班待批
          </span>
          <span>
            <i className={styles.key} data-missing />
            无人值班
          </span>
        </span>
      </header>
      {swaps.map((swap) => (
        <Swap key={swap.id} swap={swap} userId={userId} />
      ))}
    </section>
  )
}

/** The shorter rest of the two persons; Infinity without a nearby shift. */
const restOf = ({ give, take }: DutySwap) =>
  Math.min(...[give, take].map(({ restMs }) => restMs ?? Number.POSITIVE_INFINITY))

function restText(restMs: number): string {
  if (!Number.isFinite(restMs)) return '前后 24 小时无其他班次'
  return `间隔 ${Math.floor((restMs / HOUR_MS) * 10) / 10} h`
}

function Swap({ swap, userId }: { readonly swap: DutySwap; readonly userId: string | undefined }) {
  const { give, take, reason, state, agreedMs } = swap
  const consent =
    state === 'agreed' && agreedMs !== null
      ? `${take.name} ${formatClock(agreedMs).slice(0, 5)} 已同意`
      : `等待 ${take.name} 同意`
  return (
    <div className={styles.swap} role="group" aria-label={`${give.name} 与 ${take.name} 换班`}>
      <b>{give.name}</b>
      <span>{shiftOf(give)}</span>
      <span aria-label="换">⇄</span>
      <b>{take.name}</b>
      <span>{shiftOf(take)}</span>
      <span className="t-caption">
        {reason} · {consent} · {restText(restOf(swap))}
      </span>
      <span className={styles.swapActions}>
        <Answers swap={swap} userId={userId} />
      </span>
    </div>
  )
}

function Answers({ swap, userId }: { readonly swap: DutySwap; readonly userId: string | undefined }) {
  const { id, give, take, state } = swap
  const { isBusy, run } = useDutyCall()
  const notify = useNotify()
  const mayAnswer = R.useMay(dutyEndpoints.answerSwap)
  const mayDecide = R.useMay(dutyEndpoints.decideSwap)
  const isTired = restOf(swap) < MIN_REST_MS
  const tell = async (work: ReturnType<typeof run>) => {
    const failure = await work
    if (failure) notify.line(failure.message, 'error')
  }
  const answer = (given: 'agree' | 'refuse' | 'withdraw') =>
    void tell(run(dutyEndpoints.answerSwap, { body: { id, answer: given } }))
  const decide = (approve: boolean) => void tell(run(dutyEndpoints.decideSwap, { body: { id, approve } }))
  const isPartner = mayAnswer && take.userId === userId && state === 'asked'
  const isAsker = mayAnswer && give.userId === userId
  return (
    <>
      {isAsker && (
        <Button disabled={isBusy} onClick={() => answer('withdraw')}>
          撤回
        </Button>
      )}
      {isPartner && (
        <Button disabled={isBusy} onClick={() => answer('refuse')}>
          拒绝
        </Button>
      )}
      {!isPartner && mayDecide && (
        <Button disabled={isBusy} onClick={() => decide(false)}>
          驳回
        </Button>
      )}
      {(isPartner || (mayDecide && state === 'agreed')) && (
        <Tooltip title={isTired ? '换班后两班间隔不足 8 小时' : undefined}>
          <Button
            type="primary"
            disabled={isBusy || isTired}
            onClick={() => (isPartner ? answer('agree') : decide(true))}
          >
            同意
          </Button>
        </Tooltip>
      )}
    </>
  )
}
