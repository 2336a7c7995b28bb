import { MESSAGES } from '@natim/contract/messages'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNotify } from '@/lib/notify.ts'
import { useSession } from '@/lib/session/session-store.ts'
import { loadOwnChoices, type OwnChoices, switchTo } from '@/lib/session/switch-depart.ts'
import { type SessionChoice, SessionChoiceModal } from '@/widgets/session-choice/session-choice-modal.tsx'

/** SH-54 … SH-56: switches department, and tenant if there are several. Renders nothing until both are loaded. */
export function DepartDialog({ onClose }: { readonly onClose: () => void }) {
  const notify = useNotify()
  const tenantId = useSession((state) => state.tenantId)
  const [choices, setChoices] = useState<OwnChoices>()

  const show = useEffectEvent((loaded: OwnChoices) => {
    if (loaded.departs.length > 0) {
      setChoices(loaded)
      return
    }
    notify.line(MESSAGES['depart.none'])
    onClose()
  })
  const giveUp = useEffectEvent(onClose)
  useEffect(() => {
    let isGone = false
    loadOwnChoices().then(
      (loaded) => !isGone && show(loaded),
      () => !isGone && giveUp(),
    )
    return () => {
      isGone = true
    }
  }, [])

  const choose = async (choice: SessionChoice) => {
    try {
      await switchTo(choice)
      notify.line('切换成功', 'success')
      onClose()
    } catch {
      // Reported by the client; the dialog stays.
    }
  }

  if (choices === undefined) return null
  const current = choices.departs.find(({ orgCode }) => orgCode === choices.orgCode)
  return (
    <SessionChoiceModal
      title={current ? `部门切换（当前部门 : ${current.departName}）` : '部门切换'}
      departs={choices.departs}
      tenants={choices.tenants.length > 1 ? choices.tenants : undefined}
      initial={{ orgCode: current?.orgCode, tenantId }}
      onCancel={onClose}
      onChoose={choose}
    />
  )
}
