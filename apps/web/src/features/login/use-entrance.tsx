import { fill, MESSAGES } from '@natim/contract/messages'
import { gmt8Fields } from '@natim/domain/time'
import { type ReactNode, useState } from 'react'
import { type ApiError, apiErrorOf } from '@/lib/api/api-error.ts'
import { serverNow } from '@/lib/clock.ts'
import { greeting } from '@/lib/greeting.ts'
import { useNotify } from '@/lib/notify.ts'
import { type Choice, type Entrance, enter, openChoices } from '@/lib/session/sign-in.ts'
import { lazyWithAntd } from '@/widgets/lazy-with-antd/lazy-with-antd.tsx'

const SessionChoiceModal = lazyWithAntd(
  async () => (await import('@/widgets/session-choice/session-choice-modal.tsx')).SessionChoiceModal,
)

export interface EntranceControl {
  readonly isBusy: boolean
  /** Authenticates and opens the session. @returns the error, already shown; undefined on success */
  readonly submit: (prove: () => Promise<Entrance>) => Promise<ApiError | undefined>
  /** Dialog to choose department and tenant while it is open; the caller renders it. */
  readonly dialog: ReactNode
}

/**
 * Common entry for every kind of sign-in: a user with several departments or tenants chooses before the session begins,
 * so that the console never opens in the wrong one. The guard then leads to the requested page.
 */
export function useEntrance(): EntranceControl {
  const notify = useNotify()
  const [isBusy, setIsBusy] = useState(false)
  const [waiting, setWaiting] = useState<Entrance>()

  async function letIn(entrance: Entrance, choice?: Choice): Promise<void> {
    await enter(entrance, choice)
    notify.line(`${greeting(gmt8Fields(serverNow()).hour)}，${entrance.userInfo.realname}，欢迎回来`, 'success')
    if (entrance.multi_depart === 0) notify.line(MESSAGES['depart.none'])
  }

  async function trying(work: () => Promise<void>): Promise<ApiError | undefined> {
    setIsBusy(true)
    try {
      await work()
      return undefined
    } catch (error) {
      const failure = apiErrorOf(error)
      notify.card(fill('login.failed', { reason: failure.message }))
      return failure
    } finally {
      setIsBusy(false)
    }
  }

  const submit = (prove: () => Promise<Entrance>) =>
    trying(async () => {
      const entrance = await prove()
      if (openChoices(entrance) === undefined) await letIn(entrance)
      else setWaiting(entrance)
    })

  const choices = waiting && openChoices(waiting)
  const dialog = waiting && choices && (
    <SessionChoiceModal
      title={choices.departs ? '部门选择' : '租户选择'}
      {...choices}
      onChoose={async (choice) => {
        await trying(() => letIn(waiting, choice))
      }}
    />
  )
  return { isBusy, submit, dialog }
}
