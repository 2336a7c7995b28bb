import { REPORT_FORMATS, reportDef } from '@natim/contract/mon/mon-report.resource'
import { Select } from 'antd'
import { optionsOf } from '@/lib/options.ts'
import { REGION_OPTIONS } from '@/lib/region-options.ts'
import type { ControlProps } from '@/resource/index.ts'
import * as R from '@/resource/index.ts'
import { CronInput } from '@/widgets/cron-input/cron-input.tsx'
import { StationSelect } from '@/widgets/station-select/station-select.tsx'
import { UserPicker } from '@/widgets/user-picker/user-picker.tsx'

const FORMATS = optionsOf(REPORT_FORMATS)

function CronControl({ value, onChange, maxLength: _unused, allowClear: _none, ...rest }: ControlProps<string | null>) {
  return <CronInput {...rest} value={value ?? undefined} onChange={(text) => onChange?.(text)} />
}

function RegionControl({ value, onChange, maxLength: _unused, placeholder: _wanted, ...rest }: ControlProps<string>) {
  return (
    <Select
      {...rest}
      allowClear
      placeholder="可见的全部区域"
      value={value || undefined}
      onChange={(next) => onChange?.(next ?? '')}
      options={REGION_OPTIONS}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
    />
  )
}

function StationControl({ value, onChange, maxLength: _unused, ...rest }: ControlProps<string>) {
  return <StationSelect {...rest} value={value} onChange={(next) => onChange?.(next ?? '')} />
}

function ReceiversControl({ id, value, onChange, disabled, 'aria-label': label }: ControlProps) {
  return (
    <UserPicker
      {...(id !== undefined && { id })}
      {...(label !== undefined && { 'aria-label': label })}
      value={typeof value === 'string' && value !== '' ? value : undefined}
      onChange={(names) => onChange?.(names ?? '')}
      disabled={disabled}
    />
  )
}

/** 报告定义 with its form controls. */
export const reports = R.fromContract(reportDef, {
  fields: {
    cron: { widget: { kind: 'text', Control: CronControl } },
    region: { widget: { kind: 'choice', Control: RegionControl } },
    stationId: { widget: { kind: 'choice', Control: StationControl } },
    formats: { widget: { kind: 'choice', Control: R.checksControl(FORMATS, '格式') } },
    receivers: { widget: { kind: 'choice', Control: ReceiversControl } },
  },
})
