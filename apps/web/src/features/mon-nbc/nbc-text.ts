import type { NbcEventRow } from '@natim/contract/mon/nbc-event'
import { formatNumber } from '@natim/domain/format'

export const eventPath = (id: string): string => `/mon/nbc/event/${id}`
/** Link to the curves of a device. */
export const dataPath = (kind: string, deviceId: string): string =>
  `/mon/nbc/data?~=${encodeURIComponent(JSON.stringify({ tab: kind, device: deviceId }))}`

/** What was detected, in one line. */
export function eventTitle(
  event: Pick<NbcEventRow, 'type' | 'agentName' | 'agentClass_dictText' | 'bars' | 'value' | 'unit'>,
): string {
  const agent = [event.agentClass_dictText, event.agentName].filter(Boolean).join(' ')
  const bars = event.bars === null ? '' : `${event.bars} 格`
  const value =
    event.value === null ? '' : `${formatNumber(event.value, 3).replace(/\.?0+$/, '')} ${event.unit ?? ''}`.trim()
  const what = { rad: '辐射升高', chem: '化学探测', bio: '生物探测' }[event.type]
  return [what, agent, bars, value].filter(Boolean).join(' · ')
}
