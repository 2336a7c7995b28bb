import { type DutyHandover, dutyEndpoints, type HandoverItem } from '@natim/contract/mon/duty'
import { type HandoverPhase, handoverPhase, MIN_HANDOVER_NOTE } from '@natim/domain/duty'
import { useState } from 'react'
import { useSession } from '@/lib/session/session-store.ts'
import { useTicker } from '@/ui/ticker.ts'
import { useDutyCall } from '../use-duty-call.ts'

interface Written {
  readonly assignmentId: string
  readonly note: string
  /** Accounts and ticks by alarm id. */
  readonly accounts: Readonly<Record<string, string>>
  readonly ticked: Readonly<Record<string, boolean>>
}

/** Initial values from the server's draft. */
const begin = ({ assignmentId, note, items }: DutyHandover): Written => ({
  assignmentId,
  note,
  accounts: Object.fromEntries(items.map(({ alarmId, account }) => [alarmId, account])),
  ticked: Object.fromEntries(items.map(({ alarmId, account }) => [alarmId, account !== ''])),
})

/**
 * A handover being written. The input survives reloads of the alarm list and refusals; it is reset when the shift
 * changes.
 */
export function useHandover(handover: DutyHandover) {
  const [kept, setWritten] = useState(() => begin(handover))
  const written = kept.assignmentId === handover.assignmentId ? kept : begin(handover)
  const { isBusy, run } = useDutyCall()
  const [problem, setProblem] = useState<string>()
  const userId = useSession(({ user }) => user?.id)
  const phase = useTicker((now) => handoverPhase(handover.toMs, now))
  const accountOf = ({ alarmId, account }: HandoverItem) => written.accounts[alarmId] ?? account
  const isTicked = (item: HandoverItem) => (written.ticked[item.alarmId] ?? false) && accountOf(item).trim() !== ''
  const missing = handover.items.filter((item) => !isTicked(item))
  const isGiver = handover.fromUser === userId

  const form = () => ({
    assignmentId: handover.assignmentId,
    note: written.note,
    items: handover.items.map((item) => ({ alarmId: item.alarmId, account: accountOf(item).trim() })),
  })
  async function send(work: ReturnType<typeof run>): Promise<void> {
    setProblem((await work)?.message)
  }
  return {
    note: written.note,
    accountOf,
    isTicked,
    missing,
    phase,
    isBusy,
    problem,
    isGiver,
    /** The next person on the roster, signing in their own session. */
    isTaker: handover.toUser === userId && !isGiver,
    refusal: refusalOf(missing, written.note, phase),
    setNote: (note: string) => setWritten({ ...written, note }),
    setAccount: ({ alarmId }: HandoverItem, account: string) =>
      setWritten({ ...written, accounts: { ...written.accounts, [alarmId]: account } }),
    tick: ({ alarmId }: HandoverItem, isDone: boolean) =>
      setWritten({ ...written, ticked: { ...written.ticked, [alarmId]: isDone } }),
    /** Applies one account to all alarms without one. */
    fillRest: (account: string) => {
      const ids = missing.map(({ alarmId }) => alarmId)
      setWritten({
        ...written,
        accounts: {
          ...written.accounts,
          ...Object.fromEntries(missing.map((item) => [item.alarmId, accountOf(item) || account])),
        },
        ticked: { ...written.ticked, ...Object.fromEntries(ids.map((id) => [id, true])) },
      })
    },
    saveDraft: () => send(run(dutyEndpoints.saveDraft, { body: form() })),
    give: () => send(run(dutyEndpoints.give, { body: { ...form(), asOfMs: handover.asOfMs } })),
    take: () => send(run(dutyEndpoints.take, { body: { assignmentId: handover.assignmentId } })),
  }
}
export type Handover = ReturnType<typeof useHandover>

/** Why the first signature is not possible yet; undefined = it is. */
function refusalOf(missing: readonly HandoverItem[], note: string, phase: HandoverPhase): string | undefined {
  const [first] = missing
  if (first) return `${missing.length} 条未交代：${first.title}`
  const left = MIN_HANDOVER_NOTE - [...note.trim()].length
  if (left > 0) return `交班说明还差 ${left} 个字`
  return phase === 'early' ? '交班前 15 分钟才能签字' : undefined
}
