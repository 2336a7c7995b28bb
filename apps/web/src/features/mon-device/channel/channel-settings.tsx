import { type ChannelRow, channel } from '@natim/contract/mon/channel.resource'
import { metricByCode } from '@natim/domain/metrics'
import { Switch } from 'antd'
import * as R from '@/resource/index.ts'
import { ownLimitsText } from './own-limits.ts'
import { OwnLimitsControl } from './own-limits-control.tsx'

function SwitchControl({ id, value, onChange, disabled, 'aria-label': label }: R.ControlProps) {
  return (
    <Switch
      checked={value === true}
      onChange={(isOn) => onChange?.(isOn)}
      {...(id !== undefined && { id })}
      {...(disabled !== undefined && { disabled })}
      {...(label !== undefined && { 'aria-label': label })}
    />
  )
}
const switchWidget: R.FieldWidget = {
  kind: 'choice',
  Control: SwitchControl,
  textOf: (value) => (value === true ? '是' : '否'),
}

/** 通道: settings of a device's channels, for lists and forms. */
export const channelSettings = R.fromContract(channel, {
  fields: {
    enabled: { widget: switchWidget },
    showOnMap: { widget: switchWidget },
    limitOverride: { widget: { kind: 'choice', Control: OwnLimitsControl, textOf: ownLimitsText } },
  },
  nameOf: (row) => channelLabel(row),
})

/** Fields of the form, grouped by purpose. */
export const SETTING_KEYS = [
  'alias',
  'unitIn',
  'scale',
  'offset',
  'rangeLo',
  'rangeHi',
  'lod',
  'precision',
  'periodS',
  'updatePeriodS',
  'enabled',
  'showOnMap',
  'limitOverride',
] as const

export const channelLabel = ({ seq, alias, metricCode_dictText }: ChannelRow): string =>
  `${seq} 号通道 ${alias ?? metricCode_dictText}`

/** The unit of range, detection limit and limits: the one samples are stored in. */
export const storedUnitOf = ({ metricCode }: Pick<ChannelRow, 'metricCode'>): string =>
  metricByCode(metricCode)?.unit ?? ''

/** `×1.02 +0.3`; empty when readings are used as received. */
export function correctionText({ scale, offset }: Pick<ChannelRow, 'scale' | 'offset'>): string | undefined {
  if (scale === 1 && offset === 0) return undefined
  return `×${scale}${offset === 0 ? '' : ` ${offset < 0 ? '−' : '+'}${Math.abs(offset)}`}`
}
