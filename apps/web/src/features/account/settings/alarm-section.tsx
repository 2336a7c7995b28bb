import { type NotifyPreference, notifyEndpoints } from '@natim/contract/mon/notify'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { endpointKey, useEndpoint } from '@/lib/query/use-endpoint.ts'
import { ErrorBar } from '@/ui/error-state.tsx'
import { TimeInput } from '@/widgets/date-input/date-input.tsx'
import { SwitchRow } from './choice-rows.tsx'
import { SettingRow, SettingSection } from './setting-section.tsx'

const WAYS = [
  ['sms', '短信', '按通知策略发到绑定的手机'],
  ['mail', '邮件', '按通知策略发到邮箱'],
] as const
const CLOCK = 'HH:mm'

/** Notification of alarms below severity 2; applies on every machine. */
export function AlarmSection() {
  const { data, error, refetch } = useEndpoint(notifyEndpoints.preference, {})
  const save = useSave()
  return (
    <SettingSection id="account-alarm">
      {error && <ErrorBar message={error.message} onRetry={() => void refetch()} />}
      {data &&
        WAYS.map(([way, label, note]) => (
          <SwitchRow
            key={way}
            label={label}
            note={note}
            value={data.channels.includes(way)}
            onChange={(isOn) => {
              const channels = WAYS.map(([one]) => one).filter((one) =>
                one === way ? isOn : data.channels.includes(one),
              )
              save({ ...data, channels })
            }}
          />
        ))}
      {data && <QuietHours key={`${data.quietFrom} ${data.quietTo}`} preference={data} onSave={save} />}
    </SettingSection>
  )
}

interface QuietHoursProps {
  readonly preference: NotifyPreference
  readonly onSave: (next: NotifyPreference) => void
}

/** Saves only when both ends or neither are set. */
function QuietHours({ preference, onSave }: QuietHoursProps) {
  const id = useId()
  const [from, setFrom] = useState(preference.quietFrom ?? '')
  const [to, setTo] = useState(preference.quietTo ?? '')
  const change = (nextFrom: string, nextTo: string) => {
    setFrom(nextFrom)
    setTo(nextTo)
    if ((nextFrom === '') !== (nextTo === '')) return
    onSave({ ...preference, quietFrom: nextFrom || null, quietTo: nextTo || null })
  }
  return (
    <SettingRow
      labelId={id}
      label="静默时段"
      note="期间不发短信和邮件，结束后补发未处理的；1、2 级报警不受以上设置影响"
    >
      <div className="row">
        <TimeInput aria-label="静默开始" format={CLOCK} value={from} onChange={(next) => change(next ?? '', to)} />
        <TimeInput aria-label="静默结束" format={CLOCK} value={to} onChange={(next) => change(from, next ?? '')} />
      </div>
    </SettingRow>
  )
}

function useSave() {
  const { line } = useNotify()
  const queries = useQueryClient()
  const key = endpointKey(notifyEndpoints.preference, {})
  return (next: NotifyPreference) => {
    callWithMessage(notifyEndpoints.savePreference, { body: next })
      .then(({ message }) => line(message, 'success'))
      // The client reports the failure; either way the stored value is shown.
      .catch(() => undefined)
      .finally(() => void queries.invalidateQueries({ queryKey: key }))
  }
}
